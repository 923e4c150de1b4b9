// SPDX-License-Identifier: Apache-2.0
package rani.tools.complete;

import java.util.ArrayList;
import java.util.List;

/**
 * A word that may come next.
 *
 * @param note one line about it, possibly empty
 */
public record Candidate(String word, String note) {
  /** Returns words without notes. */
  public static List<Candidate> of(Iterable<String> words) {
    List<Candidate> candidates = new ArrayList<>();
    words.forEach(word -> candidates.add(new Candidate(word, "")));
    return candidates;
  }

  /** Returns this candidate with another word. */
  public Candidate as(String other) {
    return new Candidate(other, note);
  }

  /** Returns this word behind a text that was typed already. */
  public Candidate behind(String typed) {
    return new Candidate(typed + word, note);
  }
}
