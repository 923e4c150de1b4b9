// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.wire.Address;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NoteDetail;

/** Describes events of nodes in sentences: for the window, a report and the console alike. */
public final class EventWords {
  private static final Pattern ADDRESS = Pattern.compile("\\d+(?:\\.\\d+){3}");

  /** The ends of a flow or connection: {@code 10.0.0.1:7000>10.0.0.3:80/6} or with a dash. */
  private static final Pattern ENDS =
      Pattern.compile("([^:>-]+)(?::([^:>-]+))?[>-]([^:>/]+)(?::([^:>/]+))?(?:/.*)?");

  /** Values that are words joined by dashes or underscores. */
  private static final List<String> WORDS = List.of("kind", "reason", "operation", "why", "by");

  private static final String ANY = "*";

  private final Map<String, String> nodesByAddress = new LinkedHashMap<>();
  private final Map<String, String> linksByPlace = new LinkedHashMap<>();

  /** Numbers of links at their ends. */
  @FunctionalInterface
  public interface Numbers {
    /** Returns a link's number at a node; null if it is unknown. */
    @Nullable LinkId at(String node, TopologyLink link);
  }

  /** Creates words for events of a network. */
  public EventWords(Topology network, Numbers numbers) {
    for (TopologyNode node : network.nodes()) {
      nodesByAddress.put(Address.text(node.virtualAddress()), node.name());
    }
    network
        .linksByNode()
        .forEach((node, links) -> links.forEach(link -> name(node, link, numbers.at(node, link))));
  }

  private void name(String node, TopologyLink link, @Nullable LinkId number) {
    if (number != null) {
      linksByPlace.put(place(node, number.toString()), link.name());
    }
  }

  private static String place(String node, String link) {
    return node + '/' + link;
  }

  /** Describes that a link of a node, such as {@code link-0}, went up or down. */
  public String link(String node, String link, boolean up) {
    return linkName(node, link) + (up ? " is up" : " is down");
  }

  /** Describes that a queue's average has crossed max_th; {@code kind} begins with the side. */
  public String congestion(String node, String queue, String kind) {
    String where = kind.split("-", 2)[0];
    String which = queue.equals("node") ? "queue of the node" : "queue at " + linkName(node, queue);
    return "%s: average %s max_th".formatted(which, where);
  }

  /** Describes a change of a filter, or of a diversion, and what it has caught by then. */
  public String filter(FilterChange change, String flow, long caught) {
    String what =
        switch (change) {
          case INSTALL -> "";
          case REFRESH -> " renewed";
          case EXPIRE -> " ends, caught " + caught;
          case REMOVE -> " removed, caught " + caught;
        };
    return "filter against " + named(flow) + what;
  }

  /** Describes drops by reason: {@code dropped: 2 early by RED, 1 queue full}. */
  public String drops(Map<?, ?> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + reason(String.valueOf(count.getKey())))
        .collect(Collectors.joining(", ", "dropped: ", ""));
  }

  private static String reason(String reason) {
    return Arrays.stream(DropReason.values())
        .filter(one -> one.text().equals(reason))
        .findFirst()
        .map(DropReason::words)
        .orElse(reason);
  }

  /** Describes a note of a service. */
  public String note(String node, String service, String event, NoteDetail detail) {
    return ServiceNotes.words(service, event, detail, (name, value) -> value(node, name, value));
  }

  private String value(String node, String name, String value) {
    if (name.equals("link")) {
      return value.equals("own") ? "the node itself" : linkName(node, "link-" + value);
    }
    if (name.equals("by") && !ADDRESS.matcher(value).matches()) {
      return List.of("operator", "schedule").contains(value) ? "the " + value : value;
    }
    return WORDS.contains(name) && !ADDRESS.matcher(value).find()
        ? value.replace('-', ' ').replace('_', ' ')
        : named(value);
  }

  private String linkName(String node, String link) {
    String name = linksByPlace.get(place(node, link));
    return name == null ? link.replace('-', ' ') : "link " + name;
  }

  /** Names the nodes in an address, a flow or a connection: {@code n1:7000 → n3:80}. */
  private String named(String value) {
    if (ADDRESS.matcher(value).matches()) {
      return node(value);
    }
    Matcher ends = ENDS.matcher(value);
    if (!ends.matches() || !ADDRESS.matcher(ends.group(1)).matches()) {
      return value;
    }
    String from = end(ends.group(1), ends.group(2));
    return ends.group(3).equals(ANY) ? from : from + " → " + end(ends.group(3), ends.group(4));
  }

  private String end(String address, @Nullable String port) {
    String name = node(address);
    return port == null || port.equals(ANY) ? name : name + ":" + port;
  }

  private String node(String address) {
    return nodesByAddress.getOrDefault(address, address);
  }
}
