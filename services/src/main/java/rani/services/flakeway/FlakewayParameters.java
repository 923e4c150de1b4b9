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
 * Parameters of one rule of a {@link Flakeway}.
 *
 * @param trouble delays, losses and damage
 * @param drops packets that are dropped by their numbers
 * @param rate rate limit
 * @param limit largest number of packets that wait for the rate limit
 */
record FlakewayParameters(ChannelConfig trouble, DropList drops, Rate rate, int limit) {
  /** Parameters that leave packets unchanged. */
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

  /** Returns a copy with the parameters that the options name; all others keep their values. */
  FlakewayParameters turned(OptionReader options) {
    ChannelConfig now = trouble;
    ChannelConfig.Bursts bursts = now.bursts();
    long delayNanos =
        options.durationNanos(
            "delay", now.delayNanos(), "How long packets are delayed on average, at most 60min.");
    long jitterNanos =
        options.durationNanos(
            "jitter", now.jitterNanos(), "How far delays vary, at most the delay.");
    String spread =
        options.oneOf("distribution", nameOf(now.spread()), SPREADS, "How delays vary.");
    double loss =
        options.fraction("loss", now.loss(), 0, 1, "How many packets vanish, each by itself.");
    double enter =
        options.fraction(
            "burst-enter",
            bursts.enter(),
            0,
            1,
            "How likely a burst of losses begins at a packet.");
    double leave =
        options.fraction(
            "burst-leave", bursts.leave(), 0, 1, "How likely a burst ends at a packet.");
    double burstLoss =
        options.fraction(
            "burst-loss", bursts.loss(), 0, 1, "How likely a packet is lost in a burst.");
    double duplicate =
        options.fraction("duplicate", now.duplicate(), 0, 1, "How many packets come twice.");
    double reorder =
        options.fraction("reorder", now.reorder(), 0, 1, "How many packets are overtaken.");
    long reorderNanos =
        options.durationNanos(
            "reorder-by",
            now.reorderNanos(),
            "How much later an overtaken packet comes, at most 60min.");
    double corrupt =
        options.fraction("corrupt", now.corrupt(), 0, 1, "In how many packets one bit flips.");
    DropList turnedDrops = drops(options);
    Rate turnedRate = options.rate("rate", rate, "No faster than this.");
    int turnedLimit =
        (int)
            options.count("limit", limit, 1, LIMIT_MAX, "How many packets may wait for the rate.");
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
    String counted =
        options.oneOf(
            "drop-count",
            drops.counted().text(),
            COUNTED,
            "What has a number: every packet, or those with data.");
    DropList.Counted kind = DropList.Counted.values()[COUNTED.indexOf(counted)];
    return options.value(
        "drop",
        drops.numbers(),
        text -> DropList.of(FlowSpec.ALL, kind, text),
        "Packets that are dropped, by number from 1 in ascending order: 14, 15, 28..30; at most"
            + " 1000 numbers and ranges.");
  }

  /** Parameters under the names of their options. */
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

  /** Parameters of loss bursts. */
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
