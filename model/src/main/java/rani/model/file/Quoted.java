// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.stream.Stream;

/** Text of a file, made fit to stand inside a message. */
public final class Quoted {

  /** A longer text is cut. */
  private static final int SHOWN_MAX = 60;

  private Quoted() {}

  /** The text between back quotes, on one line, without control characters, cut when long. */
  public static String of(String text) {
    return "`" + plain(text, SHOWN_MAX) + "`";
  }

  /** A message in which each {@code %s} stands for one of the texts, quoted as by {@link #of}. */
  public static String in(String message, String... texts) {
    return message.formatted(Stream.of(texts).map(Quoted::of).toArray());
  }

  /** As {@link #of}, but never cut: for what is to be judged by all of it. */
  public static String whole(String text) {
    return "`" + plain(text, Integer.MAX_VALUE) + "`";
  }

  /** The text on one line, without control characters, cut after {@code max} characters. */
  static String plain(String text, int max) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(max)
        .forEach(
            c -> shown.appendCodePoint(isPrintable(c) ? c : c == '\n' || c == '\t' ? ' ' : '?'));
    return text.codePointCount(0, text.length()) > max
        ? shown.append('…').toString()
        : shown.toString();
  }

  private static boolean isPrintable(int c) {
    return !Character.isISOControl(c)
        && Character.isDefined(c)
        && Character.getType(c) != Character.SURROGATE
        && Character.getType(c) != Character.FORMAT
        && Character.getType(c) != Character.PRIVATE_USE;
  }
}
