// SPDX-License-Identifier: Apache-2.0
package rani.link;

/**
 * Configuration of a {@link ChannelModel}. The values are independent of each other.
 *
 * @param delayNanos mean delay, at least 0
 * @param jitterNanos width of the delay's distribution, at most the delay; jitter keeps the order
 *     and the mean
 * @param loss probability that a packet is lost, 0…1
 * @param duplicate probability that a packet is duplicated
 * @param reorder probability that a packet is delayed further by {@code reorderNanos}, while later
 *     packets do not wait
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
  public static final ChannelConfig NONE = of(ImpairmentConfig.NONE);

  /** Distribution of delays around their mean. */
  public enum Spread {
    /** No variation; the jitter is ignored. */
    CONSTANT,
    /** Uniform, by at most the jitter up or down. */
    UNIFORM,
    /** Normal, with the jitter as standard deviation; limited to the delay up or down. */
    NORMAL,
    /** Pareto of the second kind, shape 3; the smallest delay is the mean minus the jitter. */
    PARETO
  }

  /**
   * Losses in bursts by a Gilbert-Elliott chain. Before each packet the state may change; packets
   * are lost in the bad state.
   *
   * @param enter probability of the change from good to bad, 0…1; 0 for no bursts
   * @param leave probability of the change from bad to good
   * @param loss probability that a packet is lost in the bad state
   */
  public record Bursts(double enter, double leave, double loss) {
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

  /** Reports whether both configurations have the same distribution of delays. */
  boolean isDelayedAs(ChannelConfig other) {
    return delayNanos == other.delayNanos
        && jitterNanos == other.jitterNanos
        && spread == other.spread;
  }

  boolean isDrawn() {
    return jitterNanos > 0 && spread != Spread.CONSTANT;
  }

  /** Reports whether packets only get a constant delay. */
  boolean isDelayAlone() {
    return !isDrawn()
        && loss == 0
        && bursts.enter == 0
        && duplicate == 0
        && reorder == 0
        && corrupt == 0;
  }

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
