// SPDX-License-Identifier: Apache-2.0
package rani.link;

import org.jspecify.annotations.Nullable;

/**
 * Serializer of a link that follows a trace. It answers when each packet's service ends, in order
 * of their departures, by whole nanoseconds; nothing is allocated.
 */
sealed interface TraceService permits DeliveryService, StepService {
  /** Stands for the end of a service that does not end. */
  long NEVER = Long.MAX_VALUE;

  /** Returns the serializer of a direction; null if its trace has no rate. */
  static @Nullable TraceService of(TracedLink link) {
    return switch (link.trace()) {
      case DeliveryTrace trace -> new DeliveryService(trace, link);
      case StepTrace trace -> trace.hasRate() ? new StepService(trace, link) : null;
    };
  }

  /** Notes the time of go. Before it, a first step holds, and no opportunity comes. */
  void go(long goNanos);

  /**
   * Returns when the next packet departs, or {@link #NEVER}.
   *
   * @param queuedNanos when the packet came to the queue
   * @param beginsNanos when the service of the packet before it was due, or now; not decreasing
   */
  long dueNanos(long queuedNanos, long beginsNanos, int lengthBytes);
}
