// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Three network namespaces, as if three hosts, and a fourth for the machine that starts networks,
 * on one switch: 192.0.2.1 to .3, and .254. Needs root.
 */
final class HostNetwork implements AutoCloseable {
  /** How many hosts there are. */
  static final int HOSTS = 3;

  private static final String DESK_ADDRESS = "192.0.2.254";

  private final String stem = "rani-" + ProcessHandle.current().pid() + "-lan";

  /** Makes them, and joins them. */
  HostNetwork() throws IOException {
    boolean made = false;
    try {
      ip("netns", "add", desk());
      ip("-n", desk(), "link", "set", "lo", "up");
      ip("-n", desk(), "link", "add", "switch", "type", "bridge");
      ip("-n", desk(), "address", "add", DESK_ADDRESS + "/24", "dev", "switch");
      ip("-n", desk(), "link", "set", "switch", "up");
      for (int k = 1; k <= HOSTS; k++) {
        join(k);
      }
      made = true;
    } finally {
      if (!made) {
        close();
      }
    }
  }

  private void join(int k) throws IOException {
    ip("netns", "add", host(k));
    ip("-n", host(k), "link", "set", "lo", "up");
    List<String> cable = List.of("link", "add", port(k), "netns", desk(), "type", "veth");
    ip(with(cable, "peer", "name", "lan", "netns", host(k)));
    ip("-n", desk(), "link", "set", port(k), "master", "switch", "up");
    ip("-n", host(k), "address", "add", address(k) + "/24", "dev", "lan");
    ip("-n", host(k), "link", "set", "lan", "up");
  }

  private static String[] with(List<String> words, String... more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static String port(int k) {
    return "port" + k;
  }

  private String desk() {
    return stem + "-0";
  }

  private String host(int k) {
    return stem + "-" + k;
  }

  /** Of a host, from 1. */
  static String address(int k) {
    return "192.0.2." + k;
  }

  /** The words before a command that is to run on the machine that starts networks. */
  List<String> atDesk() {
    return List.of("ip", "netns", "exec", desk());
  }

  /** The words before a command that is to run on a host, from 1. */
  List<String> atHost(int k) {
    return List.of("ip", "netns", "exec", host(k));
  }

  /** Pulls a host's cable out of the switch. */
  void cut(int k) throws IOException {
    ip("-n", desk(), "link", "set", port(k), "down");
  }

  /** Puts it back. */
  void mend(int k) throws IOException {
    ip("-n", desk(), "link", "set", port(k), "up");
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (int k = 0; k <= HOSTS; k++) {
      try {
        ip("netns", "delete", stem + "-" + k);
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static void ip(String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of("ip"));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", words) + ": " + said);
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
