// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.report.paper.Comparison;
import rani.report.paper.PaperNumbers;
import rani.service.metric.Crossing;
import rani.service.metric.FilterSpan;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.DropSample;
import rani.study.observe.QueueMoment;
import rani.study.observe.QueueSample;

/**
 * The content of a report. All texts are escaped, never markup.
 *
 * @param subject what was run
 * @param provenance how to run it again
 * @param trust whether the run may be believed
 * @param expectations what the experiment file asserts, with the outcome
 * @param metrics everything measured, by name
 * @param queue the observed queue
 * @param connections ends of connections of RDP, by node as the file has them, then in the order of
 *     their first notes
 * @param flows throughput per source
 * @param printed what the paper prints, by metric: a number, a percentage, or a bound such as
 *     {@code <10}
 * @param trials what every trial gave, if there were several; everything else is of the one that
 *     stands for all
 * @param setUp free parameters of the experiment and their values or reasons, in order
 * @param topology the network
 */
public record ReportInput(
    Subject subject,
    Provenance provenance,
    Trust trust,
    List<Expectation> expectations,
    SequencedMap<String, Double> metrics,
    ObservedQueue queue,
    List<ConnectionSeries> connections,
    List<Flow> flows,
    SequencedMap<String, String> printed,
    List<SweepReportInput.Row> trials,
    SequencedMap<String, String> setUp,
    Topology topology) {

  /** Copies lists and maps. */
  public ReportInput {
    expectations = List.copyOf(expectations);
    metrics = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(metrics));
    connections = List.copyOf(connections);
    flows = List.copyOf(flows);
    printed = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(printed));
    trials = List.copyOf(trials);
    setUp = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(setUp));
  }

  /** The spans of the first flow whose filter stood at more than one node, in order; or none. */
  public static List<FilterSpan> moved(List<FilterSpan> filters) {
    SequencedMap<String, List<FilterSpan>> byFlow = new LinkedHashMap<>();
    for (FilterSpan span : filters) {
      byFlow.computeIfAbsent(span.flow(), flow -> new ArrayList<>()).add(span);
    }
    for (List<FilterSpan> spans : byFlow.values()) {
      if (spans.stream().map(FilterSpan::node).distinct().count() > 1) {
        return List.copyOf(spans);
      }
    }
    return List.of();
  }

  /** Whether every expectation holds, in every trial. */
  public boolean passed() {
    return expectations.stream().allMatch(Expectation::passed)
        && trials.stream().allMatch(SweepReportInput.Row::passed);
  }

  /** The paper's printed numbers beside ours: over all trials, where there were several. */
  public List<Comparison> comparisons() {
    return PaperNumbers.compare(
        printed,
        trials.isEmpty()
            ? List.of(metrics)
            : trials.stream().map(SweepReportInput.Row::metrics).toList());
  }

  /**
   * What was run.
   *
   * @param experiment its name
   * @param title one line
   * @param description what it shows, in a sentence
   * @param citation the paper it repeats
   * @param section the paper's section
   * @param figure what the queue chart corresponds to, such as {@code figure 5}
   */
  public record Subject(
      String experiment,
      String title,
      @Nullable String description,
      @Nullable String citation,
      @Nullable String section,
      @Nullable String figure) {}

  /**
   * How to reproduce the run.
   *
   * @param mode {@code live} or {@code virtual}
   * @param seed of the first trial; the k-th has seed + k − 1
   * @param representative seed of the trial that stands for all
   * @param trials how many were run
   * @param version of rani
   * @param command exactly what was typed
   * @param digest SHA-256 of a virtual run's trace
   */
  public record Provenance(
      String mode,
      long seed,
      long representative,
      int trials,
      String version,
      String command,
      @Nullable String digest) {

    public String seeds() {
      return trials == 1 ? "seed " + seed : "seeds " + seed + "–" + (seed + trials - 1);
    }

    public String world() {
      return world(mode);
    }

    /** The seed of the trial that charts show, and of how many. */
    String shown() {
      return trials == 1 ? seeds() : "seed " + representative + " of " + seeds();
    }

    /** World, seeds and version. */
    public String origin(String ofSeeds) {
      return String.join(" \u00b7 ", world(), ofSeeds, "rani " + version);
    }

    public static String world(String mode) {
      return mode.equals("virtual") ? "virtual time" : mode;
    }
  }

  /**
   * Whether the run may be believed.
   *
   * @param verdict {@code exact}, {@code good} or {@code doubtful}
   * @param reasons what speaks against it
   */
  public record Trust(String verdict, List<String> reasons) {

    /** Copies the reasons. */
    public Trust {
      reasons = List.copyOf(reasons);
    }
  }

  /**
   * One assertion of the experiment file.
   *
   * @param metric name of the metric it looks at
   * @param value what was measured; null if nothing was
   * @param bound the condition as text, such as {@code between 45% and 60%}
   * @param reason why it failed, if there is more to say than value and bound do; else empty
   */
  public record Expectation(
      String name,
      String metric,
      @Nullable Double value,
      String bound,
      boolean passed,
      String reason) {}

  /**
   * The observed queue. Times are relative to the beginning of the experiment.
   *
   * @param node its node
   * @param queue {@code node} or {@code link-K}
   * @param maxThFrames RED's upper threshold, where there is one
   * @param addressNames node names by virtual address, in node order
   */
  public record ObservedQueue(
      String node,
      String queue,
      OptionalDouble maxThFrames,
      List<QueueSample> samples,
      List<QueueMoment> moments,
      List<FilterSpan> filters,
      List<Crossing> crossings,
      List<DropSample> drops,
      SequencedMap<String, String> addressNames) {

    /** Copies lists and names. */
    public ObservedQueue {
      samples = List.copyOf(samples);
      moments = List.copyOf(moments);
      filters = List.copyOf(filters);
      crossings = List.copyOf(crossings);
      drops = List.copyOf(drops);
      addressNames = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(addressNames));
    }

    public String nameOf(String address) {
      return addressNames.getOrDefault(address, address);
    }
  }

  /**
   * What one source sent and what of it arrived.
   *
   * @param kind of source, such as {@code bursts}
   * @param offered packets, retransmissions not counted
   * @param delivered distinct packets that reached their sink
   * @param paperThrough the paper's share, 0…1
   */
  public record Flow(
      String node, String kind, long offered, long delivered, @Nullable Double paperThrough) {

    /** Share of the offered packets that arrived, 0…1; null if none was offered. */
    public @Nullable Double through() {
      return offered == 0 ? null : (double) delivered / offered;
    }
  }

  /**
   * The network.
   *
   * @param summary in words
   * @param svg a drawing of it, shown as an image, so that nothing in it can run
   * @param walk the same with a filter's walk, if one moved
   */
  public record Topology(String summary, @Nullable String svg, @Nullable String walk) {

    /** A network in which no filter moved. */
    public Topology(String summary, @Nullable String svg) {
      this(summary, svg, null);
    }
  }
}
