// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.testbed.RunningLab;
import rani.tools.screen.Screen;

/** Prints the events of several nodes in order of time: in words, or each as a line of JSON. */
public final class EventPrinter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Screen screen;
  private final boolean json;
  private OptionalLong goNanos = OptionalLong.empty();

  /** Prints each event as text, or as a line of JSON. */
  public EventPrinter(Screen screen, boolean json) {
    this.screen = screen;
    this.json = json;
  }

  /**
   * Prints up to {@code count} events, until nodes or output end or the thread is interrupted. An
   * empty list of nodes means all.
   */
  public void follow(RunningLab lab, List<String> nodes, long count) throws LabFailure {
    EventSentences sentences = new EventSentences(lab, nodes);
    long printed = 0;
    try (OrderedEvents events = new OrderedEvents(lab, nodes)) {
      try {
        while (!events.isOver() && printed < count) {
          for (JsonObject next : events.next()) {
            if (printed++ < count) {
              print(lab, sentences, next);
            }
          }
          if (!screen.isRead()) {
            return;
          }
        }
      } catch (InterruptedException e) {
        for (JsonObject next : events.rest()) {
          print(lab, sentences, next);
        }
        Thread.currentThread().interrupt();
      }
    }
  }

  private void print(RunningLab lab, EventSentences sentences, JsonObject event) throws LabFailure {
    if (goNanos.isEmpty()) {
      goNanos = lab.goNanos();
    }
    screen.printWhole(
        (json ? Json.print(event) : line(goNanos, sentences.of(event), event)) + "\n");
  }

  /** Formats an event: {@code 12.345678 s n7 link n7 -- n8 is down}, since the run's start. */
  static String line(OptionalLong goNanos, String sentence, JsonObject event) {
    String time =
        event.find("at-nanos") instanceof Number nanos
            ? String.format(
                Locale.ROOT, "%12.6f s", (nanos.longValue() - goNanos.orElse(0)) / NANOS_PER_SECOND)
            : " ".repeat(14);
    return String.format("%s  %-10s %s", time, EventSentences.text(event, "node"), sentence);
  }
}
