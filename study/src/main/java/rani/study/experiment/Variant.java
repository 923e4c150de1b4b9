// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * One combination of values of a sweep's variables, and its experiment.
 *
 * @param index position among the sweep's variants, from 0
 * @param labels the value of each variable as the file writes it, in the order of the variables;
 *     empty for a file without variables
 * @param experiment without the expectations and printed values of other variants
 */
public record Variant(long index, SequencedMap<String, String> labels, Experiment experiment) {
  public Variant {
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
  }
}
