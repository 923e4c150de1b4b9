// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.report.paper.Comparison;
import rani.report.paper.PaperNumbers;
import rani.study.expectation.MetricNames;
import rani.study.statistics.Family;
import rani.study.statistics.PairedDifference;

/** A sweep's numbers beside the paper's, and its variants beside the baseline. */
public final class SweepFindings {
  private final SweepReportInput input;
  private final SweepVariants variants;
  private final SweepCharts charts;

  private final @Nullable Sensitivity sensitivity;
  private final Family family = new Family();

  /** Analyses a sweep; {@code sensitivity} is null if there is no analysis of the file. */
  public SweepFindings(SweepReportInput input, @Nullable Sensitivity sensitivity) {
    this.input = input;
    this.sensitivity = sensitivity;
    this.variants = new SweepVariants(input);
    this.charts = new SweepCharts(input, variants);
    for (String metric : metrics()) {
      for (SequencedMap<String, String> labels : variants.all()) {
        PairedDifference difference = variants.difference(labels, metric);
        if (difference != null) {
          family.add(difference);
        }
      }
    }
  }

  /** Returns all differences on the page; p-values are corrected for their number. */
  Family family() {
    return family;
  }

  /** Returns the paired difference from the baseline, with a corrected p-value; null if none. */
  @Nullable PairedDifference difference(SequencedMap<String, String> labels, String metric) {
    PairedDifference difference = variants.difference(labels, metric);
    return difference == null ? null : difference.in(family);
  }

  public SweepVariants variants() {
    return variants;
  }

  public SweepCharts charts() {
    return charts;
  }

  /** Compares every printed number with ours, for each variant. */
  public List<Comparison> comparisons() {
    List<Comparison> all = new ArrayList<>();
    for (SequencedMap<String, String> labels : variants.all()) {
      variants
          .printed(labels)
          .forEach(
              (metric, printed) -> {
                Comparison compared =
                    Comparison.ofAll(
                        what(metric, labels),
                        metric,
                        printed,
                        variants.values(labels, metric),
                        variants.rows(labels).size());
                all.add(DecidingChoice.by(compared, labels, sensitivity));
              });
    }
    return all;
  }

  /** Describes a number of a variant. */
  static String what(String metric, SequencedMap<String, String> labels) {
    String where = labels.isEmpty() ? "" : " (" + SweepVariants.name(labels) + ")";
    return PaperNumbers.inWords(metric) + where;
  }

  /** Returns the compared metrics: those of plots, expectations and the paper. */
  public SequencedSet<String> metrics() {
    SequencedSet<String> metrics = new LinkedHashSet<>();
    charts
        .plots()
        .forEach(plot -> plot.allMetrics().forEach(name -> MetricNames.addTo(metrics, name)));
    input.paper().forEach(paper -> metrics.addAll(paper.values().sequencedKeySet()));
    metrics.addAll(input.expected());
    return metrics;
  }

  /** Compares each variant with the baseline. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    told().forEach(metric -> sentences.addAll(sentences(metric)));
    return sentences;
  }

  /** Returns the metrics that are compared with the baseline: the plotted ones or else all. */
  List<String> told() {
    SequencedSet<String> drawn = new LinkedHashSet<>();
    charts.plots().stream()
        .flatMap(plot -> plot.allMetrics().stream())
        .filter(
            metric ->
                !MetricNames.isRelative(metric)) // relative metrics are comparisons themselves
        .forEach(drawn::add);
    return List.copyOf(drawn.isEmpty() ? metrics() : drawn);
  }

  /** Returns a sentence for each variant, or one for all if none differs. */
  private List<String> sentences(String metric) {
    List<String> sentences = new ArrayList<>();
    boolean allSame = true;
    for (SequencedMap<String, String> labels : variants.all()) {
      PairedDifference difference = difference(labels, metric);
      if (difference != null) {
        allSame &= PairedWords.isSame(difference);
        sentences.add(PairedWords.sentence(metric, labels, input.baseline(), difference));
      }
    }
    return allSame && sentences.size() > 1
        ? List.of("All variants give the same " + PaperNumbers.inWords(metric) + ", seed by seed.")
        : sentences;
  }
}
