// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.nodehost.journey.Journeys;

/** Query for the events of one watch of packets, from the event with index {@code from} on. */
public record JourneyKept(String watch, int from) implements Query<Journeys.Kept> {
  @Override
  public String path() {
    return "/journey";
  }

  @Override
  public String parameters() {
    return "watch=" + watch + "&from=" + from;
  }

  @Override
  public JourneyKept with(SequencedMap<String, String> given) {
    try {
      return new JourneyKept(
          given.getOrDefault("watch", ""), Integer.parseInt(given.getOrDefault("from", "0")));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("`from` is the number of an event", e);
    }
  }

  @Override
  public Journeys.Kept answer(NodeView node) throws LabFailure {
    return node.journeys().kept(watch, from);
  }

  @Override
  public Class<Journeys.Kept> kind() {
    return Journeys.Kept.class;
  }

  @Override
  public int statusWithoutAnswer() {
    return 404; // there is no such watch
  }
}
