// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.SequencedMap;
import rani.world.NoteDetail;

/** Measures a service at all nodes of one run. */
@FunctionalInterface
public interface ServiceMetrics {
  ServiceMetrics NONE = (metrics, facts) -> {};

  /**
   * Handles a note of the service when it is written.
   *
   * @param timeNanos time since time zero of the experiment
   * @throws IllegalArgumentException if the note lacks a value; the message is shown together with
   *     the note
   */
  default void note(long timeNanos, String node, String event, NoteDetail detail) {}

  /**
   * Adds the measured values under names that have a row among the provider's metrics. Metrics
   * without a value are left out.
   *
   * @param facts facts of all services at the end of the run
   */
  void addTo(SequencedMap<String, Double> metrics, ServiceFacts facts);
}
