// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the valid name that a user most likely meant. */
public final class Nearest {
  /** Prefix of names that is compared, so that a very long name costs little. */
  private static final int COMPARED_LENGTH_MAX = 64;

  /** Shortest text that is looked up as a prefix of names. */
  private static final int BEGINNING_LENGTH_MIN = 3;

  private static final int LISTED_MAX = 40;

  private Nearest() {}

  /**
   * Returns the known name with the least edit distance, ignoring case: letters changed, inserted,
   * deleted, or neighbours swapped. Of equals the first wins. Empty if more than a third of the
   * letters differ, unless exactly one known name has this prefix.
   */
  public static Optional<String> to(String name, Collection<String> known) {
    String wanted = folded(name);
    int farthest = Math.max(1, (wanted.length() + 1) / 3);
    Optional<String> nearest = Optional.empty();
    for (String candidate : known) {
      String compared = folded(candidate);
      if (Math.abs(compared.length() - wanted.length()) > farthest) {
        continue;
      }
      int distance = distance(wanted, compared);
      if (distance < farthest || (distance == farthest && nearest.isEmpty())) {
        farthest = distance;
        nearest = Optional.of(candidate);
      }
    }
    return nearest.isPresent() ? nearest : begunBy(wanted, known);
  }

  private static Optional<String> begunBy(String wanted, Collection<String> known) {
    if (wanted.length() < BEGINNING_LENGTH_MIN) {
      return Optional.empty();
    }
    List<String> begun =
        known.stream().filter(each -> folded(each).startsWith(wanted)).limit(2).toList();
    return begun.size() == 1 ? Optional.of(begun.getFirst()) : Optional.empty();
  }

  /** Returns {@code did you mean `x`?}, or the list of known names, or that there are none. */
  public static String hint(String name, Collection<String> known) {
    return to(name, known)
        .map(nearest -> "did you mean " + Quoted.of(nearest) + "?")
        .orElseGet(() -> listed(known));
  }

  private static String listed(Collection<String> known) {
    if (known.isEmpty()) {
      return "none is known here";
    }
    String names =
        known.stream().limit(LISTED_MAX).map(Quoted::of).collect(Collectors.joining(", "));
    return "known: " + names + (known.size() > LISTED_MAX ? ", …" : "");
  }

  private static String folded(String name) {
    String kept =
        name.length() > COMPARED_LENGTH_MAX ? name.substring(0, COMPARED_LENGTH_MAX) : name;
    return kept.toLowerCase(Locale.ROOT);
  }

  /** Returns Levenshtein's distance with a swap of neighbours as one edit. */
  private static int distance(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      edits[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      edits[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least =
            Math.min(edits[i - 1][j - 1] + change, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, edits[i - 2][j - 2] + 1);
        }
        edits[i][j] = least;
      }
    }
    return edits[a.length()][b.length()];
  }
}
