// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import rani.node.TraceLines;
import rani.rdp.SenderState;
import rani.world.NoteDetail;

/** A service's note with typed access to its values; errors quote its line in the trace. */
record ObservedNote(
    long timeNanos, NodeObserver node, String service, String event, NoteDetail detail) {
  private static final Pattern NAME =
      Pattern.compile(
          "(\\d{1,3}(?:\\.\\d{1,3}){3}:\\d{1,5})-(\\d{1,3}(?:\\.\\d{1,3}){3}:\\d{1,5})");
  private static final double SECONDS_MAX = 1e9;

  /** Returns whether this is the named event of the named service. */
  boolean is(String wantedService, String wantedEvent) {
    return event.equals(wantedEvent) && service.equals(wantedService);
  }

  String line() {
    StringBuilder line = new StringBuilder();
    TraceLines lines =
        new TraceLines(
            node.name, ascii -> line.append(new String(ascii, StandardCharsets.US_ASCII).strip()));
    lines.note(timeNanos, service, event, detail);
    return line.toString();
  }

  /** Returns the two ends of the connection, the reporting end first. */
  String[] ends() {
    String[] ends = ends(text("conn"));
    if (ends.length == 0) {
      throw wrong("conn", "a connection ADDRESS:PORT-ADDRESS:PORT");
    }
    return ends;
  }

  /** Returns the two ends in a connection's name; empty if it is not such a name. */
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
    List<String> names = Arrays.stream(SenderState.values()).map(SenderState::text).toList();
    if (!names.contains(name)) {
      throw wrong("state", "one of " + String.join(", ", names));
    }
    return SenderState.values()[names.indexOf(name)];
  }

  String text(String key) {
    String text = detail.word(key);
    if (text == null) {
      throw new IllegalArgumentException("a note of a connection without '" + key + "': " + line());
    }
    return text;
  }

  long number(String key) {
    long number = detail.number(key).orElse(-1);
    if (number < 0) {
      throw wrong(key, "a whole number, 0 or more");
    }
    return number;
  }

  private double decimal(String key) {
    double number = detail.decimal(key).orElse(Double.NaN);
    if (!Double.isFinite(number) || number < 0) {
      throw wrong(key, "a number, 0 or more");
    }
    return number;
  }

  private long nanos(String key) {
    double seconds = decimal(key);
    if (seconds > SECONDS_MAX) {
      throw wrong(key, "seconds, at most " + (long) SECONDS_MAX);
    }
    return Math.round(seconds * 1e9);
  }

  private IllegalArgumentException wrong(String key, String expected) {
    String _ = text(key);
    return new IllegalArgumentException(
        "a note of a connection where '" + key + "' is not " + expected + ": " + line());
  }
}
