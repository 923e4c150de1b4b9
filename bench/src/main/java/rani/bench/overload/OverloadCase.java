// SPDX-License-Identifier: Apache-2.0
package rani.bench.overload;

import java.io.IOException;
import java.time.Duration;
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
 * Measures the forwarding rate of a live node at three times the load that it can forward. A
 * program that spends work on packets before it drops them forwards less under overload. The goal
 * is 0.90 of the rate at saturation. Every sent packet must be accounted for: by the sink, by the
 * node, which drops with a reason, or by the kernel, which drops at a full socket.
 */
public final class OverloadCase implements BenchCase {
  private static final int LENGTH_BYTES = 256;
  private static final double TIMES = 3;
  private static final int TRAIN = 64;

  /** A link whose queue must drop: it carries 12,500 packets of 1000 bytes per second. */
  private static final String SLOW_LINK =
      "rate: 100Mbit/s, queue: {discipline: red, limit: 100packet, min-th: 20packet, "
          + "max-th: 60packet, action: drop}";

  private static final int SLOW_BYTES = 1000;
  private static final double SLOW_PACKETS_PER_SECOND = 12_500;

  private static final String ONE_BY_ONE = "256 B, one by one";
  private static final String IN_TRAINS = "256 B, in trains of 64";
  private static final String SLOW = "1000 B, a link of 100 Mbit/s";

  private static final List<Column> COLUMNS =
      List.of(
          new Column("forwarded", Kind.PER_SECOND, Beside.RATIO),
          new Column("offered", Kind.PER_SECOND, Beside.NOTHING));

  @Override
  public String name() {
    return "overload";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    try (Workspace workshop = new Workspace()) {
      if (options.measures(ONE_BY_ONE) || options.measures(IN_TRAINS)) {
        Hop node = Hop.node(workshop, Transport.best(), Hop.UNSHAPED);
        play(node, ONE_BY_ONE, 1, options, found);
        play(node, IN_TRAINS, TRAIN, options, found);
      }
      if (options.measures(SLOW)) {
        Hop slow = Hop.node(workshop, Transport.best(), SLOW_LINK);
        slow.warmUp(SLOW_BYTES, SLOW_PACKETS_PER_SECOND, options.warmUp());
        Load load = new Load(slow, SLOW_BYTES, 1, SLOW_PACKETS_PER_SECOND);
        found.accept(play(load, SLOW, options));
      }
    }
  }

  private void play(
      Hop node, String variant, int train, BenchOptions options, Consumer<Finding> found)
      throws LabFailure, InterruptedException {
    if (options.measures(variant)) {
      Duration warmUp = options.warmUp().multipliedBy(2);
      PaceAnswer _ = node.offer(new PaceOrder(LENGTH_BYTES, 0, warmUp, train, 0));
      found.accept(play(new Load(node, LENGTH_BYTES, train, 0), variant, options));
    }
  }

  /** Measures windows at saturation and above it alternately. */
  private Measures play(Load load, String variant, BenchOptions options)
      throws LabFailure, InterruptedException {
    LossCounts before = load.begin();
    Measures measures =
        new InterleavedMeasurement(name(), options.windowParts(2), COLUMNS)
            .play(
                variant,
                load.player("saturated", 1),
                load.player("saturated", 1),
                List.of(load.player("three times as much", TIMES)));
    return load.check(measures, before, "forwarded ratio ≥ 0.90");
  }
}
