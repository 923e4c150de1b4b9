// SPDX-License-Identifier: Apache-2.0
package rani.link;

/**
 * Serves packets at a rate in steps. A packet departs as soon as the bits that have passed since
 * its service began are as many as it has. What has passed beyond them in the last nanosecond is
 * the next packet's, so that the sum is exact however long the link is busy.
 */
final class StepService implements TraceService {
  private static final long NANOBITS_PER_BYTE = Byte.SIZE * 1_000_000_000L;
  private static final long NANOBITS_MAX = Long.MAX_VALUE / 4;

  private final StepTrace trace;
  private final StepCursor cursor;
  private final long periodNanos;
  private final long nanobitsPerPeriod;

  /** What has passed beyond the last packet, and when that departs. */
  private long restNanobits;

  private long restAtNanos;

  StepService(StepTrace trace, TracedLink link) {
    this.trace = trace;
    this.cursor = new StepCursor(trace, link);
    this.periodNanos = link.periodNanos();
    this.nanobitsPerPeriod =
        link.loops() ? trace.nanobits(link.periodNanos(), NANOBITS_MAX) : NANOBITS_MAX;
  }

  @Override
  public void go(long goNanos) {
    cursor.go(goNanos);
    restNanobits = 0;
  }

  @Override
  public long dueNanos(long queuedNanos, long beginsNanos, int lengthBytes) {
    long nanobits = lengthBytes * NANOBITS_PER_BYTE;
    boolean isNext = beginsNanos == restAtNanos && queuedNanos < restAtNanos;
    nanobits -= isNext ? restNanobits : 0;
    long nanos = beginsNanos;
    cursor.seek(nanos);
    while (nanobits > 0) {
      long rate = trace.bitsPerSecond(cursor.step());
      long endNanos = cursor.endNanos();
      long neededNanos = rate == 0 ? NEVER : Math.ceilDiv(nanobits, rate);
      if (endNanos == StepCursor.NO_END ? rate > 0 : neededNanos <= endNanos - nanos) {
        nanos += neededNanos;
        nanobits -= neededNanos * rate;
        break;
      }
      if (endNanos == StepCursor.NO_END) {
        return NEVER;
      }
      nanobits -= rate * (endNanos - nanos);
      nanos = endNanos;
      cursor.seek(nanos);
      if (cursor.step() == 0 && nanobits > nanobitsPerPeriod) {
        long periods = (nanobits - 1) / nanobitsPerPeriod; // of a link that hardly moves
        if (periods > (NEVER / 2 - nanos) / periodNanos) {
          return NEVER;
        }
        nanobits -= periods * nanobitsPerPeriod;
        nanos += periods * periodNanos;
        cursor.seek(nanos);
      }
    }
    restNanobits = -nanobits;
    restAtNanos = nanos;
    return nanos;
  }
}
