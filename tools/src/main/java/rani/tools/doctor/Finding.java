// SPDX-License-Identifier: Apache-2.0
package rani.tools.doctor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;

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

  /** What another host's doctor has found, as {@link #facts} has it. */
  public static Finding of(Map<String, Object> facts) {
    String verdict = String.valueOf(facts.get("verdict"));
    return new Finding(
        String.valueOf(facts.get("about")),
        Stream.of(Verdict.values())
            .filter(each -> each.text().equals(verdict))
            .findFirst()
            .orElse(Verdict.DOUBTFUL),
        String.valueOf(facts.get("found")),
        String.valueOf(facts.get("advice")));
  }

  /** Something that is as it should be. */
  public static Finding good(String about, String found) {
    return ok(about, found);
  }

  /** Something that keeps live networks from running. */
  public static Finding failed(String about, String found) {
    return bad(about, found, "");
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
