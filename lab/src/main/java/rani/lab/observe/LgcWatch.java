// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.stream.Stream;
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
  private final List<LgcTrigger> misses = new ArrayList<>();
  private final List<SequencedMap<String, Long>> enteredAtTriggers = new ArrayList<>();
  private long messages;
  private long messagesToSources;

  LgcWatch(ObservationPlan plan) {
    this.plan = plan;
  }

  void note(NodeSight node, TraceEvent.Note note) {
    if (note.is(SERVICE, TRIGGER)) {
      triggers.add(decision(note));
      enteredAtTriggers.add(node.entered.counts());
    } else if (note.is(SERVICE, MISS)) {
      misses.add(decision(note));
    } else if (note.is(FILTER_SERVICE, PROPAGATE)) {
      messages++;
      String gci = note.values().getOrDefault("gci", "");
      messagesToSources += gci.equals(note.values().get("to")) ? 1 : 0;
    }
  }

  private LgcTrigger decision(TraceEvent.Note note) {
    return new LgcTrigger(
        note.timeNanos() - plan.epochNanos(),
        note.node(),
        number(note, "p"),
        number(note, "n"),
        number(note, "r"),
        note.values().getOrDefault("gci", ""),
        number(note, "held"));
  }

  private static int number(TraceEvent.Note note, String key) {
    String text = note.values().get(key);
    try {
      return Integer.parseInt(text == null ? "" : text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a decision of LGC without a number '" + key + "': " + note.print(), e);
    }
  }

  List<LgcTrigger> triggers() {
    return Collections.unmodifiableList(triggers);
  }

  void addTo(
      SequencedMap<String, Double> metrics, List<Crossing> crossings, List<FilterSpan> filters) {
    metrics.put("lgc.triggers", (double) triggers.size());
    metrics.put("lgc.misses", (double) misses.size());
    metrics.put("lgc.active-filter-messages", (double) messages);
    metrics.put("lgc.active-filter-messages-to-sources", (double) messagesToSources);
    for (int i = 0; i < triggers.size(); i++) {
      String prefix = i == 0 ? "lgc.trigger." : "lgc.trigger-" + (i + 1) + ".";
      addDecision(metrics, prefix, triggers.get(i));
      addEntered(metrics, prefix + "entered.", enteredAtTriggers.get(i));
    }
    if (!misses.isEmpty()) {
      addDecision(metrics, "lgc.miss.", misses.getFirst());
    }
    addRests(metrics, crossings);
    if (!triggers.isEmpty()) {
      LgcTrigger first = triggers.getFirst();
      gapSeconds(first, crossings).ifPresent(gap -> metrics.put("lgc.gap-seconds", gap));
      FilterSpan filter = filterOf(first, filters);
      if (filter != null) {
        metrics.put("lgc.filter-seconds", (filter.untilNanos() - filter.installNanos()) / 1e9);
      }
    }
  }

  private void addDecision(
      SequencedMap<String, Double> metrics, String prefix, LgcTrigger trigger) {
    metrics.put(prefix + "at-seconds", trigger.timeNanos() / 1e9);
    metrics.put(prefix + "p", (double) trigger.p());
    metrics.put(prefix + "n", (double) trigger.n());
    metrics.put(prefix + "r", (double) trigger.r());
    metrics.put(prefix + "held", (double) trigger.held());
    if (trigger.p() > 0) {
      metrics.put(prefix + "share", (double) trigger.r() / trigger.p());
      metrics.put(prefix + "held-share", (double) trigger.held() / trigger.p());
    }
    numberAtEnd(plan.nameOf(trigger.gci()))
        .ifPresent(source -> metrics.put(prefix + "source", source));
  }

  private void addEntered(
      SequencedMap<String, Double> metrics, String prefix, SequencedMap<String, Long> bySource) {
    long total = 0;
    for (Map.Entry<String, Long> one : bySource.entrySet()) {
      metrics.put(prefix + plan.nameOf(one.getKey()), (double) one.getValue());
      total += one.getValue();
    }
    metrics.put(prefix + "total", (double) total);
  }

  /** How far decisions of one node lie apart, and what was let pass because detection rested. */
  private void addRests(SequencedMap<String, Double> metrics, List<Crossing> crossings) {
    Map<String, TreeSet<Long>> timesByNode = new LinkedHashMap<>();
    Stream.concat(triggers.stream(), misses.stream())
        .forEach(
            decision ->
                timesByNode
                    .computeIfAbsent(decision.node(), unseen -> new TreeSet<>())
                    .add(decision.timeNanos()));
    long spacing = Long.MAX_VALUE;
    for (TreeSet<Long> times : timesByNode.values()) {
      for (long time : times) {
        Long before = times.lower(time);
        spacing = before == null ? spacing : Math.min(spacing, time - before);
      }
    }
    if (spacing != Long.MAX_VALUE) {
      metrics.put("lgc.decision-spacing-seconds", spacing / 1e9);
    }
    TreeSet<Long> here = timesByNode.get(plan.queueNode());
    if (here != null) {
      long resting = crossings.stream().filter(one -> !here.contains(one.aboveNanos())).count();
      metrics.put("lgc.crossings-while-resting", (double) resting);
    }
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
