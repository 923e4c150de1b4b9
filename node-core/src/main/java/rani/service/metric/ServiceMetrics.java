// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.SequencedMap;
import rani.world.NoteDetail;

/** Measures in one run what a service does at all its nodes. */
@FunctionalInterface
public interface ServiceMetrics {
  /** Measures nothing. */
  ServiceMetrics NONE = (metrics, facts) -> {};

  /**
   * A note of the service, as it is noted.
   *
   * @param timeNanos since go
   * @throws IllegalArgumentException if the note lacks what it must say; the message is shown with
   *     the note behind it
   */
  default void note(long timeNanos, String node, String event, NoteDetail detail) {}

  /**
   * Adds what was measured, by names that have a row among the provider's; nothing where there is
   * no value.
   *
   * @param facts of all services, at the end of the run
   */
  void addTo(SequencedMap<String, Double> metrics, ServiceFacts facts);
}
