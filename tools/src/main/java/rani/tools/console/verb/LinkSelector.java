// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.TopologyLink;

/** A link, as a user names it; {@code from} is the sending end of one direction, empty for both. */
public record LinkSelector(TopologyLink link, String from) {
  /** Parses the name of a link or direction; null if there is no such link. */
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

  /** Returns the names of all links, for suggestions. */
  public static List<String> spellings(List<TopologyLink> links) {
    return links.stream().map(link -> link.direction(link.a().node()).replace("->", "-")).toList();
  }

  /** Returns both directions of the link. */
  public LinkSelector both() {
    return new LinkSelector(link, "");
  }

  /** Returns the direction in which one end sends. */
  public LinkSelector from(String sender) {
    return new LinkSelector(link, sender);
  }

  /** Returns the sending ends of the selected directions. */
  public List<String> senders() {
    return from.isEmpty() ? List.of(link.a().node(), link.b().node()) : List.of(from);
  }

  public ScheduleEntry.Way way() {
    return from.isEmpty()
        ? new ScheduleEntry.Way(link.a().node(), link.b().node(), link.ordinal(), true)
        : new ScheduleEntry.Way(from, link.farEnd(from).node(), link.ordinal(), false);
  }

  /** Returns the link or direction in the notation of schedules. */
  public String text() {
    return way().toString();
  }
}
