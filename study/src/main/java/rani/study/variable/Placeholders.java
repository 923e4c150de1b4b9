// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import rani.model.file.Quoted;
import rani.model.file.UnitError;

/** The placeholders {@code ${…}} in a text, which values of variables replace. */
public final class Placeholders {
  private static final String OPENS = "${";
  private static final char CLOSES = '}';

  private final List<String> between = new ArrayList<>();
  private final List<String> contents = new ArrayList<>();

  private Placeholders() {}

  public static boolean anyIn(String text) {
    return text.contains(OPENS);
  }

  /** Finds the placeholders of a text; throws {@link UnitError} if one is not closed. */
  public static Placeholders in(String text) throws UnitError {
    Placeholders holes = new Placeholders();
    int at = 0;
    for (int open = text.indexOf(OPENS); open >= 0; open = text.indexOf(OPENS, at)) {
      int close = text.indexOf(CLOSES, open);
      if (close < 0) {
        throw new UnitError(Quoted.of(text.substring(open)) + " has no `}`");
      }
      holes.between.add(text.substring(at, open));
      holes.contents.add(text.substring(open + OPENS.length(), close).strip());
      at = close + 1;
    }
    holes.between.add(text.substring(at));
    return holes;
  }

  public List<String> contents() {
    return contents;
  }

  /** Returns whether the text is one placeholder and nothing else. */
  public boolean isWhole() {
    return contents.size() == 1 && between.stream().allMatch(String::isEmpty);
  }

  /** Returns the text with other contents in the braces. */
  public String renamed(List<String> names) {
    Iterator<String> next = names.iterator();
    return filled(_ -> OPENS + next.next() + CLOSES);
  }

  /** Returns the text with each placeholder replaced. */
  public String filled(Function<String, String> values) {
    StringBuilder text = new StringBuilder(between.getFirst());
    for (int i = 0; i < contents.size(); i++) {
      text.append(values.apply(contents.get(i))).append(between.get(i + 1));
    }
    return text.toString();
  }
}
