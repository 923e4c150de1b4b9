// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.OptionalLong;

/**
 * The part of a run over which means are taken, since the beginning of the experiment.
 *
 * @param fromNanos its beginning
 * @param untilNanos its end; empty for the end of the run
 */
public record ObservedSpan(long fromNanos, OptionalLong untilNanos) {
  /** All of a run. */
  public static final ObservedSpan WHOLE = new ObservedSpan(0, OptionalLong.empty());

  /** How much of it lies before the end of a run; 0 if nothing does. */
  long lengthNanos(long endNanos) {
    return Math.max(0, Math.min(endNanos, untilNanos.orElse(Long.MAX_VALUE)) - fromNanos);
  }

  boolean contains(long timeNanos) {
    return timeNanos >= fromNanos && timeNanos <= untilNanos.orElse(Long.MAX_VALUE);
  }
}
