// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.aqm.RioConfig.Thresholds;
import rani.queue.QueueConfig;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.wire.Ipv4Header;

/**
 * The settings of {@link Red}.
 *
 * @param weight w, the weight of a new sample in the average, in (0, 1]
 * @param minThFrames min_th, in frames, at least 0
 * @param maxThFrames max_th, in frames, above min_th
 * @param maxP the drop probability as the average reaches max_th, in (0, 1]
 * @param gentle whether the probability rises from maxP to 1 between max_th and 2 max_th instead of
 *     jumping to 1
 * @param byteMode whether the queue is measured, and the probability scaled, by bytes
 * @param meanPacketBytes the size of a packet that counts as one frame in byte mode and in the idle
 *     rule
 * @param adaptive whether maxP follows the average (Adaptive RED)
 */
public record RedConfig(
    RedRules rules,
    double weight,
    double minThFrames,
    double maxThFrames,
    double maxP,
    Action action,
    boolean gentle,
    Spacing spacing,
    boolean byteMode,
    int meanPacketBytes,
    boolean adaptive)
    implements Aqm {

  /** The usual settings of RED in ns-2, which most studies of that time used. */
  public static final RedConfig DEFAULT =
      new RedConfig(
          RedRules.OF_1993,
          0.002,
          5,
          15,
          0.1,
          Action.DROP,
          false,
          Spacing.UNIFORM,
          false,
          1000,
          false);

  private enum Mode {
    PACKETS,
    BYTES
  }

  /** The treatment of a packet that RED has chosen. */
  public enum Action {
    /** No drops or marks; RED only keeps the average. RANI's own setting (papers' RANI §5.1). */
    NONE,
    /** Marks ECN-capable packets and drops the others; drops all packets above max_th. */
    MARK,
    /** Drops the packet. */
    DROP
  }

  /** How chosen packets are spread over the arrivals. */
  public enum Spacing {
    /** Floyd and Jacobson 1993: the gap is uniform on 1 … 1/p_b. */
    UNIFORM,
    /** ns-2's {@code wait_}: uniform on 1/p_b … 2/p_b; a third of the losses at most loads. */
    WAIT;

    /** Returns the default spacing of a rule set. */
    public static Spacing of(RedRules rules) {
      return rules == RedRules.NS_2 ? WAIT : UNIFORM;
    }
  }

  public RedConfig {
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException("weight is above 0 and at most 1, not " + weight);
    }
    Thresholds.check(minThFrames, maxThFrames, maxP);
    if (meanPacketBytes < 1) {
      throw new IllegalArgumentException("mean-packet is at least 1 byte, not " + meanPacketBytes);
    }
  }

  @Override
  public String discipline() {
    return "red";
  }

  @Override
  public String meaning() {
    return "drops by chance between two thresholds of an average of the queue";
  }

  @Override
  public QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets) {
    return new Red(this, drain, random);
  }

  @Override
  public RedConfig with(OptionReader options) {
    RedRules ruled = RedRules.read(options, rules);
    double weighed = readWeight(options, weight);
    Thresholds thresholds = new Thresholds(minThFrames, maxThFrames, maxP).with(options);
    Action acted =
        options.oneOf(
            "action",
            action,
            "RED: what is done to a chosen packet; none keeps the average only, as RANI does.");
    boolean gently =
        options.flag(
            "gentle",
            gentle,
            "RED: whether the probability rises from max-p to 1 between max-th and twice max-th"
                + " instead of jumping to 1.");
    Spacing spaced =
        options.oneOf(
            "spacing",
            ruled == rules ? spacing : Spacing.of(ruled),
            "RED: how chosen packets are spread: uniform as in 1993, or as ns-2 does with `wait_`;"
                + " by default as `rules` has it.");
    Mode mode =
        options.oneOf(
            "mode",
            byteMode ? Mode.BYTES : Mode.PACKETS,
            "RED: whether the queue is measured, and the probability scaled, by packets or bytes.");
    return new RedConfig(
        ruled,
        weighed,
        thresholds.minThFrames(),
        thresholds.maxThFrames(),
        thresholds.maxP(),
        acted,
        gently,
        spaced,
        mode == Mode.BYTES,
        readMeanPacketBytes(options, meanPacketBytes),
        options.flag(
            "adaptive", adaptive, "RED: whether max-p follows the average (Adaptive RED)."));
  }

  /** Reads {@code weight}, an option of RED, RIO and WRED. */
  static double readWeight(OptionReader options, double known) {
    return options.share(
        "weight", known, "RED, RIO, WRED: w, the part that an arriving sample has in the average.");
  }

  /** Reads {@code mean-packet}, an option of RED, RIO and WRED. */
  static int readMeanPacketBytes(OptionReader options, int known) {
    return (int)
        options.sizeBytes(
            "mean-packet",
            known,
            1,
            Ipv4Header.TOTAL_LENGTH_MAX,
            "RED: what a packet counts as in mode bytes; RED, RIO, WRED: in the rule for idle"
                + " time.");
  }

  /** Returns a queue's settings of RED; null if its discipline is another. */
  public static @Nullable RedConfig of(QueueConfig queue) {
    return queue.aqm() instanceof RedConfig red ? red : null;
  }
}
