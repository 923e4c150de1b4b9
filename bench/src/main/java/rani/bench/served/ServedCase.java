// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rani.aqm.RedConfig;
import rani.aqm.RedRules;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Finding;
import rani.bench.harness.InterleavedMeasurement;
import rani.bench.harness.InterleavedMeasurement.Beside;
import rani.bench.harness.InterleavedMeasurement.Column;
import rani.bench.harness.Measures;
import rani.bench.harness.Measures.Kind;
import rani.ground.LabFailure;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;

/**
 * Measures how much processor time is added to forwarding a packet by a service that only forwards,
 * by RED, by the monitoring of a queue, and by an empty filter table.
 *
 * <p>The measurement runs without sockets in this JVM, because a packet over the loopback takes ten
 * times as long as these additions. Sixteen frames of 256 bytes arrive at one instant and leave
 * again; then their headers are restored, which costs all contenders the same. Windows are a tenth
 * of the usual length, because no thread has to be woken in them.
 *
 * <p>A live node needs some 15 ns more, because it records which service it calls. The goals: at
 * most 30 ns more for an active packet, 10 ns for RED and monitoring, 5 ns for an empty table.
 */
public final class ServedCase implements BenchCase {
  private static final int FRAMES = 16;
  private static final int WINDOW_PARTS = 10;
  private static final int WARM_UP_TURNS = 4;
  private static final int LIMIT_FRAMES = 400;

  private static final QueueConfig DROP_TAIL = QueueConfig.dropTail(LIMIT_FRAMES);
  private static final QueueConfig RED =
      new QueueConfig(
          LIMIT_FRAMES,
          FlowIdentity.SOURCE_NODE,
          new RedConfig(
              RedRules.OF_1993,
              0.002,
              50,
              150,
              0.02,
              RedConfig.Action.DROP,
              true,
              RedConfig.Spacing.UNIFORM,
              false,
              500,
              false));

  /** Transmits the frames of a turn in a third of the time until the next turn. */
  private static final Rate PACED = Rate.bitsPerSecond(100e6);

  private static final String GOAL =
      "more: a service ≤ 30 ns, RED and monitoring ≤ 10 ns, an empty table ≤ 5 ns";

  private static final List<Column> COLUMNS =
      List.of(new Column("CPU/packet", Kind.NANOS, Beside.MORE));

  @Override
  public String name() {
    return "served";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, InterruptedException {
    BenchOptions shorter = options.windowParts(WINDOW_PARTS);
    List<FrameReplay> nodes = new ArrayList<>();
    try {
      List<InterleavedMeasurement.Player> idle =
          List.of(
              player(nodes, "drop-tail", Rate.UNLIMITED, DROP_TAIL, false),
              player(nodes, "drop-tail", Rate.UNLIMITED, DROP_TAIL, false),
              player(nodes, "RED", Rate.UNLIMITED, RED, false),
              player(nodes, "an active packet", Rate.UNLIMITED, DROP_TAIL, true),
              filtering(nodes, "an empty filter table", FrameReplay::withEmptyTable),
              filtering(nodes, "a filter that catches nothing", FrameReplay::withFilter));
      List<InterleavedMeasurement.Player> queueing =
          List.of(
              player(nodes, "drop-tail", PACED, DROP_TAIL, false),
              player(nodes, "drop-tail", PACED, DROP_TAIL, false),
              player(nodes, "RED", PACED, RED, false),
              player(nodes, "an active packet", PACED, DROP_TAIL, true));
      FrameReplay any = nodes.getFirst();
      List<InterleavedMeasurement.Player> queues =
          List.of(
              new Work("a plain queue", any.queues(FlowIdentity.SOURCE_NODE)::turnOfPlain),
              new Work("a plain queue", any.queues(FlowIdentity.SOURCE_NODE)::turnOfPlain),
              new Work("monitored", any.queues(FlowIdentity.SOURCE_NODE)::turnOfMonitored),
              new Work(
                  "monitored by 5-tuple", any.queues(FlowIdentity.FIVE_TUPLE)::turnOfMonitored));
      // Warms up all players first, so that compiled code is general enough for all of them.
      for (int turn = 0; turn < WARM_UP_TURNS; turn++) {
        Duration each = options.warmUp().dividedBy(8 * WARM_UP_TURNS);
        for (List<InterleavedMeasurement.Player> players : List.of(idle, queueing, queues)) {
          for (InterleavedMeasurement.Player player : players) {
            double[] _ = player.window(each);
          }
        }
      }
      play("256 B, a link without a rate", shorter, idle, found);
      play("256 B, 16 that wait for a link", shorter, queueing, found);
      play("256 B, a queue by itself", shorter, queues, found);
    } finally {
      nodes.forEach(FrameReplay::close);
    }
  }

  private static InterleavedMeasurement.Player player(
      List<FrameReplay> nodes, String name, Rate rate, QueueConfig queue, boolean active) {
    FrameReplay node = new FrameReplay(rate, queue, active, FRAMES);
    nodes.add(node);
    return new Work(name, node::turn);
  }

  private static InterleavedMeasurement.Player filtering(
      List<FrameReplay> nodes, String name, Consumer<FrameReplay> prepared) {
    FrameReplay node = new FrameReplay(Rate.UNLIMITED, DROP_TAIL, false, FRAMES);
    nodes.add(node);
    prepared.accept(node);
    return new Work(name, node::turn);
  }

  private void play(
      String variant,
      BenchOptions options,
      List<InterleavedMeasurement.Player> players,
      Consumer<Finding> found)
      throws LabFailure, InterruptedException {
    if (!options.measures(variant)) {
      return;
    }
    Measures measures =
        new InterleavedMeasurement(name(), options, COLUMNS)
            .play(variant, players.get(0), players.get(1), players.subList(2, players.size()));
    found.accept(measures.with(new Measures.Goal(GOAL)));
  }
}
