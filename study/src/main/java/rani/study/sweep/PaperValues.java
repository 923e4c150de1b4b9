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
 * The values that the paper prints for a variant.
 *
 * @param labels of the variant; of these variables alone if the values hold for several variants
 * @param values by metric: a number, a percentage, or a bound such as {@code <10}
 */
public record PaperValues(
    SequencedMap<String, String> labels, SequencedMap<String, String> values) {
  /** Of more variants than this it is not asked what the paper prints. */
  public static final long VARIANTS_MAX = 1000;

  /** Copies the maps. */
  public PaperValues {
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
    values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
  }

  /** Those of a sweep, in the order of its variants; none of one with too many to look at. */
  public static List<PaperValues> of(Sweep sweep) {
    List<PaperValues> printed = new ArrayList<>();
    if (sweep.variants() <= VARIANTS_MAX) {
      for (long k = 0; k < sweep.variants(); k++) {
        try {
          Paper paper = sweep.variant(k).experiment().paper();
          if (paper != null && !paper.values().isEmpty()) {
            printed.add(new PaperValues(sweep.labels(k), paper.values()));
          }
        } catch (FileError e) {
          continue; // its trials tell
        }
      }
    }
    return printed;
  }
}
