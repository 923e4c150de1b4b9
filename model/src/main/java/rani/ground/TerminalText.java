// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.security.SecureRandom;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Sanitises text for a terminal. Quoted text (files, nodes, hosts) may contain characters that a
 * terminal interprets: control characters (C0 but line feed and tab, DEL, C1), and bidirectional
 * controls (U+202A–202E, U+2066–2069: CVE-2021-42574). Each is replaced by its JSON escape, such as
 * {@code \u001b}, so that JSON documents keep their meaning. The program writes its own terminal
 * control characters by {@link #control}. It puts a random prefix of this process before each,
 * which quoted text cannot contain.
 */
public final class TerminalText {
  private static final int MARK_CHARACTERS = 5;

  /** The random prefix, once {@link #control} was called. */
  private static volatile @Nullable String mark;

  private TerminalText() {}

  /** Returns a control character behind the prefix that keeps {@link #of} from escaping it. */
  public static String control(char character) {
    return mark() + character;
  }

  private static synchronized String mark() {
    String drawn = mark;
    if (drawn == null) {
      StringBuilder characters = new StringBuilder();
      new SecureRandom().ints(MARK_CHARACTERS, 0xE000, 0xF900).forEach(characters::appendCodePoint);
      // Characters of the private use area, which quoted text seldom contains.
      drawn = characters.toString();
      mark = drawn;
    }
    return drawn;
  }

  /** Returns the text with all unprefixed control characters escaped. */
  public static String of(String text) {
    String drawn = mark;
    int plain = 0;
    while (plain < text.length()
        && !isObeyed(text.charAt(plain))
        && (drawn == null || text.charAt(plain) != drawn.charAt(0))) {
      plain++;
    }
    return plain == text.length() ? text : escaped(text, plain, drawn);
  }

  private static String escaped(String text, int plain, @Nullable String drawn) {
    StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, plain);
    for (int i = plain; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isObeyed(c)) {
        shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else if (drawn != null
          && text.startsWith(drawn, i)
          && i + MARK_CHARACTERS < text.length()) {
        i += MARK_CHARACTERS;
        shown.append(text.charAt(i));
      } else {
        shown.append(c);
      }
    }
    return shown.toString();
  }

  private static boolean isObeyed(char c) {
    return Character.isISOControl(c) && c != '\n' && c != '\t'
        || c >= '\u202A' && c <= '\u202E'
        || c >= '\u2066' && c <= '\u2069';
  }
}
