// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What LGC did: its triggers, the messages that carry its filter upstream, and the filter itself.
 */
final class LgcWatch {
  private static final String SERVICE = "lgc";
  private static final String TRIGGER = "trigger";
  private static final String MISS = "miss";
  private static final String FILTER_SERVICE = "active-filter";
  private static final String PROPAGATE = "propagate";

  private final ObservationPlan plan;
  private final List<LgcTrigger> triggers = new ArrayList<>();
  private long misses;
  private long messages;

  LgcWatch(ObservationPlan plan) {
    this.plan = plan;
  }

  void note(TraceEvent.Note note) {
    if (note.is(SERVICE, TRIGGER)) {
      triggers.add(
          new LgcTrigger(
              note.timeNanos() - plan.epochNanos(),
              note.node(),
              number(note, "p"),
              number(note, "n"),
              number(note, "r"),
              note.values().getOrDefault("gci", ""),
              number(note, "held")));
    } else if (note.is(SERVICE, MISS)) {
      misses++;
    } else if (note.is(FILTER_SERVICE, PROPAGATE)) {
      messages++;
    }
  }

  private static int number(TraceEvent.Note note, String key) {
    String text = note.values().get(key);
    try {
      return Integer.parseInt(text == null ? "" : text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a trigger of LGC without a number '" + key + "': " + note.print(), e);
    }
  }

  List<LgcTrigger> triggers() {
    return Collections.unmodifiableList(triggers);
  }

  void addTo(
      SequencedMap<String, Double> metrics, List<Crossing> crossings, List<FilterSpan> filters) {
    metrics.put("lgc.triggers", (double) triggers.size());
    metrics.put("lgc.misses", (double) misses);
    metrics.put("lgc.active-filter-messages", (double) messages);
    for (int i = 0; i < triggers.size(); i++) {
      addTrigger(
          metrics, i == 0 ? "lgc.trigger." : "lgc.trigger-" + (i + 1) + ".", triggers.get(i));
    }
    if (!triggers.isEmpty()) {
      LgcTrigger first = triggers.getFirst();
      gapSeconds(first, crossings).ifPresent(gap -> metrics.put("lgc.gap-seconds", gap));
      FilterSpan filter = filterOf(first, filters);
      if (filter != null) {
        metrics.put("lgc.filter-seconds", (filter.untilNanos() - filter.installNanos()) / 1e9);
      }
    }
  }

  private void addTrigger(SequencedMap<String, Double> metrics, String prefix, LgcTrigger trigger) {
    metrics.put(prefix + "p", (double) trigger.p());
    metrics.put(prefix + "n", (double) trigger.n());
    metrics.put(prefix + "r", (double) trigger.r());
    metrics.put(prefix + "held", (double) trigger.held());
    numberAtEnd(plan.nameOf(trigger.gci()))
        .ifPresent(source -> metrics.put(prefix + "source", source));
  }

  /** T of figure 5: from the trigger (A) to the average's return under max_th (B). */
  private static OptionalDouble gapSeconds(LgcTrigger trigger, List<Crossing> crossings) {
    for (Crossing crossing : crossings) {
      if (crossing.belowNanos().isPresent()
          && crossing.belowNanos().getAsLong() > trigger.timeNanos()) {
        return OptionalDouble.of((crossing.belowNanos().getAsLong() - trigger.timeNanos()) / 1e9);
      }
    }
    return OptionalDouble.empty();
  }

  private static @Nullable FilterSpan filterOf(LgcTrigger trigger, List<FilterSpan> filters) {
    for (FilterSpan filter : filters) {
      if (filter.node().equals(trigger.node())
          && filter.flow().equals(trigger.gci())
          && filter.installNanos() >= trigger.timeNanos()) {
        return filter;
      }
    }
    return null;
  }

  /** Experiments speak of "source 1": the number at the end of the node's name. */
  private static OptionalDouble numberAtEnd(String name) {
    int start = name.length();
    while (start > 0 && name.charAt(start - 1) >= '0' && name.charAt(start - 1) <= '9') {
      start--;
    }
    boolean isNumber = start > 0 && start < name.length() && name.length() - start <= 9;
    return isNumber
        ? OptionalDouble.of(Double.parseDouble(name.substring(start)))
        : OptionalDouble.empty();
  }
}
