// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * One combination of values of a sweep's variables, and the experiment that it makes.
 *
 * @param index its position among the sweep's variants, from 0
 * @param labels the value of each variable as the file writes it, in the order of the variables;
 *     empty for a file without variables
 * @param experiment what is run; expectations and printed values for other variants are not in it
 */
public record Variant(long index, SequencedMap<String, String> labels, Experiment experiment) {

  public Variant {
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
  }
}
