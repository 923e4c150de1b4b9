// SPDX-License-Identifier: Apache-2.0
package rani.tools.doctor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;

/**
 * What was found about one thing.
 *
 * @param about the thing, in a word
 * @param verdict how it is
 * @param found what there is, with units
 * @param advice what to do about it; empty if nothing
 */
public record Finding(String about, Verdict verdict, String found, String advice) {
  /** How something is. */
  public enum Verdict {
    /** As it should be. */
    OK,
    /** Live networks run, and may not be believed, or be smaller than wanted. */
    DOUBTFUL,
    /** Live networks do not run. */
    BAD;

    /** The word on the screen. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding ok(String about, String found) {
    return new Finding(about, Verdict.OK, found, "");
  }

  static Finding doubtful(String about, String found, String advice) {
    return new Finding(about, Verdict.DOUBTFUL, found, advice);
  }

  static Finding bad(String about, String found, String advice) {
    return new Finding(about, Verdict.BAD, found, advice);
  }

  /** The same for programs. */
  public SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("about", about);
    facts.put("verdict", verdict.text());
    facts.put("found", found);
    facts.put("advice", advice);
    return facts;
  }
}
