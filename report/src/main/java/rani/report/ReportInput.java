// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

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
 * The content of a run's report. All texts are escaped, never markup.
 *
 * @param expectations what the experiment file asserts, with the outcome
 * @param metrics everything measured, by name
 * @param connections ends of RDP connections, by node in the file's order, then by first event
 * @param flows throughput per source
 * @param printed what the paper prints, by metric: a number, a percentage, or a bound such as
 *     {@code <10}
 * @param trials results of all trials if there were several; the other parameters describe the
 *     representative trial
 * @param setUp free parameters of the experiment with their values or reasons, in order
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

  /**
   * Returns the filters of the first flow that was filtered at more than one node, in order; empty
   * if there is none.
   */
  public static List<FilterSpan> moved(List<FilterSpan> filters) {
    return filters.stream()
        .collect(groupingBy(FilterSpan::flow, LinkedHashMap::new, toList()))
        .values()
        .stream()
        .filter(spans -> spans.stream().map(FilterSpan::node).distinct().count() > 1)
        .findFirst()
        .orElse(List.of());
  }

  /** Returns whether every expectation holds in every trial. */
  public boolean passed() {
    return expectations.stream().allMatch(Expectation::passed)
        && trials.stream().allMatch(SweepReportInput.Row::passed);
  }

  /** Compares the numbers that the paper prints with ours, over all trials. */
  public List<Comparison> comparisons() {
    return PaperNumbers.compare(
        printed,
        trials.isEmpty()
            ? List.of(metrics)
            : trials.stream().map(SweepReportInput.Row::metrics).toList());
  }

  /**
   * The experiment and its publication.
   *
   * @param title one line
   * @param description what the experiment shows, in a sentence
   * @param section the paper's section
   * @param figure the paper's figure that the queue chart corresponds to, such as {@code figure 5}
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
   * @param seed of the first trial; each further trial adds 1
   * @param representative seed of the trial that charts show
   * @param version of rani
   * @param command exactly as typed
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

    /** Returns the seed of the trial that charts show, and the seeds of all trials. */
    String shown() {
      return trials == 1 ? seeds() : "seed " + representative + " of " + seeds();
    }

    /** Returns world, seeds and version in one line. */
    public String origin(String ofSeeds) {
      return String.join(" \u00b7 ", world(), ofSeeds, "rani " + version);
    }

    public static String world(String mode) {
      return mode.equals("virtual") ? "virtual time" : mode;
    }
  }

  /**
   * Whether the machine was fast enough for the run.
   *
   * @param verdict {@code exact}, {@code good} or {@code doubtful}
   * @param reasons for doubt
   */
  public record Trust(String verdict, List<String> reasons) {}

  /**
   * An assertion of the experiment file, with its outcome.
   *
   * @param value the measured value; null if there is none
   * @param bound the condition as text, such as {@code between 45% and 60%}
   * @param reason additional reason of a failure; may be empty
   */
  public record Expectation(
      String name,
      String metric,
      @Nullable Double value,
      String bound,
      boolean passed,
      String reason) {}

  /**
   * The observed queue. Times are nanoseconds since the start of the run.
   *
   * @param queue {@code node} or {@code link-K}
   * @param maxThFrames RED's upper threshold, if the discipline has one
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

    public String nameOf(String address) {
      return addressNames.getOrDefault(address, address);
    }
  }

  /**
   * Throughput of one source.
   *
   * @param kind of source, such as {@code bursts}
   * @param offered packets, retransmissions not counted
   * @param delivered distinct packets that reached their sink
   * @param paperThrough the share that the paper prints, 0…1
   */
  public record Flow(
      String node, String kind, long offered, long delivered, @Nullable Double paperThrough) {

    /** Returns the share of offered packets that arrived, 0…1; null if none was offered. */
    public @Nullable Double through() {
      return offered == 0 ? null : (double) delivered / offered;
    }
  }

  /**
   * The network.
   *
   * @param summary description in a sentence
   * @param svg a drawing; pages show it as an image, so that no script in it can run
   * @param walk the drawing with the moves of a filter; null if no filter moved
   */
  public record Topology(String summary, @Nullable String svg, @Nullable String walk) {

    /** Describes a network in which no filter moved. */
    public Topology(String summary, @Nullable String svg) {
      this(summary, svg, null);
    }
  }
}
