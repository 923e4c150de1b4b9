// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.TopologyLink;

/**
 * A link of the network or one of its directions, by a user's notation.
 *
 * @param from the end that sends; empty for both directions
 */
public record LinkSelector(TopologyLink link, String from) {
  /** Parses a link or direction; null if there is none. */
  public static @Nullable LinkSelector find(List<TopologyLink> links, String written) {
    String wanted = written.replaceAll("\\s+", "").replace("--", "-");
    for (TopologyLink link : links) {
      for (String sender : List.of(link.a().node(), link.b().node())) {
        String direction = link.direction(sender);
        if (wanted.equalsIgnoreCase(direction)) {
          return new LinkSelector(link, sender);
        }
        if (wanted.equalsIgnoreCase(direction.replace("->", "-"))) {
          return new LinkSelector(link, "");
        }
      }
    }
    return null;
  }

  /** The notations of all links, for suggestions. */
  public static List<String> spellings(List<TopologyLink> links) {
    return links.stream().map(link -> link.direction(link.a().node()).replace("->", "-")).toList();
  }

  /** The whole link. */
  public LinkSelector both() {
    return new LinkSelector(link, "");
  }

  /** The direction in which this end sends. */
  public LinkSelector from(String sender) {
    return new LinkSelector(link, sender);
  }

  /** The sending ends of the selected directions. */
  public List<String> senders() {
    return from.isEmpty() ? List.of(link.a().node(), link.b().node()) : List.of(from);
  }

  /** The link for schedules. */
  public ScheduleEntry.Way way() {
    return from.isEmpty()
        ? new ScheduleEntry.Way(link.a().node(), link.b().node(), link.ordinal(), true)
        : new ScheduleEntry.Way(from, link.farEnd(from).node(), link.ordinal(), false);
  }

  /** The notation of schedules. */
  public String text() {
    return way().toString();
  }
}
