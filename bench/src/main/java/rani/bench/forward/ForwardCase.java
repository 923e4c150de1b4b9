// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.bench.forward.ForwardPath.Allocated;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Comparison;
import rani.bench.harness.Contender;
import rani.bench.harness.Finding;
import rani.bench.harness.PairedMeasurement;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.world.Facts;

/**
 * Measures real nodes that forward at saturation, one packet per datagram and in trains: with one
 * next hop, with four, with eight hops in a row on one processor, on the loopback and over a veth
 * pair.
 *
 * <p>The reference, 1.00, is a C program that receives and sends batches of 64 by recvmmsg and
 * sendmmsg on connected sockets, and makes the same changes to each header. The load keeps 128
 * packets in flight, so that the forwarder is never idle and no queue overflows. With two or more
 * processors, the load and the measured program have a processor each.
 *
 * <p>Packets of 256 bytes are measured in every variant; packets of 64 and 1000 bytes with one next
 * hop and the best transport. {@link BenchOptions#wide} measures all lengths everywhere.
 */
public final class ForwardCase implements BenchCase {
  private static final List<Integer> LENGTHS_BYTES = List.of(64, 256, 1000);
  private static final int USUAL_LENGTH_BYTES = 256;
  private static final int NEXT_HOPS = 4;
  private static final int CHAIN_HOPS = 8;
  private static final String ONE_BY_ONE = " B, one by one";
  private static final String IN_TRAINS = " B, in trains";
  private static final String VETH = ", veth";

  /** Windows that a fresh JVM needs until it has compiled the forwarding code. */
  private static final int WINDOWS_TO_COMPILE = 3;

  private static final Duration COMPILE_WINDOW_MAX = Duration.ofSeconds(1);

  @Override
  public String name() {
    return "forward";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    try (Workspace workshop = new Workspace();
        LoadPath loopback = new Loopback()) {
      Run run = new Run(workshop, options, found);
      run.oneNextHop(loopback);
      run.bothWays(loopback, 1, NEXT_HOPS, ", four next hops");
      run.bothWays(loopback, CHAIN_HOPS, 1, ", eight hops");
      if (run.wants(ONE_BY_ONE + VETH) || run.wants(IN_TRAINS + VETH)) {
        Veth loadPath;
        try {
          loadPath = Veth.lay();
        } catch (LabFailure e) {
          if (!run.measured) {
            throw e;
          }
          options.progress().accept("forward, veth was left out: " + e.getMessage());
          return;
        }
        try (loadPath) {
          run.bothWays(loadPath, 1, 1, VETH);
        }
      }
      if (!run.measured) {
        throw new LabFailure("forward has no variant with `" + options.only() + "` in its name");
      }
    }
  }

  private final class Run {
    private final Workspace workshop;
    private final BenchOptions options;
    private final Consumer<Finding> found;
    private final PairedMeasurement match;
    private boolean measured;

    Run(Workspace workshop, BenchOptions options, Consumer<Finding> found) {
      this.workshop = workshop;
      this.options = options;
      this.found = found;
      // Paths are compiled before, so that a single window of warm-up is enough.
      this.match =
          new PairedMeasurement(
              name(),
              "packet",
              new BenchOptions(
                  options.rounds(), options.window(), options.window(), options.progress()));
    }

    /** Selects the lengths at which a variant is measured. */
    private List<Integer> lengths(List<Integer> lengths, String how) {
      return lengths.stream().filter(length -> options.measures(length + how)).toList();
    }

    private List<Integer> choice() {
      return options.wide() ? LENGTHS_BYTES : List.of(USUAL_LENGTH_BYTES);
    }

    /** Returns whether a variant is measured at any length. */
    boolean wants(String how) {
      return !lengths(choice(), how).isEmpty();
    }

    /** Measures one next hop at every length; at the usual length all transports and peers, too. */
    void oneNextHop(LoadPath loadPath) throws LabFailure, IOException, InterruptedException {
      List<Integer> singly = lengths(LENGTHS_BYTES, ONE_BY_ONE);
      List<Integer> together = lengths(LENGTHS_BYTES, IN_TRAINS);
      if (singly.isEmpty() && together.isEmpty()) {
        return;
      }
      try (Paths paths = new Paths()) {
        ForwardPath reference = paths.add(ForwardPath.reference(workshop, plan(loadPath)));
        ForwardPath control = paths.add(ForwardPath.reference(workshop, plan(loadPath)));
        ForwardPath node = paths.add(ForwardPath.node(workshop, plan(loadPath), Transport.best()));
        List<ForwardPath> rivals = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        if (wants(ONE_BY_ONE)) {
          for (Transport transport : Transport.values()) {
            if (transport != Transport.best() && transport.unavailable() == null) {
              rivals.add(paths.add(ForwardPath.node(workshop, plan(loadPath), transport)));
            }
          }
          for (ForwardPath rival : rivals) {
            compile(rival.oneByOne(USUAL_LENGTH_BYTES));
          }
        }
        if (wants(ONE_BY_ONE) || wants(IN_TRAINS)) {
          rivals.addAll(peers(loadPath, paths, leftOut));
        }
        compile(node.oneByOne(USUAL_LENGTH_BYTES));
        for (int length : singly) {
          List<ForwardPath> all = new ArrayList<>(List.of(node));
          all.addAll(choice().contains(length) ? rivals : List.of());
          oneByOne(length, "", reference, control, all, leftOut);
        }
        if (together.isEmpty()) {
          return;
        }
        ForwardPath twin = paths.add(ForwardPath.twin(workshop, plan(loadPath)));
        compile(node.inTrains(USUAL_LENGTH_BYTES));
        for (int length : together) {
          List<ForwardPath> beside = choice().contains(length) ? click(rivals) : List.of();
          inTrains(length, "", reference, control, twin, node, beside);
        }
      }
    }

    private List<ForwardPath> click(List<ForwardPath> peers) {
      return peers.stream().filter(each -> each.name().equals(Peer.CLICK.text())).toList();
    }

    private PathPlan plan(LoadPath loadPath) throws IOException {
      return PathPlan.of(loadPath, 1, 1);
    }

    private List<ForwardPath> peers(LoadPath loadPath, Paths paths, List<String> leftOut)
        throws IOException, InterruptedException {
      List<ForwardPath> peers = new ArrayList<>();
      for (Peer peer : Peer.values()) {
        Optional<Path> program = peer.program();
        if (program.isEmpty()) {
          leftOut.add(peer.text() + ": not installed");
          continue;
        }
        try {
          ForwardPath path = ForwardPath.peer(workshop, plan(loadPath), peer, program.get());
          peers.add(paths.add(path));
        } catch (LabFailure e) {
          leftOut.add(peer.text() + ": " + e.getMessage());
        }
      }
      return peers;
    }

    /** Measures the best transport in trains and, with a single hop, one by one. */
    void bothWays(LoadPath loadPath, int hops, int nextHops, String what)
        throws LabFailure, IOException, InterruptedException {
      List<Integer> singly = hops > 1 ? List.of() : lengths(choice(), ONE_BY_ONE + what);
      List<Integer> together = lengths(choice(), IN_TRAINS + what);
      if (singly.isEmpty() && together.isEmpty()) {
        return;
      }
      PathPlan[] plans = new PathPlan[4];
      for (int i = 0; i < plans.length; i++) {
        plans[i] = PathPlan.of(loadPath, hops, nextHops);
      }
      try (Paths paths = new Paths()) {
        ForwardPath reference = paths.add(ForwardPath.reference(workshop, plans[0]));
        ForwardPath control = paths.add(ForwardPath.reference(workshop, plans[1]));
        ForwardPath node = paths.add(ForwardPath.node(workshop, plans[2], Transport.best()));
        for (int length : singly) {
          compile(node.oneByOne(length));
          oneByOne(length, what, reference, control, List.of(node), List.of());
        }
        if (!together.isEmpty()) {
          ForwardPath twin = paths.add(ForwardPath.twin(workshop, plans[3]));
          compile(node.inTrains(USUAL_LENGTH_BYTES));
          for (int length : together) {
            inTrains(length, what, reference, control, twin, node, List.of());
          }
        }
      }
    }

    private void oneByOne(
        int length,
        String what,
        ForwardPath reference,
        ForwardPath control,
        List<ForwardPath> rivals,
        List<String> leftOut)
        throws LabFailure, IOException, InterruptedException {
      Comparison came =
          match.play(
              length + ONE_BY_ONE + what,
              reference.oneByOne(length),
              control.oneByOne(length),
              rivals.stream().map(path -> path.oneByOne(length)).toList());
      say(came, memory(rivals, "saturate " + length), leftOut);
    }

    private void inTrains(
        int length,
        String what,
        ForwardPath reference,
        ForwardPath control,
        ForwardPath twin,
        ForwardPath node,
        List<ForwardPath> besideOneByOne)
        throws LabFailure, IOException, InterruptedException {
      List<Contender> rivals =
          Stream.concat(
                  Stream.of(twin, node).map(path -> path.inTrains(length)),
                  besideOneByOne.stream().map(path -> path.oneByOneAmongTrains(length)))
              .toList();
      Comparison came =
          match.play(
              length + IN_TRAINS + what,
              reference.oneByOne(length),
              control.oneByOne(length),
              rivals);
      say(came, memory(List.of(node), "trains " + length), List.of());
    }

    private SequencedMap<String, Allocated> memory(List<ForwardPath> paths, String order)
        throws LabFailure, IOException, InterruptedException {
      SequencedMap<String, Allocated> memory = new LinkedHashMap<>();
      for (ForwardPath path : paths) {
        if (path.isNode()) {
          memory.put(path.name(), path.allocated(order, options.warmUp()));
        }
      }
      return memory;
    }

    private void say(
        Comparison came, SequencedMap<String, Allocated> memory, List<String> leftOut) {
      measured = true;
      found.accept(came.with(new Others(memory, leftOut.isEmpty() ? null : leftOut)));
    }

    private void compile(Contender node) throws LabFailure, InterruptedException {
      Duration warmUp = options.warmUp();
      Duration length = warmUp.compareTo(COMPILE_WINDOW_MAX) < 0 ? warmUp : COMPILE_WINDOW_MAX;
      for (int window = 0; window < WINDOWS_TO_COMPILE; window++) {
        var _ = node.window(length);
      }
    }
  }

  private record Others(SequencedMap<String, Allocated> memory, @Nullable List<String> leftOut)
      implements Facts {}

  /** Paths that are closed together. */
  private static final class Paths implements AutoCloseable {
    private final List<ForwardPath> paths = new ArrayList<>();

    ForwardPath add(ForwardPath path) {
      paths.add(path);
      return path;
    }

    @Override
    public void close() {
      paths.forEach(ForwardPath::close);
    }
  }
}
