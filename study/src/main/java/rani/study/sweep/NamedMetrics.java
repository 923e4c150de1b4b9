// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import rani.model.file.FileError;
import rani.study.expectation.MetricNames;
import rani.study.experiment.Plot;
import rani.study.experiment.Sweep;

/** Finds the metrics that a file's charts and expectations use, or that its choices may change. */
public final class NamedMetrics {
  /** Largest number of variants whose expectations are read, spread evenly over all variants. */
  private static final long ASKED_MAX = 100;

  private NamedMetrics() {}

  public static List<String> of(Sweep sweep) {
    SequencedSet<String> names = new LinkedHashSet<>();
    if (sweep.tried().isPresent()) {
      sweep.tried().get().numbers().forEach(number -> names.add(MetricNames.bare(number.metric())));
      return List.copyOf(names);
    }
    names.addAll(of(sweep.plots()));
    names.addAll(expected(sweep));
    return List.copyOf(names);
  }

  /** Returns the metrics that plots show. */
  public static SequencedSet<String> of(List<Plot> plots) {
    SequencedSet<String> names = new LinkedHashSet<>();
    plots.forEach(plot -> plot.allMetrics().forEach(name -> MetricNames.addTo(names, name)));
    return names;
  }

  /** Returns the metrics of {@link #of} and those that the paper prints. */
  static SequencedSet<String> lookedAt(Sweep sweep) {
    SequencedSet<String> names = new LinkedHashSet<>(of(sweep));
    PaperValues.of(sweep).forEach(paper -> names.addAll(paper.values().sequencedKeySet()));
    return names;
  }

  /** Returns the metrics of expectations, which may differ between variants. */
  public static SequencedSet<String> expected(Sweep sweep) {
    SequencedSet<String> names = new LinkedHashSet<>();
    long asked = Math.min(ASKED_MAX, sweep.variants());
    for (long k = 0; k < asked; k++) {
      try {
        sweep
            .variant(k * sweep.variants() / asked)
            .experiment()
            .expectations()
            .forEach(expectation -> names.add(expectation.metric()));
      } catch (FileError _) {
        // reported when its trials run
      }
    }
    return names;
  }
}
