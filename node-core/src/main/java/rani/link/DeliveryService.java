// SPDX-License-Identifier: Apache-2.0
package rani.link;

/**
 * Serves packets by opportunities, as Mahimahi's mm-link does ({@code link_queue.cc}). An
 * opportunity that finds no packet is lost. Packets that came before it share its bytes in their
 * order; a packet that it does not carry whole goes on with the next one, and departs with the
 * opportunity that carries its last byte.
 */
final class DeliveryService implements TraceService {
  private final DeliveryTrace trace;
  private final TracedLink link;

  /** Time at which the trace was, or will be, at the beginning of its present period. */
  private long baseNanos;

  /** The first opportunity of the period that is still to come. */
  private int next;

  private boolean begun;
  private boolean ended;

  /** The opportunity in use: its time, and what is left of it. */
  private long atNanos;

  private int leftBytes;

  DeliveryService(DeliveryTrace trace, TracedLink link) {
    this.trace = trace;
    this.link = link;
  }

  @Override
  public void go(long goNanos) {
    baseNanos = goNanos - link.startNanos();
    next = 0;
    leftBytes = 0;
    begun = true;
    ended = false;
  }

  @Override
  public long dueNanos(long queuedNanos, long beginsNanos, int lengthBytes) {
    if (!begun) {
      return NEVER;
    }
    if (leftBytes == 0 || atNanos <= queuedNanos) {
      pass(queuedNanos);
      take();
    }
    int bytes = lengthBytes + DeliveryTrace.HEADER_BYTES;
    while (bytes > leftBytes && !ended) {
      bytes -= leftBytes;
      take();
    }
    leftBytes -= bytes;
    return ended ? NEVER : atNanos;
  }

  /** Passes over the opportunities up to a time, which found no packet. */
  private void pass(long nanos) {
    if (link.loops() && nanos - baseNanos >= link.periodNanos()) {
      baseNanos += (nanos - baseNanos) / link.periodNanos() * link.periodNanos();
      next = 0;
    }
    next = trace.firstAfter(next, nanos - baseNanos);
  }

  private void take() {
    if (next == trace.opportunities()) {
      if (!link.loops()) {
        ended = true;
        return;
      }
      baseNanos += link.periodNanos();
      next = 0;
    }
    atNanos = baseNanos + trace.nanos(next);
    leftBytes = DeliveryTrace.OPPORTUNITY_BYTES;
    next++;
  }
}
