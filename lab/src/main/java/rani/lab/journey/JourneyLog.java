// SPDX-License-Identifier: Apache-2.0
package rani.lab.journey;

import java.util.List;
import rani.lab.LabFailure;

/** What one node keeps of packets that someone watches. */
public interface JourneyLog {
  /**
   * Keeps the events of these packets from now on, until the watch ends or is forgotten.
   *
   * @throws LabFailure if there are too many watches already, or the node does not answer
   */
  void watch(WatchedFlow watch) throws LabFailure;

  /**
   * What was kept.
   *
   * @param id of the watch
   * @param from which event to begin with, counted from 0
   * @throws LabFailure if there is no such watch, or the node does not answer
   */
  Kept kept(String id, int from) throws LabFailure;

  /** Ends a watch; nothing happens if there is none. */
  void forget(String id) throws LabFailure;

  /**
   * Events in the order in which they happened.
   *
   * @param sightings from the one on that was asked for, {@link Journeys#SIGHTINGS_AT_ONCE_MAX} at
   *     most
   * @param lost how many came when no more could be kept
   */
  record Kept(List<Sighting> sightings, long lost) {
    public Kept {
      sightings = List.copyOf(sightings);
    }
  }
}
