// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.OptionalLong;

/** Span of a run over which means are taken, from the run's start; without an end, to the run's. */
public record ObservedSpan(long fromNanos, OptionalLong untilNanos) {
  public static final ObservedSpan WHOLE = new ObservedSpan(0, OptionalLong.empty());

  /** Returns the length of the part of the span before the end of a run; 0 if there is none. */
  long lengthNanos(long endNanos) {
    return Math.max(0, Math.min(endNanos, untilNanos.orElse(Long.MAX_VALUE)) - fromNanos);
  }

  boolean contains(long timeNanos) {
    return timeNanos >= fromNanos && timeNanos <= untilNanos.orElse(Long.MAX_VALUE);
  }
}
