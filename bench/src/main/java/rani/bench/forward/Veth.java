// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import rani.bench.harness.Child;
import rani.bench.harness.Workspace.Side;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;

/**
 * Two network namespaces of Linux, connected by a veth pair. Unlike on the loopback, every frame
 * passes through the whole IP stack and a network device. This needs root and {@code ip}
 * (iproute2). The namespaces are removed on close, or when the JVM ends.
 */
final class Veth implements LoadPath {
  private static final String PREFIX = "rani-bench-";
  private static final int PREFIX_BITS = 30;
  private static final int FIRST_PORT = 20_000;

  private final long pid = ProcessHandle.current().pid();
  private final ShutdownHook atEnd = new ShutdownHook(this::remove);
  private int nextPort = FIRST_PORT;

  private Veth() {}

  /** Creates the namespaces and the veth pair; fails with the reason if that is impossible here. */
  static Veth lay() throws LabFailure, InterruptedException {
    removeOfTheDead();
    Veth veth = new Veth();
    try {
      for (Side side : Side.values()) {
        ip("netns", "add", veth.namespace(side));
      }
      String[] pair = {"link", "add", "wire", "netns", veth.namespace(Side.LOAD), "type", "veth"};
      List<String> words = new ArrayList<>(List.of(pair));
      words.addAll(List.of("peer", "name", "wire", "netns", veth.namespace(Side.MEASURED)));
      ip(words.toArray(String[]::new));
      for (Side side : Side.values()) {
        String namespace = veth.namespace(side);
        String address = veth.address(side) + "/" + PREFIX_BITS;
        ip("-n", namespace, "address", "add", address, "dev", "wire");
        ip("-n", namespace, "link", "set", "wire", "up");
        ip("-n", namespace, "link", "set", "lo", "up");
      }
      return veth;
    } catch (LabFailure | InterruptedException | RuntimeException e) {
      veth.close();
      throw e;
    }
  }

  private String namespace(Side side) {
    return PREFIX + pid + (side == Side.LOAD ? "-load" : "-measured");
  }

  /** Removes namespaces that killed runs have left. */
  private static void removeOfTheDead() throws LabFailure, InterruptedException {
    for (String line : ip("netns", "list").lines().toList()) {
      String name = line.split(" ", 2)[0];
      if (name.startsWith(PREFIX) && !isAlive(name.substring(PREFIX.length()))) {
        ip("netns", "del", name);
      }
    }
  }

  private static boolean isAlive(String pidAndSide) {
    try {
      return ProcessHandle.of(Long.parseLong(pidAndSide.split("-", 2)[0])).isPresent();
    } catch (NumberFormatException e) {
      return true; // not one of our names
    }
  }

  private static String ip(String... words) throws LabFailure, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words));
    try {
      Child.Ended ip = Child.run(command);
      if (ip.exit() != 0) {
        throw new LabFailure("`" + String.join(" ", command) + "`: " + ip.output().strip());
      }
      return ip.output().strip();
    } catch (IOException e) {
      throw new LabFailure("found no `ip`, of iproute2", e);
    }
  }

  @Override
  public String name() {
    return "veth";
  }

  @Override
  public String address(Side side) {
    return side == Side.LOAD ? "198.18.0.1" : "198.18.0.2"; // for benchmarks: RFC 2544 §C.2.2
  }

  @Override
  public List<String> within(Side side) {
    return List.of("ip", "netns", "exec", namespace(side));
  }

  @Override
  public int[] freePorts(int count) {
    nextPort += count;
    return IntStream.range(nextPort - count, nextPort).toArray();
  }

  @Override
  public void close() {
    atEnd.close();
    remove();
  }

  private void remove() {
    for (Side side : Side.values()) {
      try {
        String _ = ip("netns", "del", namespace(side));
      } catch (LabFailure e) {
        continue; // the namespace does not exist
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
