// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The publication that an experiment repeats; section and figure may be empty. Printed values are
 * by metric: a number or a percentage, either perhaps with a tolerance ({@code 39 within 10%}), or
 * a bound such as {@code <10}.
 */
public record Paper(
    String cite, String section, String figure, SequencedMap<String, String> values) {
  public Paper {
    values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
  }
}
