// SPDX-License-Identifier: Apache-2.0
package rani.services.flakeway;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import rani.link.ChannelConfig;
import rani.link.ChannelConfig.Spread;
import rani.link.DropList;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.wire.FlowSpec;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The knobs of one rule of a {@link Flakeway}.
 *
 * @param trouble what befalls packets
 * @param drops packets that are dropped by their numbers
 * @param rate no faster than this
 * @param limit how many packets may wait for the rate
 */
record FlakewayParameters(ChannelConfig trouble, DropList drops, Rate rate, int limit) {
  /** Nothing is done to packets. */
  static final FlakewayParameters NONE =
      new FlakewayParameters(ChannelConfig.NONE, DropList.NONE, Rate.UNLIMITED, 100);

  private static final long DELAY_NANOS_MAX = 3_600_000_000_000L;
  private static final int LIMIT_MAX = 4096;
  private static final List<String> SPREADS =
      Stream.of(Spread.values()).map(FlakewayParameters::nameOf).toList();

  private static final List<String> COUNTED =
      Stream.of(DropList.Counted.values()).map(DropList.Counted::text).toList();

  private static String nameOf(Spread spread) {
    return spread.name().toLowerCase(Locale.ROOT);
  }

  /** These knobs as the options turn them; what they do not name stays as it is. */
  FlakewayParameters turned(OptionReader options) {
    ChannelConfig now = trouble;
    ChannelConfig.Bursts bursts = now.bursts();
    long delayNanos = options.durationNanos("delay", now.delayNanos());
    long jitterNanos = options.durationNanos("jitter", now.jitterNanos());
    String spread = options.oneOf("distribution", nameOf(now.spread()), SPREADS);
    double loss = options.fraction("loss", now.loss(), 0, 1);
    double enter = options.fraction("burst-enter", bursts.enter(), 0, 1);
    double leave = options.fraction("burst-leave", bursts.leave(), 0, 1);
    double burstLoss = options.fraction("burst-loss", bursts.loss(), 0, 1);
    double duplicate = options.fraction("duplicate", now.duplicate(), 0, 1);
    double reorder = options.fraction("reorder", now.reorder(), 0, 1);
    long reorderNanos = options.durationNanos("reorder-by", now.reorderNanos());
    double corrupt = options.fraction("corrupt", now.corrupt(), 0, 1);
    DropList turnedDrops = drops(options);
    Rate turnedRate = options.rate("rate", rate);
    int turnedLimit = (int) options.count("limit", limit, 1, LIMIT_MAX);
    if (delayNanos > DELAY_NANOS_MAX || reorderNanos > DELAY_NANOS_MAX) {
      throw new IllegalArgumentException("delay and reorder-by are at most 60min");
    }
    if (jitterNanos > delayNanos) {
      throw new IllegalArgumentException("jitter is at most the delay");
    }
    ChannelConfig turned =
        new ChannelConfig(
            delayNanos,
            jitterNanos,
            Spread.values()[SPREADS.indexOf(spread)],
            loss,
            new ChannelConfig.Bursts(enter, leave, burstLoss),
            duplicate,
            reorder,
            reorderNanos,
            corrupt);
    return new FlakewayParameters(turned, turnedDrops, turnedRate, turnedLimit);
  }

  private DropList drops(OptionReader options) {
    String counted = options.oneOf("drop-count", drops.counted().text(), COUNTED);
    DropList.Counted kind = DropList.Counted.values()[COUNTED.indexOf(counted)];
    return options.value("drop", drops.numbers(), text -> DropList.of(FlowSpec.ALL, kind, text));
  }

  /** As options have them. */
  public record Shown(
      double delaySeconds,
      double jitterSeconds,
      String distribution,
      double loss,
      @Inline Bursts bursts,
      double duplicate,
      double reorder,
      double reorderBySeconds,
      double corrupt,
      String drop,
      String dropCount,
      String rate,
      int limit)
      implements Facts {}

  /** Losses in bursts. */
  public record Bursts(double burstEnter, double burstLeave, double burstLoss) implements Facts {}

  Shown facts() {
    return new Shown(
        trouble.delayNanos() / 1e9,
        trouble.jitterNanos() / 1e9,
        nameOf(trouble.spread()),
        trouble.loss(),
        new Bursts(trouble.bursts().enter(), trouble.bursts().leave(), trouble.bursts().loss()),
        trouble.duplicate(),
        trouble.reorder(),
        trouble.reorderNanos() / 1e9,
        trouble.corrupt(),
        drops.numbers(),
        drops.counted().text(),
        rate.text(),
        limit);
  }
}
