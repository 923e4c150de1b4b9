// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expands ranges of names: {@code n1..n5} means five names. */
public final class NameRange {
  /** Limit of names in one range, equal to the limit of nodes in a network. */
  public static final int NAMES_MAX = 10_000;

  private static final Pattern RANGE =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9_-]*?)(\\d{1,9})\\.\\.(?:([A-Za-z][A-Za-z0-9_-]*?)(\\d{1,9}))");

  private NameRange() {}

  /** Returns the names of a range, or the text itself if it is no range. */
  public static List<String> names(String text) throws UnitError {
    if (!text.contains("..")) {
      return List.of(text);
    }
    Matcher matcher = RANGE.matcher(text);
    if (!matcher.matches() || !matcher.group(1).equals(matcher.group(3))) {
      throw new UnitError(
          Quoted.of(text) + " is no range of names", "the same name twice with numbers, `n1..n5`");
    }
    int first = Integer.parseInt(matcher.group(2));
    int last = Integer.parseInt(matcher.group(4));
    if (last < first) {
      throw new UnitError(Quoted.of(text) + " ends before it begins");
    }
    if (last - first >= NAMES_MAX) {
      throw new UnitError(Quoted.of(text) + " has more than " + NAMES_MAX + " names");
    }
    boolean padded = matcher.group(2).startsWith("0");
    String number = padded ? "%0" + matcher.group(2).length() + "d" : "%d";
    List<String> names = new ArrayList<>();
    for (int i = first; i <= last; i++) {
      names.add(matcher.group(1) + number.formatted(i));
    }
    return names;
  }
}
