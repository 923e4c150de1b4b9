// SPDX-License-Identifier: Apache-2.0
package rani.link;

import org.jspecify.annotations.Nullable;
import rani.queue.Rate;

/**
 * New values for parameters of one direction of a link, in the ranges of {@link ImpairmentConfig}.
 * Null keeps the present value. Packets to be dropped are numbered from the change on.
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
  public static LinkChange ofDrops(DropList drops) {
    return new LinkChange(null, null, null, null, null, null, null, drops);
  }

  /** Returns this change without its delay, which then stays as it is. */
  public LinkChange withoutDelay() {
    return new LinkChange(rate, null, jitterNanos, loss, duplicate, reorder, corrupt, drops);
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
