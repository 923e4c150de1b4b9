// SPDX-License-Identifier: Apache-2.0
package rani.link;

import org.jspecify.annotations.Nullable;
import rani.queue.Rate;

/**
 * New values for some parameters of one direction of a link; null leaves a parameter unchanged.
 *
 * @param rate of the serializer
 * @param delayNanos propagation delay, at least 0
 * @param jitterNanos at most the delay that then holds
 * @param loss probability, 0…1, like the three that follow
 * @param duplicate probability
 * @param reorder probability
 * @param corrupt probability
 * @param drops a list of packets, which are counted from the change on
 */
public record LinkChange(
    @Nullable Rate rate,
    @Nullable Long delayNanos,
    @Nullable Long jitterNanos,
    @Nullable Double loss,
    @Nullable Double duplicate,
    @Nullable Double reorder,
    @Nullable Double corrupt,
    @Nullable DropList drops) {
  /** A change that does not touch the drop list. */
  public LinkChange(
      @Nullable Rate rate,
      @Nullable Long delayNanos,
      @Nullable Long jitterNanos,
      @Nullable Double loss,
      @Nullable Double duplicate,
      @Nullable Double reorder,
      @Nullable Double corrupt) {
    this(rate, delayNanos, jitterNanos, loss, duplicate, reorder, corrupt, null);
  }

  /** A change of the rate alone. */
  public static LinkChange ofRate(Rate rate) {
    return new LinkChange(rate, null, null, null, null, null, null);
  }

  /** A change of the delay alone. */
  public static LinkChange ofDelay(long delayNanos) {
    return new LinkChange(null, delayNanos, null, null, null, null, null);
  }

  /** A change of the loss alone. */
  public static LinkChange ofLoss(double loss) {
    return new LinkChange(null, null, null, loss, null, null, null);
  }

  /** A change of the list of drops alone. */
  public static LinkChange ofDrops(DropList drops) {
    return new LinkChange(null, null, null, null, null, null, null, drops);
  }

  /** The rate that holds after the change. */
  public Rate over(Rate before) {
    return rate == null ? before : rate;
  }

  /**
   * What the wire does after the change.
   *
   * @throws IllegalArgumentException if the values do not go together
   */
  public ImpairmentConfig over(ImpairmentConfig before) {
    return new ImpairmentConfig(
        delayNanos == null ? before.delayNanos() : delayNanos,
        jitterNanos == null ? before.jitterNanos() : jitterNanos,
        loss == null ? before.loss() : loss,
        duplicate == null ? before.duplicate() : duplicate,
        reorder == null ? before.reorder() : reorder,
        corrupt == null ? before.corrupt() : corrupt,
        drops == null ? before.drops() : drops);
  }
}
