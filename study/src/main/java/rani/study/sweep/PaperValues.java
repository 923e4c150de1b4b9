// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.FileError;
import rani.study.experiment.Paper;
import rani.study.experiment.Sweep;

/**
 * The values that the paper prints for a variant, by metric: a number, a percentage, or a bound
 * such as {@code <10}. If they hold for several variants, the labels are those that these share.
 */
public record PaperValues(
    SequencedMap<String, String> labels, SequencedMap<String, String> values) {
  /** Largest number of variants of a sweep whose printed values are read. */
  public static final long VARIANTS_MAX = 1000;

  public PaperValues {
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
    values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
  }

  /** Returns the values in the order of variants; empty if there are too many variants. */
  public static List<PaperValues> of(Sweep sweep) {
    List<PaperValues> printed = new ArrayList<>();
    if (sweep.variants() <= VARIANTS_MAX) {
      for (long k = 0; k < sweep.variants(); k++) {
        try {
          Paper paper = sweep.variant(k).experiment().paper();
          if (paper != null && !paper.values().isEmpty()) {
            printed.add(new PaperValues(sweep.labels(k), paper.values()));
          }
        } catch (FileError _) {
          // reported when its trials run
        }
      }
    }
    return printed;
  }
}
