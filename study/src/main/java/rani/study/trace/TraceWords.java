// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedMap;
import rani.json.Json;
import rani.study.tracefile.TraceParser;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** Words of trace lines, and their conversion to JSON. */
public final class TraceWords {
  /** Kinds of events, in the order in which a packet causes them. */
  public static final List<String> KINDS = List.of(TraceParser.KINDS.split(", ", -1));

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private static final int NANOS_DIGITS = 9;
  private static final int NUMBER_LENGTH_MAX = 18;

  private TraceWords() {}

  /**
   * Returns a line, without its newline, as a JSON object on one line, with numbers as numbers.
   * {@code goNanos} is the node time of the run's start, if known.
   */
  public static String json(String line, OptionalLong goNanos) {
    String[] words = line.split(" ");
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    BigDecimal time = new BigDecimal(words[0]);
    object.put("time", time);
    goNanos.ifPresent(
        go -> object.put("since-go", time.subtract(BigDecimal.valueOf(go, NANOS_DIGITS))));
    object.put("node", words[1]);
    object.put("kind", words[2]);
    for (int i = 3; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 0) {
        object.put(words[i], true); // `control`
      } else {
        object.put(words[i].substring(0, equals), value(words[i].substring(equals + 1)));
      }
    }
    return JSON.writeValueAsString(object);
  }

  public static String json(TraceCounts.Row row) {
    return Json.print(row);
  }

  private static Object value(String text) {
    boolean number = text.length() <= NUMBER_LENGTH_MAX && text.matches("-?\\d+(\\.\\d+)?");
    return number ? new BigDecimal(text) : text;
  }
}
