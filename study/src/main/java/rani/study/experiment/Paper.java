// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The publication that an experiment repeats.
 *
 * @param cite authors, title, year
 * @param section where the paper describes the experiment, may be empty
 * @param figure the paper's figure that the chart of the queue corresponds to, may be empty
 * @param values printed results by metric: a number or a percentage, either perhaps with a
 *     tolerance ({@code 39 within 10%}), or a bound such as {@code <10}
 */
public record Paper(
    String cite, String section, String figure, SequencedMap<String, String> values) {
  public Paper {
    values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
  }
}
