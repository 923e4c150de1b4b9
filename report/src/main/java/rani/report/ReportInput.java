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
import rani.report.plot.Chart;
import rani.service.metric.Crossing;
import rani.service.metric.FilterSpan;
import rani.study.experiment.Plot;
import rani.study.flow.FlowCompletion;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.DropSample;
import rani.study.observe.EdgeFlows;
import rani.study.observe.QueueMoment;
import rani.study.observe.QueueSample;
import rani.study.sweep.PaperValues;
import rani.study.trial.ServicesAtEnd;

/**
 * A run's report; all texts are escaped, never markup. {@code printed} is what the paper prints, by
 * metric: a number, a percentage or a bound such as {@code <10}. {@code trials} is empty for a
 * single trial; the other parts describe the representative trial. {@code setUp} has free
 * parameters of the experiment with values or reasons. {@code charts} are those of the file's
 * plots; {@code plotted} are the metrics of all plots of the file, also of those over variables,
 * which the charts of a single variant leave out. {@code completions} are the transfers of sources,
 * {@code services} what became of services; reports of earlier versions have none of both.
 */
public record ReportInput(
    Subject subject,
    Provenance provenance,
    Trust trust,
    List<Expectation> expectations,
    SequencedMap<String, Double> metrics,
    ObservedQueue queue,
    List<ConnectionSeries> connections,
    List<EdgeFlows> edges,
    List<Flow> flows,
    SequencedMap<String, String> printed,
    List<SweepReportInput.Row> trials,
    SequencedMap<String, String> setUp,
    Topology topology,
    List<Chart> charts,
    List<String> plotted,
    @Nullable List<FlowCompletion> completions,
    @Nullable Services services) {

  /** A report of an experiment whose file has no plots. */
  public ReportInput(
      Subject subject,
      Provenance provenance,
      Trust trust,
      List<Expectation> expectations,
      SequencedMap<String, Double> metrics,
      ObservedQueue queue,
      List<ConnectionSeries> connections,
      List<EdgeFlows> edges,
      List<Flow> flows,
      SequencedMap<String, String> printed,
      List<SweepReportInput.Row> trials,
      SequencedMap<String, String> setUp,
      Topology topology) {
    this(
        subject,
        provenance,
        trust,
        expectations,
        metrics,
        queue,
        connections,
        edges,
        flows,
        printed,
        trials,
        setUp,
        topology,
        List.of(),
        List.of(),
        List.of(),
        null);
  }

  /**
   * Returns the report with the transfers of sources, in the order in which they started, and with
   * what became of services.
   */
  public ReportInput with(List<FlowCompletion> transfers, Services services) {
    return new ReportInput(
        subject,
        provenance,
        trust,
        expectations,
        metrics,
        queue,
        connections,
        edges,
        flows,
        printed,
        trials,
        setUp,
        topology,
        charts,
        plotted,
        transfers,
        services);
  }

  /** Returns the transfers of sources; none if they are not known. */
  List<FlowCompletion> transfers() {
    return completions == null ? List.of() : completions;
  }

  /** Returns the services that have failed; none if they are not known. */
  List<ServicesAtEnd.Failure> failedServices() {
    return services == null ? List.of() : services.failures();
  }

  /** Returns the code in WebAssembly; none if it is not known. */
  List<ServicesAtEnd.Code> code() {
    return services == null ? List.of() : services.code();
  }

  /** Returns the report with the charts of the file's plots, and the metrics of all its plots. */
  public ReportInput with(List<Chart> drawn, List<String> metricsOfPlots) {
    return new ReportInput(
        subject,
        provenance,
        trust,
        expectations,
        metrics,
        queue,
        connections,
        edges,
        flows,
        printed,
        trials,
        setUp,
        topology,
        drawn,
        metricsOfPlots,
        completions,
        services);
  }

  /** Returns the trials as those of a sweep's single variant. */
  public SweepReportInput asVariant(List<Plot> plots) {
    List<SweepReportInput.Row> rows =
        trials.isEmpty()
            ? List.of(
                new SweepReportInput.Row(
                    new LinkedHashMap<>(),
                    0,
                    provenance.seed(),
                    passed(),
                    null,
                    List.of(),
                    metrics,
                    provenance.command()))
            : trials;
    return new SweepReportInput(
        subject,
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        plots,
        List.of(),
        List.of(new PaperValues(new LinkedHashMap<>(), printed)),
        new SweepReportInput.Provenance(
            provenance.mode(),
            provenance.seeds(),
            provenance.trials(),
            provenance.version(),
            provenance.command()),
        rows);
  }

  /** Returns the filters of the first flow filtered at more than one node, in order, or nothing. */
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
   * The experiment and its publication. The paper's {@code figure}, such as {@code figure 5}, is
   * the one that the queue chart corresponds to.
   */
  public record Subject(
      String experiment,
      String title,
      @Nullable String description,
      @Nullable String citation,
      @Nullable String section,
      @Nullable String figure) {}

  /**
   * How to reproduce the run, in mode {@code live} or {@code virtual}. Each trial after the first
   * adds 1 to the seed; charts show the trial with the seed {@code representative}. The digest is
   * SHA-256 of a virtual run's trace.
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
   * What became of services: those that failed, over all trials; and of the trial that charts show
   * the code in WebAssembly that nodes had at its end.
   */
  public record Services(List<ServicesAtEnd.Failure> failures, List<ServicesAtEnd.Code> code) {}

  /** Whether the machine was fast enough: {@code exact}, {@code good} or {@code doubtful}. */
  public record Trust(String verdict, List<String> reasons) {}

  /**
   * An assertion with its outcome: the measured value, if any, a bound such as {@code between 45%
   * and 60%}, and an additional reason of a failure, which may be empty.
   */
  public record Expectation(
      String name,
      String metric,
      @Nullable Double value,
      String bound,
      boolean passed,
      String reason) {}

  /**
   * The observed queue, {@code node} or {@code link-K}, with RED's max_th, if any, and node names
   * by virtual address. Times are nanoseconds since the start of the run.
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
   * Throughput of a source of a kind such as {@code bursts}: packets offered, without
   * retransmissions; distinct packets that arrived; and the share that the paper prints, 0…1.
   */
  public record Flow(
      String node, String kind, long offered, long delivered, @Nullable Double paperThrough) {

    /** Returns the share of offered packets that arrived, 0…1; null if none was offered. */
    public @Nullable Double through() {
      return offered == 0 ? null : (double) delivered / offered;
    }
  }

  /**
   * The network in a sentence, drawings as it is and with a filter's moves, if any, and what was
   * done to it on time, in order of time.
   */
  public record Topology(
      String summary, @Nullable String svg, @Nullable String walk, List<Scheduled> schedule) {

    /** Describes a network in which no filter moved, and to which nothing was done. */
    public Topology(String summary, @Nullable String svg) {
      this(summary, svg, null, List.of());
    }
  }

  /** What was done in so many nanoseconds since the start, such as {@code cut n1 -- n2}. */
  public record Scheduled(long atNanos, String text) {}
}
