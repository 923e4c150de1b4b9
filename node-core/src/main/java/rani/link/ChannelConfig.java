// SPDX-License-Identifier: Apache-2.0
package rani.link;

/**
 * What {@link ChannelModel} there is. All values are independent: none moves another.
 *
 * @param delayNanos how long a packet is delayed on average, at least 0
 * @param jitterNanos how far delays vary, at most the delay; order and mean are kept
 * @param spread how they vary
 * @param loss probability that a packet vanishes, 0…1
 * @param bursts losses in bursts
 * @param duplicate probability that a packet comes twice
 * @param reorder probability that a packet comes later by {@code reorderNanos}, while those behind
 *     it do not wait
 * @param reorderNanos at least 0
 * @param corrupt probability that one bit of a packet flips
 */
public record ChannelConfig(
    long delayNanos,
    long jitterNanos,
    Spread spread,
    double loss,
    Bursts bursts,
    double duplicate,
    double reorder,
    long reorderNanos,
    double corrupt) {
  /** No trouble at all. */
  public static final ChannelConfig NONE = of(ImpairmentConfig.NONE);

  /** How delays vary around their mean. */
  public enum Spread {
    /** Not at all, whatever the jitter. */
    CONSTANT,
    /** Evenly, by at most the jitter up or down. */
    UNIFORM,
    /** Normally, with the jitter as standard deviation; at most by the delay up or down. */
    NORMAL,
    /**
     * By a Pareto law of the second kind with shape 3: the least delay is the mean less the jitter,
     * and few are very long.
     */
    PARETO
  }

  /**
   * Losses in bursts, by the chain of Gilbert and Elliott: before each packet the state changes, or
   * not; in the bad state packets are lost.
   *
   * @param enter probability to go from the good state to the bad, 0…1; 0 for no bursts
   * @param leave probability to go from the bad state to the good
   * @param loss probability that a packet vanishes in the bad state
   */
  public record Bursts(double enter, double leave, double loss) {
    /** None. */
    public static final Bursts NONE = new Bursts(0, 1, 1);

    public Bursts {
      ImpairmentConfig.checkProbability("burst-enter", enter);
      ImpairmentConfig.checkProbability("burst-leave", leave);
      ImpairmentConfig.checkProbability("burst-loss", loss);
    }
  }

  public ChannelConfig {
    if (delayNanos < 0 || reorderNanos < 0) {
      throw new IllegalArgumentException("a delay is at least 0");
    }
    if (jitterNanos < 0 || jitterNanos > delayNanos) {
      throw new IllegalArgumentException(
          "jitter is at most the delay, not " + jitterNanos + " ns of " + delayNanos + " ns");
    }
    ImpairmentConfig.checkProbability("loss", loss);
    ImpairmentConfig.checkProbability("duplicate", duplicate);
    ImpairmentConfig.checkProbability("reorder", reorder);
    ImpairmentConfig.checkProbability("corrupt", corrupt);
  }

  /** Whether packets are delayed by the law of another. */
  boolean isDelayedAs(ChannelConfig other) {
    return delayNanos == other.delayNanos
        && jitterNanos == other.jitterNanos
        && spread == other.spread;
  }

  /** Whether delays vary. */
  boolean isDrawn() {
    return jitterNanos > 0 && spread != Spread.CONSTANT;
  }

  /** Whether packets meet with nothing but a delay, always the same. */
  boolean isDelayAlone() {
    return !isDrawn()
        && loss == 0
        && bursts.enter == 0
        && duplicate == 0
        && reorder == 0
        && corrupt == 0;
  }

  /** The trouble of a link. */
  public static ChannelConfig of(ImpairmentConfig link) {
    return new ChannelConfig(
        link.delayNanos(),
        link.jitterNanos(),
        Spread.UNIFORM,
        link.loss(),
        Bursts.NONE,
        link.duplicate(),
        link.reorder(),
        WireImpairment.REORDER_NANOS,
        link.corrupt());
  }
}
