// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Reads JSON (RFC 8259) to values: objects as maps without a key that is there twice, numbers as
 * longs, big integers beyond them, and doubles where they have a fraction or an exponent.
 *
 * <p>Jackson's parser does the same, but first has the JVM make {@link java.math.BigDecimal}, which
 * works out large powers of ten: a tenth of what a node's start costs, and more than half of what
 * reading its order does.
 */
final class JsonInput {
  /** How deep values may lie in each other. */
  static final int DEPTH_MAX = 500;

  /** How long a number may be: to read one takes time in the square of it. */
  static final int NUMBER_CHARS_MAX = 1000;

  private static final char END = '\0';

  private final String text;
  private int at;

  private JsonInput(String text) {
    this.text = text;
  }

  /**
   * The value that a text is.
   *
   * @throws JacksonException if it is not JSON, or more follows
   */
  static @Nullable Object value(String text) {
    JsonInput in = new JsonInput(text);
    Object value = in.value(0);
    in.skipBlanks();
    if (in.at < text.length()) {
      throw Json.refused("more follows after the end, at " + in.at);
    }
    return value;
  }

  private @Nullable Object value(int depth) {
    if (depth > DEPTH_MAX) {
      throw Json.refused("it is nested deeper than " + DEPTH_MAX);
    }
    skipBlanks();
    char first = here();
    if (first == '{') {
      return map(depth);
    } else if (first == '[') {
      return list(depth);
    } else if (first == '"') {
      return string();
    } else if (first == '-' || isDigit(first)) {
      return number();
    } else if (takes("true")) {
      return true;
    } else if (takes("false")) {
      return false;
    } else if (takes("null")) {
      return null;
    }
    throw unexpected();
  }

  private SequencedMap<String, @Nullable Object> map(int depth) {
    SequencedMap<String, @Nullable Object> map = new LinkedHashMap<>();
    at++;
    skipBlanks();
    if (took('}')) {
      return map;
    }
    do {
      skipBlanks();
      if (here() != '"') {
        throw unexpected();
      }
      String key = string();
      skipBlanks();
      require(':');
      if (map.containsKey(key)) {
        throw Json.refused("`" + key + "` is there twice");
      }
      map.put(key, value(depth + 1));
      skipBlanks();
    } while (took(','));
    require('}');
    return map;
  }

  private List<@Nullable Object> list(int depth) {
    List<@Nullable Object> list = new ArrayList<>();
    at++;
    skipBlanks();
    if (took(']')) {
      return list;
    }
    do {
      list.add(value(depth + 1));
      skipBlanks();
    } while (took(','));
    require(']');
    return list;
  }

  private String string() {
    at++;
    int start = at;
    // To look for the two characters is the JVM's own work, even before anything is compiled.
    int end = text.indexOf('"', start);
    if (end < 0) {
      at = text.length();
      throw unexpected();
    }
    int escape = text.indexOf('\\', start, end);
    if (escape >= 0) {
      return escaped();
    }
    checkPlain(start, end);
    at = end + 1;
    return text.substring(start, end);
  }

  private void checkPlain(int start, int end) {
    for (int i = start; i < end; i++) {
      if (text.charAt(i) < ' ') {
        at = i;
        throw unexpected();
      }
    }
  }

  private String escaped() {
    StringBuilder plain = new StringBuilder();
    while (here() != '"') {
      char c = here();
      if (c < ' ') {
        throw unexpected();
      }
      at++;
      plain.append(c == '\\' ? escape() : c);
    }
    at++;
    return plain.toString();
  }

  private char escape() {
    char c = here();
    int which = "\"\\/bfnrt".indexOf(c);
    if (which >= 0) {
      at++;
      return "\"\\/\b\f\n\r\t".charAt(which);
    }
    if (c != 'u') {
      throw unexpected();
    }
    at++;
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = here() < 128 ? Character.digit(here(), 16) : -1;
      if (digit < 0) {
        throw unexpected();
      }
      code = code << 4 | digit;
      at++;
    }
    return (char) code;
  }

  private Object number() {
    int start = at;
    boolean _ = took('-');
    if (!took('0')) {
      digits();
    }
    boolean whole = true;
    if (took('.')) {
      whole = false;
      digits();
    }
    if (took('e') || took('E')) {
      whole = false;
      if (!took('+')) {
        boolean _ = took('-');
      }
      digits();
    }
    if (at - start > NUMBER_CHARS_MAX) {
      throw Json.refused("a number has more than " + NUMBER_CHARS_MAX + " characters");
    }
    String number = text.substring(start, at);
    if (!whole) {
      return Double.parseDouble(number);
    }
    try {
      return Long.parseLong(number);
    } catch (NumberFormatException beyondLong) {
      return new BigInteger(number);
    }
  }

  private void digits() {
    if (!isDigit(here())) {
      throw unexpected();
    }
    while (isDigit(here())) {
      at++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private void skipBlanks() {
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /** The next character; at the end {@link #END}, which no JSON has outside of escapes. */
  private char here() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private boolean took(char wanted) {
    boolean there = here() == wanted;
    if (there) {
      at++;
    }
    return there;
  }

  private boolean takes(String word) {
    boolean there = text.startsWith(word, at);
    if (there) {
      at += word.length();
    }
    return there;
  }

  private void require(char wanted) {
    if (!took(wanted)) {
      throw unexpected();
    }
  }

  private JacksonException unexpected() {
    return Json.refused(
        at < text.length()
            ? "unexpected `" + text.charAt(at) + "` at " + at
            : "it ends too soon, after " + at + " characters");
  }
}
