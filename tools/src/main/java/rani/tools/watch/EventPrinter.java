// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.testbed.RunningEvents;
import rani.testbed.RunningLab;
import rani.tools.screen.Screen;

public final class EventPrinter {
  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final double NANOS_PER_SECOND = 1e9;
  private static final List<String> HEAD = List.of("id", "kind", "node", "at-nanos");

  private final Screen screen;
  private final boolean json;

  /** Prints each event as text, or as a line of JSON. */
  public EventPrinter(Screen screen, boolean json) {
    this.screen = screen;
    this.json = json;
  }

  /** Prints up to {@code count} events, until nodes or output end or the thread is interrupted. */
  public void follow(RunningLab lab, List<String> nodes, long count) throws LabFailure {
    int there = nodes.size();
    long printed = 0;
    try (RunningEvents events = lab.events(nodes)) {
      while (there > 0 && printed < count) {
        JsonObject event = events.next(PATIENCE);
        if (event != null) {
          screen.printWhole((json ? Json.print(event) : line(event)) + "\n");
          printed++;
          there -= "gone".equals(event.find("kind")) ? 1 : 0;
          if (!screen.isRead()) {
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Formats an event: {@code 12.345 s n7 congestion queue=link-0 …}. */
  private static String line(JsonObject event) {
    StringBuilder line = new StringBuilder();
    line.append(
        event.find("at-nanos") instanceof Number nanos
            ? String.format(Locale.ROOT, "%12.6f s", nanos.longValue() / NANOS_PER_SECOND)
            : " ".repeat(14));
    line.append(
        String.format(
            "  %-10s %-10s", event.has("node") ? event.find("node") : "", event.find("kind")));
    event
        .byKey()
        .forEach(
            (key, value) -> {
              if (key.equals("detail")) {
                line.append(' ').append(value);
              } else if (value instanceof Map<?, ?> map) {
                map.forEach((name, of) -> line.append(' ').append(name).append('=').append(of));
              } else if (key.equals("until-nanos") && value instanceof Number nanos) {
                line.append(
                    String.format(
                        Locale.ROOT, " until=%.6f", nanos.longValue() / NANOS_PER_SECOND));
              } else if (!HEAD.contains(key)) {
                line.append(' ').append(key).append('=').append(value);
              }
            });
    return line.toString().stripTrailing();
  }
}
