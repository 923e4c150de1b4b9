// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.study.observe.EventWords;
import rani.testbed.RunningLab;
import rani.world.FilterChange;
import rani.world.Note;

/** Describes the events of a running network in sentences, with its nodes and links as they are. */
public final class EventSentences {
  private static final double NANOS_PER_SECOND = 1e9;

  private final RunningLab lab;
  private final List<String> nodes;
  private Topology network;
  private EventWords words;

  /** Creates sentences for events of some nodes; an empty list means all. */
  public EventSentences(RunningLab lab, List<String> nodes) {
    this.lab = lab;
    this.nodes = List.copyOf(nodes);
    this.network = lab.topology();
    this.words = words(network);
  }

  /** Returns an event's sentence, without its time and node. */
  public String of(JsonObject event) {
    if (lab.topology() != network) {
      network = lab.topology();
      words = words(network);
    }
    return sentence(words, event);
  }

  /** Links that are just being changed keep their numbers. */
  private EventWords words(Topology network) {
    SequencedMap<String, LinkNumbers> numbers = new LinkedHashMap<>();
    for (String node : nodes.isEmpty() ? network.ownNames() : nodes) {
      try {
        numbers.put(node, lab.linkNumbers(node));
      } catch (LabFailure e) {
        continue; // its links are being changed, or it has ended
      }
    }
    return new EventWords(
        network,
        (node, link) -> {
          LinkNumbers ofNode = numbers.get(node);
          return ofNode == null ? null : ofNode.find(node, link.name()).orElse(null);
        });
  }

  static String sentence(EventWords words, JsonObject event) {
    String node = text(event, "node");
    return switch (text(event, "kind")) {
      case "link" ->
          words.link(node, "link-" + text(event, "link"), text(event, "state").equals("up"));
      case "filter" -> filter(words, event);
      case "congestion" -> words.congestion(node, text(event, "queue"), text(event, "congestion"));
      case "note" -> words.note(node, text(event, "service"), text(event, "event"), detail(event));
      case "drops" ->
          words.drops(event.find("reasons") instanceof Map<?, ?> drops ? drops : Map.of());
      case "blocked" ->
          String.format(
              Locale.ROOT,
              "service %s has blocked its node for %.3f s",
              text(event, "service"),
              number(event, "blocked-nanos") / NANOS_PER_SECOND);
      case "dropped" -> number(event, "events") + " events were missed, which came too fast";
      case "gone" -> "has ended";
      default -> text(event, "kind");
    };
  }

  private static String filter(EventWords words, JsonObject event) {
    String change = text(event, "change");
    for (FilterChange one : FilterChange.values()) {
      if (one.text().equals(change)) {
        return words.filter(one, text(event, "flow"), number(event, "caught"));
      }
    }
    return "filter " + change;
  }

  private static Note detail(JsonObject event) {
    try {
      return Note.parse(text(event, "detail"));
    } catch (IllegalArgumentException e) {
      return Note.NOTHING; // of a node of another version
    }
  }

  private static long number(JsonObject event, String key) {
    return event.find(key) instanceof Number number ? number.longValue() : 0;
  }

  static String text(JsonObject event, String key) {
    return Objects.toString(event.find(key), "");
  }
}
