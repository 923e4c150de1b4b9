// SPDX-License-Identifier: Apache-2.0
package rani.lab.trace;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedMap;
import rani.lab.observe.TraceEvent;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** The words of trace lines. */
public final class TraceWords {
  /** The kinds of events, in the order of a packet's way. */
  public static final List<String> KINDS =
      List.of(
          "origin",
          "arrival",
          "verdict",
          "head",
          "departure",
          "delivery",
          "drop",
          "filter",
          "congestion",
          "link",
          "note");

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private static final int NANOS_DIGITS = 9;
  private static final int NUMBER_LENGTH_MAX = 18;

  private TraceWords() {}

  /** The kind of an event. */
  public static String kind(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Origin _ -> "origin";
      case TraceEvent.Arrival _ -> "arrival";
      case TraceEvent.Verdict _ -> "verdict";
      case TraceEvent.Head _ -> "head";
      case TraceEvent.Departure _ -> "departure";
      case TraceEvent.Delivery _ -> "delivery";
      case TraceEvent.Drop _ -> "drop";
      case TraceEvent.Filter _ -> "filter";
      case TraceEvent.Congestion _ -> "congestion";
      case TraceEvent.Link _ -> "link";
      case TraceEvent.Note _ -> "note";
    };
  }

  /** What tells events of one kind apart: a drop's reason, a verdict, a note's event. */
  public static String detail(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Origin _, TraceEvent.Arrival _, TraceEvent.Departure _ -> "";
      case TraceEvent.Verdict e -> e.verdict().text();
      case TraceEvent.Head e -> e.marked() ? "mark" : "drop";
      case TraceEvent.Delivery e -> e.at();
      case TraceEvent.Drop e -> e.reason();
      case TraceEvent.Filter e -> e.change().text();
      case TraceEvent.Congestion e -> e.kind().text();
      case TraceEvent.Link e -> e.up() ? "up" : "down";
      case TraceEvent.Note e ->
          e.values().getOrDefault("service", "") + " " + e.values().getOrDefault("event", "");
    };
  }

  /**
   * An event as a JSON object on one line: the words of its line by their keys, numbers as numbers.
   *
   * @param goNanos node time of go, if it is known
   */
  public static String json(TraceEvent event, OptionalLong goNanos) {
    return JSON.writeValueAsString(object(event, goNanos));
  }

  /** A line of a table as a JSON object on one line. */
  public static String json(TraceCounts.Row row) {
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    object.put("kind", row.kind());
    object.put("detail", row.detail());
    object.put("count", row.count());
    return JSON.writeValueAsString(object);
  }

  private static SequencedMap<String, Object> object(TraceEvent event, OptionalLong goNanos) {
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    object.put("time", seconds(event.timeNanos()));
    goNanos.ifPresent(go -> object.put("since-go", seconds(event.timeNanos() - go)));
    String[] words = event.print().split(" ");
    object.put("node", event.node());
    object.put("kind", words[2]);
    for (int i = 3; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 0) {
        object.put(words[i], true); // `control`
      } else {
        object.put(words[i].substring(0, equals), value(words[i].substring(equals + 1)));
      }
    }
    return object;
  }

  private static BigDecimal seconds(long nanos) {
    return BigDecimal.valueOf(nanos, NANOS_DIGITS);
  }

  private static Object value(String text) {
    boolean number = text.length() <= NUMBER_LENGTH_MAX && text.matches("-?\\d+(\\.\\d+)?");
    return number ? new BigDecimal(text) : text;
  }
}
