// SPDX-License-Identifier: Apache-2.0
package rani.services.lgc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import rani.service.metric.FilterSpan;
import rani.service.metric.MetricRow;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceFacts;
import rani.service.metric.ServiceMetrics;
import rani.world.NoteDetail;

/** Metrics of LGC: its triggers and misses, and the filter of the first trigger. */
final class LgcMetrics implements ServiceMetrics {
  private static final String TRIGGER = "trigger";
  private static final String MISS = "miss";
  private static final Pattern NUMBER_AT_END = Pattern.compile("[^0-9]([0-9]{1,9})\\z");

  /**
   * Figures of a decision. First line: name, unit and formula. Second line: title at a trigger.
   * Third line, if the title differs: title at a miss.
   */
  private static final String FIGURES =
      """
      p | PACKETS | packets in the congested queue
        packets in the queue at the trigger (p)
        packets in the queue at the miss (p)
      n | COUNT | connections of which it held packets
        connections among them (n)
      r | PACKETS | packets that one connection may hold
        packets one connection may hold (r)
      held | PACKETS | packets that the greediest connection held
        packets that the greediest holds
      share | SHARE | r / p
        permissible share of the queue (qo)
      held-share | SHARE | held / p
        share of the queue that the greediest holds
      source | ORDINAL | number at the end of the greediest source's name
        number of the source that is filtered
        number of the greediest source, at the miss
      at-seconds | SECONDS | time since go
        time of the trigger
        time of the first miss
      """;

  static final List<MetricRow> ROWS = rows();

  private static List<MetricRow> rows() {
    List<MetricRow> decisions = new ArrayList<>();
    for (String figure : FIGURES.strip().split("\n(?! )", -1)) {
      decisions.addAll(decision(figure.split(" \\| |\n {2}", -1)));
    }
    return MetricRow.table(
        """
        lgc.triggers | COUNT | RUN | note | detail
          triggers of LGC
          decisions that filtered a source
        lgc.misses | COUNT | RUN | note
          triggers that found no source above r
          decisions that filtered none
        """,
        decisions,
        entered("", ""),
        entered("-K", ", trigger K"),
        MetricRow.table(
            """
            lgc.gap-seconds | SECONDS | RUN | congestion, verdict, note
              time from A to B (T)
              from the first trigger to the average's return to max-th or less at the measured queue
            lgc.decision-spacing-seconds | SECONDS | RUN | note
              least time between two decisions of LGC
              least time between two decisions (triggers or misses) of one node
            lgc.crossings-while-resting | COUNT | RUN | congestion, verdict, note
              times the average passed max_th while LGC rested
              times that the measured queue's average exceeded max-th and nothing was decided
            lgc.filter-seconds | SECONDS | RUN | filter, note
              time the filter is set for
              how long the filter of the first trigger was set for at the congested node, refreshes
              included
            """));
  }

  private static List<MetricRow> entered(String k, String also) {
    return MetricRow.table(
        """
        lgc.trigger%1$s.entered.SOURCE | PACKETS | RUN | verdict, note | detail
          of them, packets of SOURCE%2$s
          packets of a source that had joined the first queue of the congested node by the trigger
          over nodes: sum over the sources: lgc.trigger%1$s.entered.total
        lgc.trigger%1$s.entered.total | PACKETS | RUN | verdict, note
          packets that had arrived at the trigger%2$s
          sum of lgc.trigger%1$s.entered.SOURCE
        """
            .formatted(k, also));
  }

  private static List<MetricRow> decision(String[] figure) {
    String detail = figure[1].equals("ORDINAL") ? " | detail" : "";
    String atMiss = figure.length > 4 ? figure[4] : figure[3] + ", at the miss";
    return MetricRow.table(
        """
        lgc.trigger.%1$s | %2$s | MOMENT | note%6$s
          %4$s
          %3$s at the first trigger
        lgc.trigger-K.%1$s | %2$s | MOMENT | note
          %4$s, trigger K
          %3$s at the K-th trigger, from the second
        lgc.miss.%1$s | %2$s | MOMENT | note
          %5$s
          %3$s at the first miss
        """
            .formatted(figure[0], figure[1], figure[2], figure[3], atMiss, detail));
  }

  /**
   * Decision of LGC about a congested queue (LGC paper, §3.1.1).
   *
   * @param timeNanos since the start of the run
   * @param node the congested node
   * @param p packets in the queue
   * @param n connections in the queue
   * @param r permissible packets of one connection, ⌈ln(3n)·p/n⌉
   * @param gci virtual address of the connection that held the most packets
   * @param held packets of that connection in the queue
   */
  private record Decision(long timeNanos, String node, int p, int n, int r, String gci, int held) {}

  private final ObservedRun run;
  private final List<Decision> triggers = new ArrayList<>();
  private final List<Decision> misses = new ArrayList<>();
  private final List<SequencedMap<String, Long>> enteredAtTriggers = new ArrayList<>();

  LgcMetrics(ObservedRun run) {
    this.run = run;
  }

  @Override
  public void note(long timeNanos, String node, String event, NoteDetail detail) {
    if (event.equals(TRIGGER)) {
      triggers.add(decision(timeNanos, node, detail));
      enteredAtTriggers.add(run.entered(node));
    } else if (event.equals(MISS)) {
      misses.add(decision(timeNanos, node, detail));
    }
  }

  private static Decision decision(long timeNanos, String node, NoteDetail detail) {
    return new Decision(
        timeNanos,
        node,
        number(detail, "p"),
        number(detail, "n"),
        number(detail, "r"),
        Objects.requireNonNullElse(detail.word("gci"), ""),
        number(detail, "held"));
  }

  private static int number(NoteDetail detail, String key) {
    long number = detail.number(key).orElse(Long.MAX_VALUE);
    if (number != (int) number) {
      throw new IllegalArgumentException("a decision of LGC without a number '" + key + "'");
    }
    return (int) number;
  }

  @Override
  public void addTo(SequencedMap<String, Double> metrics, ServiceFacts facts) {
    metrics.put("lgc.triggers", (double) triggers.size());
    metrics.put("lgc.misses", (double) misses.size());
    for (int i = 0; i < triggers.size(); i++) {
      String prefix = i == 0 ? "lgc.trigger." : "lgc.trigger-" + (i + 1) + ".";
      addDecision(metrics, prefix, triggers.get(i));
      addEntered(metrics, prefix + "entered.", enteredAtTriggers.get(i));
    }
    if (!misses.isEmpty()) {
      addDecision(metrics, "lgc.miss.", misses.getFirst());
    }
    addRests(metrics);
    if (!triggers.isEmpty()) {
      Decision first = triggers.getFirst();
      gapSeconds(first).ifPresent(gap -> metrics.put("lgc.gap-seconds", gap));
      filterOf(first)
          .ifPresent(
              filter ->
                  metrics.put(
                      "lgc.filter-seconds", (filter.untilNanos() - filter.installNanos()) / 1e9));
    }
  }

  private void addDecision(SequencedMap<String, Double> metrics, String prefix, Decision trigger) {
    metrics.put(prefix + "at-seconds", trigger.timeNanos() / 1e9);
    metrics.put(prefix + "p", (double) trigger.p());
    metrics.put(prefix + "n", (double) trigger.n());
    metrics.put(prefix + "r", (double) trigger.r());
    metrics.put(prefix + "held", (double) trigger.held());
    if (trigger.p() > 0) {
      metrics.put(prefix + "share", (double) trigger.r() / trigger.p());
      metrics.put(prefix + "held-share", (double) trigger.held() / trigger.p());
    }
    numberAtEnd(run.nameOf(trigger.gci()))
        .ifPresent(source -> metrics.put(prefix + "source", source));
  }

  private void addEntered(
      SequencedMap<String, Double> metrics, String prefix, SequencedMap<String, Long> bySource) {
    bySource.forEach((source, count) -> metrics.put(prefix + run.nameOf(source), (double) count));
    metrics.put(prefix + "total", bySource.values().stream().mapToDouble(Long::doubleValue).sum());
  }

  /** Adds the least spacing of one node's decisions, and the crossings of max_th while at rest. */
  private void addRests(SequencedMap<String, Double> metrics) {
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
    TreeSet<Long> here = timesByNode.get(run.queueNode());
    if (here != null) {
      long resting =
          run.crossings().stream().filter(one -> !here.contains(one.aboveNanos())).count();
      metrics.put("lgc.crossings-while-resting", (double) resting);
    }
  }

  /** Returns T of figure 5: time from the trigger (A) until the average falls below max_th (B). */
  private OptionalDouble gapSeconds(Decision trigger) {
    return run.crossings().stream()
        .flatMapToLong(crossing -> crossing.belowNanos().stream())
        .filter(belowNanos -> belowNanos > trigger.timeNanos())
        .mapToDouble(belowNanos -> (belowNanos - trigger.timeNanos()) / 1e9)
        .findFirst();
  }

  private Optional<FilterSpan> filterOf(Decision trigger) {
    return run.filters().stream()
        .filter(filter -> filter.node().equals(trigger.node()))
        .filter(filter -> filter.flow().equals(trigger.gci()))
        .filter(filter -> filter.installNanos() >= trigger.timeNanos())
        .findFirst();
  }

  /** Returns the number at the end of a node's name, such as 1 for "source1"; empty if none. */
  private static OptionalDouble numberAtEnd(String name) {
    Matcher end = NUMBER_AT_END.matcher(name);
    return end.find()
        ? OptionalDouble.of(Double.parseDouble(end.group(1)))
        : OptionalDouble.empty();
  }
}
