// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.stream.Stream;

/** Quotes untrusted text for messages. */
public final class Quoted {
  private static final int SHOWN_MAX = 60;

  private Quoted() {}

  /** Returns the text in back quotes, on one line, without control characters, cut if long. */
  public static String of(String text) {
    return "`" + plain(text, SHOWN_MAX) + "`";
  }

  /** Formats a message; each {@code %s} becomes one of the texts, quoted by {@link #of}. */
  public static String in(String message, String... texts) {
    return message.formatted(Stream.of(texts).map(Quoted::of).toArray());
  }

  /** Returns the text quoted but never truncated, for text that a user has to judge as a whole. */
  public static String whole(String text) {
    return "`" + plain(text, Integer.MAX_VALUE) + "`";
  }

  /** Returns the text on one line, without control characters, cut after {@code max}. */
  public static String plain(String text, int max) {
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
