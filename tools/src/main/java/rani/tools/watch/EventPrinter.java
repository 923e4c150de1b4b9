// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.topology.LinkNumbers;
import rani.study.observe.EventWords;
import rani.testbed.RunningEvents;
import rani.testbed.RunningLab;
import rani.tools.screen.Screen;
import rani.world.FilterChange;
import rani.world.Note;

/** Prints the events of several nodes in order of time: in words, or each as a line of JSON. */
public final class EventPrinter {
  private static final Duration PATIENCE = Duration.ofMillis(100);
  private static final double NANOS_PER_SECOND = 1e9;

  private final Screen screen;
  private final boolean json;
  private OptionalLong goNanos = OptionalLong.empty();

  /** Prints each event as text, or as a line of JSON. */
  public EventPrinter(Screen screen, boolean json) {
    this.screen = screen;
    this.json = json;
  }

  /** Prints up to {@code count} events, until nodes or output end or the thread is interrupted. */
  public void follow(RunningLab lab, List<String> nodes, long count) throws LabFailure {
    EventWords words = words(lab, nodes);
    int there = nodes.size();
    long printed = 0;
    EventOrder order = new EventOrder();
    try (RunningEvents events = lab.events(nodes)) {
      while ((there > 0 || !order.isEmpty()) && printed < count) {
        JsonObject event = there > 0 ? events.next(PATIENCE) : null;
        if (event != null) {
          order.add(event, System.nanoTime());
          there -= "gone".equals(event.find("kind")) ? 1 : 0;
        }
        for (JsonObject next : there > 0 ? order.due(System.nanoTime()) : order.all()) {
          if (printed++ < count) {
            print(lab, words, next);
          }
        }
        if (!screen.isRead()) {
          return;
        }
      }
    } catch (InterruptedException e) {
      for (JsonObject next : order.all()) {
        print(lab, words, next);
      }
      Thread.currentThread().interrupt();
    }
  }

  private void print(RunningLab lab, EventWords words, JsonObject event) throws LabFailure {
    if (goNanos.isEmpty()) {
      goNanos = lab.goNanos();
    }
    screen.printWhole((json ? Json.print(event) : line(goNanos, words, event)) + "\n");
  }

  /** Names nodes and links as they are now; links that just change keep their numbers. */
  private static EventWords words(RunningLab lab, List<String> nodes) {
    SequencedMap<String, LinkNumbers> numbers = new LinkedHashMap<>();
    for (String node : nodes) {
      try {
        numbers.put(node, lab.linkNumbers(node));
      } catch (LabFailure e) {
        continue; // its links are being changed, or it has ended
      }
    }
    return new EventWords(
        lab.topology(),
        (node, link) -> {
          LinkNumbers ofNode = numbers.get(node);
          return ofNode == null ? null : ofNode.find(node, link.name()).orElse(null);
        });
  }

  /** Formats an event: {@code 12.345678 s n7 link n7 -- n8 is down}, since the run's start. */
  static String line(OptionalLong goNanos, EventWords words, JsonObject event) {
    String time =
        event.find("at-nanos") instanceof Number nanos
            ? String.format(
                Locale.ROOT, "%12.6f s", (nanos.longValue() - goNanos.orElse(0)) / NANOS_PER_SECOND)
            : " ".repeat(14);
    return String.format("%s  %-10s %s", time, text(event, "node"), sentence(words, event));
  }

  private static String sentence(EventWords words, JsonObject event) {
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

  private static String text(JsonObject event, String key) {
    return Objects.toString(event.find(key), "");
  }
}
