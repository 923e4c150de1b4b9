// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.StringJoiner;
import java.util.regex.Pattern;
import rani.rdp.SenderState;

/** Reads what a note says of a connection; each note that lacks something says what. */
final class ConnectionNote {
  private static final Pattern NAME =
      Pattern.compile(
          "(\\d{1,3}(?:\\.\\d{1,3}){3}:\\d{1,5})-(\\d{1,3}(?:\\.\\d{1,3}){3}:\\d{1,5})");
  private static final double SECONDS_MAX = 1e9;
  private static final int PLAIN_CHARACTERS_MAX = 15;
  private static final double[] TENS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private final TraceEvent.Note note;

  ConnectionNote(TraceEvent.Note note) {
    this.note = note;
  }

  /** The two ends, the tracing one first. */
  String[] ends() {
    String[] ends = ends(text("conn"));
    if (ends.length == 0) {
      throw wrong("conn", "a connection ADDRESS:PORT-ADDRESS:PORT");
    }
    return ends;
  }

  /** The two ends of the connection of that name, none if it is no name of a connection. */
  static String[] ends(String name) {
    var matcher = NAME.matcher(name);
    return matcher.matches() ? new String[] {matcher.group(1), matcher.group(2)} : new String[] {};
  }

  WindowSample window(long timeNanos) {
    return new WindowSample(
        timeNanos,
        senderState(),
        decimal("cwnd"),
        decimal("ssthresh"),
        nanos("srtt"),
        nanos("rto"),
        (int) Math.min(number("flight"), Integer.MAX_VALUE));
  }

  ConnectionEnd end(long timeNanos) {
    return new ConnectionEnd(
        timeNanos,
        text("reason"),
        number("sent"),
        number("acknowledged"),
        number("received"),
        number("bytes"),
        number("retransmissions"),
        number("timeouts"),
        number("fast-retransmits"),
        decimal("goodput"));
  }

  private SenderState senderState() {
    String name = text("state");
    var names = new StringJoiner(", ");
    for (SenderState state : SenderState.values()) {
      if (state.text().equals(name)) {
        return state;
      }
      names.add(state.text());
    }
    throw wrong("state", "one of " + names);
  }

  String text(String key) {
    String text = note.values().get(key);
    if (text == null) {
      throw new IllegalArgumentException(
          "a note of a connection without '" + key + "': " + note.print());
    }
    return text;
  }

  long number(String key) {
    try {
      long number = Long.parseLong(text(key));
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for every bad number
    }
    throw wrong(key, "a whole number, 0 or more");
  }

  private double decimal(String key) {
    try {
      double number = parse(text(key));
      if (Double.isFinite(number) && number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for every bad number
    }
    throw wrong(key, "a number, 0 or more");
  }

  /**
   * What {@link Double#parseDouble} makes of a text, in less time where it is short and plain, as
   * in the notes of windows: whole numbers below 2^53 and powers of ten up to 10^22 are exact, so
   * that their quotient is rounded once.
   */
  static double parse(String text) {
    int point = text.indexOf('.');
    int fractionDigits = point < 0 ? 0 : text.length() - point - 1;
    if (text.isEmpty() || text.equals(".") || text.length() > PLAIN_CHARACTERS_MAX) {
      return Double.parseDouble(text);
    }
    long whole = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (i != point) {
        if (digit < 0 || digit > 9) {
          return Double.parseDouble(text);
        }
        whole = 10 * whole + digit;
      }
    }
    return whole / TENS[fractionDigits];
  }

  private long nanos(String key) {
    double seconds = decimal(key);
    if (seconds > SECONDS_MAX) {
      throw wrong(key, "seconds, at most " + (long) SECONDS_MAX);
    }
    return Math.round(seconds * 1e9);
  }

  private IllegalArgumentException wrong(String key, String expected) {
    return new IllegalArgumentException(
        "a note of a connection where '" + key + "' is not " + expected + ": " + note.print());
  }
}
