// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What a comparison should come to, and what it came to.
 *
 * @param wanted in words, such as {@code goodput within 2 %}
 * @param figure what was found, in words
 */
public record Goal(String wanted, String figure, Verdict verdict) {
  /** One that a count of misses decides. */
  static Goal noneOf(String wanted, String figure, boolean reached) {
    return new Goal(wanted, figure, reached ? Verdict.AGREES : Verdict.DIFFERS);
  }

  SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("goal", wanted);
    facts.put("found", figure);
    facts.put("verdict", verdict.word());
    return facts;
  }
}
