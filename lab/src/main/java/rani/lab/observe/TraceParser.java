// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.LinkedHashMap;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.StringJoiner;
import java.util.function.Function;
import rani.world.Congestion;
import rani.world.FilterChange;
import rani.world.Verdict;

/**
 * Reads one trace line from left to right, once. Split by hand: a minute of a live run is a hundred
 * thousand lines, and a regular expression per line would cost more than everything that is then
 * done with them.
 */
final class TraceParser {
  private static final String KINDS =
      "origin, arrival, verdict, head, departure, delivery, drop, filter, congestion, link, note";
  private static final int WORD_CHARACTERS_MAX = 1024;
  private static final int NOTE_VALUES_MAX = 256;
  private static final long SECONDS_MAX = Long.MAX_VALUE / 1_000_000_000L - 1;
  private static final int DECIMALS = 9;
  private static final int LINK_MAX = Integer.MAX_VALUE;
  private static final int QUEUED_MAX = 1_000_000_000;

  private final String line;
  private int at;

  TraceParser(String line) {
    this.line = line;
  }

  TraceEvent event() {
    checkCharacters();
    long time = seconds();
    String node = word(" ", "the node's name");
    int kindColumn = at + 1;
    String kind = word(" ", "the kind of event");
    TraceEvent event =
        switch (kind) {
          case "origin" -> new TraceEvent.Origin(time, node, packet());
          case "arrival" -> new TraceEvent.Arrival(time, node, link(), frame());
          case "verdict" ->
              new TraceEvent.Verdict(
                  time,
                  node,
                  word(" queue=", "the queue"),
                  constant(" verdict=", Verdict.values(), Verdict::text),
                  (int) number(" queued=", QUEUED_MAX),
                  average(),
                  packet());
          case "head" ->
              new TraceEvent.Head(
                  time,
                  node,
                  word(" queue=", "the queue"),
                  either(" verdict=", "mark", "drop"),
                  duration(" sojourn="),
                  packet());
          case "departure" ->
              new TraceEvent.Departure(
                  time, node, link(), number(" late=", Long.MAX_VALUE), packet());
          case "delivery" ->
              new TraceEvent.Delivery(time, node, word(" at=", "what took the packet"), packet());
          case "drop" -> drop(time, node);
          case "filter" -> filter(time, node);
          case "congestion" ->
              new TraceEvent.Congestion(
                  time,
                  node,
                  word(" queue=", "the queue"),
                  constant(" kind=", Congestion.values(), Congestion::text),
                  average());
          case "link" -> new TraceEvent.Link(time, node, link(), either(" state=", "up", "down"));
          case "note" -> new TraceEvent.Note(time, node, values());
          default ->
              throw new TraceFormatException(
                  kindColumn + 1, "unknown kind '" + kind + "', expected one of " + KINDS);
        };
    if (at != line.length()) {
      throw error("unexpected '" + rest() + "'");
    }
    return event;
  }

  private void checkCharacters() {
    if (line.length() > TraceEvent.LINE_CHARACTERS_MAX) {
      throw new TraceFormatException(
          TraceEvent.LINE_CHARACTERS_MAX + 1,
          "the line is longer than " + TraceEvent.LINE_CHARACTERS_MAX + " characters");
    }
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c < ' ' || c > '~') {
        throw new TraceFormatException(i + 1, "a character that is not printable ASCII");
      }
    }
  }

  private TraceEvent drop(long time, String node) {
    return new TraceEvent.Drop(
        time, node, word(" reason=", "the reason"), optional(" link=", LINK_MAX), frame());
  }

  private TraceEvent filter(long time, String node) {
    FilterChange change = constant(" change=", FilterChange.values(), FilterChange::text);
    OptionalInt link = optional(" link=", LINK_MAX);
    String flow = word(" flow=", "the flow");
    return new TraceEvent.Filter(
        time, node, change, link, flow, duration(" until="), number(" caught=", Long.MAX_VALUE));
  }

  private long duration(String key) {
    if (!take(key)) {
      throw error("expected '" + key.strip() + "'");
    }
    return seconds();
  }

  private TraceFrame frame() {
    if (!line.startsWith(" frame=", at)) {
      return packet();
    }
    int bytes = (int) number(" frame=", Integer.MAX_VALUE);
    if (!take("bytes")) {
      throw error("expected 'bytes' after the length of the frame");
    }
    return new TraceFrame.Unreadable(bytes);
  }

  private TracePacket packet() {
    return new TracePacket(
        address(" from="),
        address(" to="),
        (int) number(" proto=", 255),
        (int) number(" id=", 65_535),
        (int) number(" len=", 65_535),
        optional(" sport=", 65_535),
        optional(" dport=", 65_535),
        optional(" service=", 65_535),
        take(" control"));
  }

  private int link() {
    return (int) number(" link=", LINK_MAX);
  }

  private <E> E constant(String key, E[] constants, Function<E, String> name) {
    int column = at + 2;
    String text = word(key, "its name");
    for (E constant : constants) {
      if (name.apply(constant).equals(text)) {
        return constant;
      }
    }
    var names = new StringJoiner(", ");
    for (E constant : constants) {
      names.add(name.apply(constant));
    }
    throw new TraceFormatException(
        column, "unknown " + key.strip() + text + ", expected one of " + names);
  }

  private boolean either(String key, String yes, String no) {
    int column = at;
    String text = word(key, yes + " or " + no);
    if (!text.equals(yes) && !text.equals(no)) {
      throw new TraceFormatException(
          column + 2, "'" + text + "' where " + yes + " or " + no + " was expected");
    }
    return text.equals(yes);
  }

  private double average() {
    int column = at;
    String text = word(" average=", "the average");
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)
          && value >= 0
          && Character.isDigit(text.charAt(text.length() - 1))) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for every bad average
    }
    throw new TraceFormatException(
        column + 2, "'" + text + "' is no average: a number of frames, 0 or more");
  }

  private SequencedMap<String, String> values() {
    var values = new LinkedHashMap<String, String>();
    while (at < line.length()) {
      int column = at + 2;
      String pair = word(" ", "key=value");
      int equals = pair.indexOf('=');
      if (equals <= 0 || equals == pair.length() - 1) {
        throw new TraceFormatException(column, "'" + pair + "' where key=value was expected");
      }
      if (values.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
        throw new TraceFormatException(column, "the key '" + pair.substring(0, equals) + "' again");
      }
      if (values.size() > NOTE_VALUES_MAX) {
        throw new TraceFormatException(column, "more than " + NOTE_VALUES_MAX + " values");
      }
    }
    return values;
  }

  private OptionalInt optional(String key, int max) {
    return line.startsWith(key, at) ? OptionalInt.of((int) number(key, max)) : OptionalInt.empty();
  }

  /** A word up to the next space; {@code key} holds the space before it. */
  private String word(String key, String what) {
    if (!take(key)) {
      throw error("expected '" + key.strip() + "' with " + what);
    }
    int end = line.indexOf(' ', at);
    end = end < 0 ? line.length() : end;
    if (end == at) {
      throw error("expected " + what);
    }
    if (end - at > WORD_CHARACTERS_MAX) {
      throw error(what + " is longer than " + WORD_CHARACTERS_MAX + " characters");
    }
    String word = line.substring(at, end);
    at = end;
    return word;
  }

  private long number(String key, long max) {
    if (!take(key)) {
      throw error("expected '" + key.strip() + "'");
    }
    return digits(max);
  }

  private long digits(long max) {
    int start = at;
    long value = 0;
    while (at < line.length() && isDigit(line.charAt(at))) {
      int digit = line.charAt(at) - '0';
      if (value > (max - digit) / 10) {
        throw new TraceFormatException(start + 1, "the number is over " + max);
      }
      value = value * 10 + digit;
      at++;
    }
    if (at == start) {
      throw error("expected a number");
    }
    if (at - start > 1 && line.charAt(start) == '0') {
      throw new TraceFormatException(start + 1, "a number with a leading zero");
    }
    return value;
  }

  private long seconds() {
    long sign = take("-") ? -1 : 1;
    long whole = digits(SECONDS_MAX);
    if (!take(".")) {
      throw error("expected seconds with nine decimals");
    }
    int start = at;
    long fraction = 0;
    while (at < line.length() && at - start < DECIMALS && isDigit(line.charAt(at))) {
      fraction = fraction * 10 + (line.charAt(at++) - '0');
    }
    if (at - start != DECIMALS) {
      throw error("expected nine decimals, found " + (at - start));
    }
    return sign * (whole * 1_000_000_000L + fraction);
  }

  private String address(String key) {
    if (!take(key)) {
      throw error("expected '" + key.strip() + "'");
    }
    int start = at;
    for (int part = 0; part < 4; part++) {
      if (part > 0 && !take(".")) {
        throw error("expected an IPv4 address");
      }
      digits(255);
    }
    return line.substring(start, at);
  }

  private boolean take(String text) {
    if (!line.startsWith(text, at)) {
      return false;
    }
    at += text.length();
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private String rest() {
    String rest = line.substring(at).strip();
    return rest.length() > 40 ? rest.substring(0, 40) + "…" : rest;
  }

  private TraceFormatException error(String problem) {
    return new TraceFormatException(at + 1, problem);
  }
}
