// SPDX-License-Identifier: Apache-2.0
package rani.bench.idle;

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
 * Measures the processor time of a live node under a low load: 100,000 packets of 256 bytes per
 * second, sent at even intervals. Packets arrive singly, so that each of them wakes the forwarder;
 * the figure includes the cost of sleeping and waking. The goal is 1.25 times the C forwarder's.
 */
public final class IdleCase implements BenchCase {
  private static final int LENGTH_BYTES = 256;
  private static final double PACKETS_PER_SECOND = 100_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private static final List<Column> COLUMNS =
      List.of(
          new Column("CPU/packet", Kind.NANOS, Beside.RATIO),
          new Column("of a processor", Kind.PART, Beside.NOTHING),
          new Column("packets", Kind.PER_SECOND, Beside.NOTHING),
          new Column("lost", Kind.COUNT, Beside.NOTHING));

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    try (Workspace workshop = new Workspace()) {
      Load reference = new Load(Hop.program(workshop));
      Load control = new Load(Hop.program(workshop));
      List<InterleavedMeasurement.Player> nodes = new ArrayList<>();
      for (Transport transport : List.of(Transport.MMSG, Transport.EPOLL)) {
        if (transport.unavailable() == null) {
          Hop hop = Hop.node(workshop, transport, Hop.UNSHAPED);
          hop.warmUp(LENGTH_BYTES, PACKETS_PER_SECOND, options.warmUp().multipliedBy(2));
          nodes.add(new Load(hop));
        }
      }
      Measures measures =
          new InterleavedMeasurement(name(), options.windowParts(2), COLUMNS)
              .play("100000 packets/s of 256 B", reference, control, nodes);
      found.accept(measures.with(new Measures.Goal("CPU/packet ratio ≤ 1.25")));
    }
  }

  private record Load(Hop hop) implements InterleavedMeasurement.Player {
    @Override
    public String name() {
      return hop.name();
    }

    @Override
    public double[] window(Duration length) throws LabFailure {
      long cpuBefore = hop.cpuNanos();
      PaceAnswer answer = hop.pace(PaceOrder.of(LENGTH_BYTES, PACKETS_PER_SECOND, length));
      double cpuNanos = hop.cpuNanos() - cpuBefore;
      return new double[] {
        cpuNanos / answer.received(),
        cpuNanos / answer.received() * answer.receivedPerSecond() / NANOS_PER_SECOND,
        answer.receivedPerSecond(),
        answer.sent() - answer.received()
      };
    }
  }
}
