// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * One combination of values of a sweep's variables, and its experiment, which lacks the
 * expectations and printed values of other variants. The index is from 0. The labels are the values
 * as the file writes them, in the order of the variables; empty without variables.
 */
public record Variant(long index, SequencedMap<String, String> labels, Experiment experiment) {
  public Variant {
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
  }
}
