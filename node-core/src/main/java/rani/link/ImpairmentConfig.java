// SPDX-License-Identifier: Apache-2.0
package rani.link;

/**
 * Impairment of one direction of a wire. The values are independent of each other.
 *
 * @param delayNanos propagation delay, at least 0
 * @param jitterNanos the delay varies uniformly by at most this, up or down; at most the delay;
 *     jitter keeps the order and the mean
 * @param loss probability that a frame is lost, 0…1
 * @param duplicate probability that a frame is duplicated
 * @param reorder probability that a frame is delayed further by {@link
 *     WireImpairment#REORDER_NANOS}, while later frames do not wait
 * @param corrupt probability that one bit of a frame flips
 * @param drops packets that are dropped as they enter the wire, by their numbers
 */
public record ImpairmentConfig(
    long delayNanos,
    long jitterNanos,
    double loss,
    double duplicate,
    double reorder,
    double corrupt,
    DropList drops) {
  public static final ImpairmentConfig NONE = new ImpairmentConfig(0, 0, 0, 0, 0, 0);

  public ImpairmentConfig {
    if (delayNanos < 0 || jitterNanos < 0 || jitterNanos > delayNanos) {
      throw new IllegalArgumentException(
          "delay is at least 0 and jitter at most the delay, not "
              + delayNanos
              + " ns and "
              + jitterNanos
              + " ns");
    }
    checkProbability("loss", loss);
    checkProbability("duplicate", duplicate);
    checkProbability("reorder", reorder);
    checkProbability("corrupt", corrupt);
  }

  public ImpairmentConfig(
      long delayNanos,
      long jitterNanos,
      double loss,
      double duplicate,
      double reorder,
      double corrupt) {
    this(delayNanos, jitterNanos, loss, duplicate, reorder, corrupt, DropList.NONE);
  }

  static void checkProbability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " is a probability of 0…1, not " + value);
    }
  }

  public static ImpairmentConfig ofDelay(long delayNanos) {
    return new ImpairmentConfig(delayNanos, 0, 0, 0, 0, 0);
  }
}
