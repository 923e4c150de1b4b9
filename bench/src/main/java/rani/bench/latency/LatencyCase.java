// SPDX-License-Identifier: Apache-2.0
package rani.bench.latency;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Finding;
import rani.bench.harness.InterleavedMeasurement;
import rani.bench.harness.InterleavedMeasurement.Beside;
import rani.bench.harness.InterleavedMeasurement.Column;
import rani.bench.harness.Measures;
import rani.bench.harness.Measures.Kind;
import rani.bench.harness.Workspace;
import rani.bench.hop.Hop;
import rani.bench.hop.PaceAnswer;
import rani.bench.hop.PaceOrder;
import rani.ground.LabFailure;
import rani.live.Transport;

/**
 * Measures the one-way delay of a packet of 256 bytes through a live node that sleeps between
 * packets: from the packet's due time at the generator to its arrival at the sink. Both are one
 * program that never sleeps. The generator's lateness is included, so that a delayed generator
 * hides nothing. Most of the delay is the time in which the kernel wakes the forwarder. The goal is
 * a median of 1.15 times the C forwarder's.
 */
public final class LatencyCase implements BenchCase {
  private static final int LENGTH_BYTES = 256;
  private static final List<Integer> PACKETS_PER_SECOND = List.of(1_000, 10_000);
  private static final double WARM_UP_PACKETS_PER_SECOND = 50_000;

  /** Warm-up windows; until then, the JIT compilers take the processor for milliseconds. */
  private static final int WARM_UPS = 3;

  private static final List<Column> COLUMNS =
      List.of(
          new Column("p50", Kind.NANOS, Beside.RATIO),
          new Column("p99", Kind.NANOS, Beside.RATIO),
          new Column("max", Kind.NANOS, Beside.NOTHING),
          new Column("sent late p99", Kind.NANOS, Beside.NOTHING));

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    try (Workspace workshop = new Workspace()) {
      Hop reference = Hop.program(workshop);
      Hop control = Hop.program(workshop);
      List<Hop> nodes = new ArrayList<>();
      for (Transport transport : List.of(Transport.MMSG, Transport.EPOLL)) {
        if (transport.unavailable() == null) {
          Hop hop = Hop.node(workshop, transport, Hop.UNSHAPED);
          hop.warmUp(
              LENGTH_BYTES, WARM_UP_PACKETS_PER_SECOND, options.warmUp().multipliedBy(WARM_UPS));
          nodes.add(hop);
        }
      }
      for (int perSecond : PACKETS_PER_SECOND) {
        String variant = perSecond + " packets/s of 256 B";
        if (!options.measures(variant)) {
          continue;
        }
        List<InterleavedMeasurement.Player> rivals = new ArrayList<>();
        nodes.forEach(node -> rivals.add(new Load(node, perSecond)));
        Measures measures =
            new InterleavedMeasurement(name(), options.windowParts(2), COLUMNS)
                .play(
                    variant, new Load(reference, perSecond), new Load(control, perSecond), rivals);
        found.accept(measures.with(new Measures.Goal("p50 ratio ≤ 1.15")));
      }
    }
  }

  private record Load(Hop hop, int perSecond) implements InterleavedMeasurement.Player {
    @Override
    public String name() {
      return hop.name();
    }

    @Override
    public double[] window(Duration length) throws LabFailure {
      PaceAnswer answer = hop.pace(PaceOrder.of(LENGTH_BYTES, perSecond, length));
      return new double[] {
        answer.delayP50(), answer.delayP99(), answer.delayMax(), answer.sendLateP99()
      };
    }
  }
}
