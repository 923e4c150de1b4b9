// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.bench.harness.Workspace.Side;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.testbed.process.NodeCommand;
import rani.world.Facts;

/** A chain of forwarders over connected UDP sockets, with its own load; idle between windows. */
record ForwardPath(String name, List<Child> forwarders, Child load, @Nullable Path collections)
    implements AutoCloseable {
  private static final String READY = "ready";

  /** The smallest order: the load always sends a minimum of packets. */
  private static final String FIRST = "saturate 64 1000000";

  private static final int FIRST_TRIES_MAX = 100;
  private static final int WINDOWS_OF_NOTHING_MAX = 10;
  private static final Path SOCKETS = Path.of("/proc/net/udp");
  private static final long PEER_READY_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_NANOS = 20_000_000;

  /** Starts C forwarders that send one datagram per frame. */
  static ForwardPath reference(Workspace workshop, PathPlan plan)
      throws LabFailure, IOException, InterruptedException {
    return programs(workshop, plan, "c-mmsg", "singly");
  }

  /** Starts C forwarders that send trains. */
  static ForwardPath twin(Workspace workshop, PathPlan plan)
      throws LabFailure, IOException, InterruptedException {
    return programs(workshop, plan, "c-trains", "trains");
  }

  private static ForwardPath programs(Workspace workshop, PathPlan plan, String name, String how)
      throws LabFailure, IOException, InterruptedException {
    List<Child> forwarders = new ArrayList<>();
    for (int hop = 1; hop <= plan.hops(); hop++) {
      List<String> words = new ArrayList<>(List.of("" + workshop.program("forwarder"), how));
      words.addAll(plan.forwarderWords(hop));
      Child forwarder = start(workshop, plan, name, Side.MEASURED, words);
      forwarder.await(READY::equals);
      forwarders.add(forwarder);
    }
    return new ForwardPath(name, forwarders, load(workshop, plan), null);
  }

  /** Starts nodes as {@code rani node} runs them, all hops of the path in one process. */
  static ForwardPath node(Workspace workshop, PathPlan plan, Transport transport)
      throws LabFailure, IOException, InterruptedException {
    String name = "node, " + transport.text();
    Path folder = Files.createTempDirectory(workshop.folder(), "node-");
    Path network = Files.writeString(folder.resolve("forward.yaml"), plan.topology());
    Path collections = folder.resolve("gc.log");
    List<String> words = new ArrayList<>(NodeCommand.ofVerbs().optimized().java());
    words.add(1, "-Xlog:gc:file=" + collections);
    words.addAll(List.of("node", "--topology", "" + network, "--transport", transport.text()));
    words.addAll(List.of("--name", String.join(",", plan.hopNames()), "--trust"));
    Child node = start(workshop, plan, name, Side.MEASURED, words);
    int ends = plan.hops() + plan.links().size() - 1;
    for (int end = 0; end < ends; end++) {
      String _ = node.await(line -> line.contains(": link-"));
    }
    node.ignoreTheRest();
    ForwardPath path = new ForwardPath(name, List.of(node), load(workshop, plan), collections);
    path.awaitFirst();
    return path;
  }

  /** Waits until a packet comes through, because nodes do not report when they begin to forward. */
  private void awaitFirst() throws LabFailure {
    LoadAnswer counted;
    int tries = 0;
    do {
      counted = LoadAnswer.parse(load.ask(FIRST));
      tries++;
    } while (counted.received() == 0 && tries < FIRST_TRIES_MAX);
  }

  /** Starts a third-party program with one hop and one next hop. */
  static ForwardPath peer(Workspace workshop, PathPlan plan, Peer peer, Path program)
      throws LabFailure, IOException, InterruptedException {
    PathPlan.Link in = plan.first();
    PathPlan.Link out = plan.last().getFirst();
    List<String> command = peer.command(workshop, "" + program, in, out);
    Child forwarder = start(workshop, plan, peer.text(), Side.MEASURED, command);
    awaitSocket(peer.text(), in.farEnd().receive());
    forwarder.ignoreTheRest();
    return new ForwardPath(peer.text(), List.of(forwarder), load(workshop, plan), null);
  }

  /** Waits for a socket, because third-party programs do not report when they are ready. */
  private static void awaitSocket(String name, String place)
      throws LabFailure, IOException, InterruptedException {
    int port = Integer.parseInt(place.substring(place.indexOf(':') + 1));
    String wanted = ":%04X ".formatted(port);
    long deadline = System.nanoTime() + PEER_READY_NANOS_MAX;
    while (!Files.readString(SOCKETS).contains(wanted)) {
      if (System.nanoTime() > deadline) {
        throw new LabFailure(name + " does not listen at " + place);
      }
      Workspace.watchFor(LOOK_NANOS);
    }
  }

  private static Child load(Workspace workshop, PathPlan plan)
      throws LabFailure, IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("" + workshop.program("load")));
    words.addAll(plan.loadWords());
    Child load = start(workshop, plan, "the load", Side.LOAD, words);
    load.await(READY::equals);
    return load;
  }

  private static Child start(
      Workspace workshop, PathPlan plan, String name, Side side, List<String> command)
      throws LabFailure, IOException, InterruptedException {
    List<String> words = new ArrayList<>(plan.loadPath().within(side));
    words.addAll(command);
    return workshop.start(name, side, words);
  }

  /** Saturates the path with packets of an IPv4 length, one per datagram. */
  Contender oneByOne(int lengthBytes) {
    return contender(name, "saturate " + lengthBytes);
  }

  /** Saturates the path one by one, and says so in the name. */
  Contender oneByOneAmongTrains(int lengthBytes) {
    return contender(name + ", one by one", "saturate " + lengthBytes);
  }

  /** Saturates the path with trains of packets of an IPv4 length. */
  Contender inTrains(int lengthBytes) {
    return contender(name, "trains " + lengthBytes);
  }

  private Contender contender(String as, String order) {
    return new Contender() {
      @Override
      public String name() {
        return as;
      }

      @Override
      public Sample window(Duration length) throws LabFailure {
        long cpuBefore = cpuNanos();
        LoadAnswer counted = saturate(order, length);
        return new Sample(counted.received(), counted.nanos(), cpuNanos() - cpuBefore);
      }
    };
  }

  /** Repeats empty windows: a busy machine may not schedule a forwarder in a short window. */
  private LoadAnswer saturate(String order, Duration length) throws LabFailure {
    long sent = 0;
    for (int window = 0; window < WINDOWS_OF_NOTHING_MAX; window++) {
      LoadAnswer counted = LoadAnswer.parse(load.ask(order + " " + length.toNanos()));
      if (counted.received() > 0) {
        return counted;
      }
      sent += counted.sent();
    }
    throw new LabFailure(name + " forwarded nothing of " + sent + " packets");
  }

  private long cpuNanos() {
    return forwarders.stream().mapToLong(Child::cpuNanos).sum();
  }

  boolean isNode() {
    return collections != null;
  }

  /** Measures how much a node's JVM allocates per packet, and how often it collects garbage. */
  Allocated allocated(String order, Duration length)
      throws LabFailure, IOException, InterruptedException {
    Path log = requireNonNull(collections, "not a node");
    long pid = forwarders.getFirst().process().pid();
    JvmMemory before = JvmMemory.of(pid, log);
    LoadAnswer counted = saturate(order, length);
    JvmMemory after = JvmMemory.of(pid, log);
    long collected = after.collections() - before.collections();
    double bytes = (double) (after.usedBytes() - before.usedBytes()) / counted.received();
    return new Allocated(
        counted.received(), collected == 0 ? Math.round(bytes * 100) / 100.0 : null, collected);
  }

  /** A node's memory use in a window; bytes per packet are null if garbage was collected. */
  record Allocated(long packets, @Nullable Double bytesPerPacket, long collections)
      implements Facts {
    @Override
    public String toString() {
      return byKey().toString();
    }
  }

  @Override
  public void close() {
    load.close();
    forwarders.forEach(Child::close);
  }
}
