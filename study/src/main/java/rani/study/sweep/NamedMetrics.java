// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import rani.model.file.FileError;
import rani.study.expectation.MetricNames;
import rani.study.experiment.Sweep;

/** The metrics that a file's charts and expectations are about, or that choices may move. */
public final class NamedMetrics {
  /** The most variants that are asked for their expectations, spread over all of them. */
  private static final long ASKED_MAX = 100;

  private NamedMetrics() {}

  /** In order, each once. */
  public static List<String> of(Sweep sweep) {
    SequencedSet<String> names = new LinkedHashSet<>();
    if (sweep.tried().isPresent()) {
      sweep.tried().get().numbers().forEach(number -> names.add(MetricNames.bare(number.metric())));
      return List.copyOf(names);
    }
    sweep.plots().forEach(plot -> MetricNames.addTo(names, plot.metric()));
    names.addAll(expected(sweep));
    return List.copyOf(names);
  }

  /** These and the metrics that the paper prints: what a reader will look at in any case. */
  static SequencedSet<String> lookedAt(Sweep sweep) {
    SequencedSet<String> names = new LinkedHashSet<>(of(sweep));
    PaperValues.of(sweep).forEach(paper -> names.addAll(paper.values().sequencedKeySet()));
    return names;
  }

  /** Those of expectations alone; which there are may differ from variant to variant. */
  public static SequencedSet<String> expected(Sweep sweep) {
    SequencedSet<String> names = new LinkedHashSet<>();
    long asked = Math.min(ASKED_MAX, sweep.variants());
    for (long k = 0; k < asked; k++) {
      try {
        sweep.variant(k * sweep.variants() / asked).experiment().expectations().stream()
            .forEach(expectation -> names.add(expectation.metric()));
      } catch (FileError e) {
        continue; // its trials tell
      }
    }
    return names;
  }
}
