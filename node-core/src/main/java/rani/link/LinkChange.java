// SPDX-License-Identifier: Apache-2.0
package rani.link;

import org.jspecify.annotations.Nullable;
import rani.queue.Rate;

/**
 * New values for parameters of one direction of a link; null keeps the present value.
 *
 * @param rate of the serializer
 * @param delayNanos propagation delay, at least 0
 * @param jitterNanos at most the new delay
 * @param loss probability, 0…1
 * @param duplicate probability, 0…1
 * @param reorder probability, 0…1
 * @param corrupt probability, 0…1
 * @param drops packets to be dropped, numbered from the change on
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

  public static LinkChange ofRate(Rate rate) {
    return new LinkChange(rate, null, null, null, null, null, null);
  }

  public static LinkChange ofDelay(long delayNanos) {
    return new LinkChange(null, delayNanos, null, null, null, null, null);
  }

  public static LinkChange ofLoss(double loss) {
    return new LinkChange(null, null, null, loss, null, null, null);
  }

  public static LinkChange ofDrops(DropList drops) {
    return new LinkChange(null, null, null, null, null, null, null, drops);
  }

  public Rate over(Rate before) {
    return rate == null ? before : rate;
  }

  /**
   * Applies the change to an impairment.
   *
   * @throws IllegalArgumentException if the values contradict each other
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
