// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.StringWriter;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON as nodes, labs and records speak it: strict, keys in kebab-case, numbers as longs and
 * doubles.
 *
 * <p>Jackson's generator without its data binding, which takes a JVM that has just started as long
 * as all the rest of a node's start: every node's JVM passes here, and every verb's. For the same
 * reason {@link JsonInput} reads.
 */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /**
   * One line, without a line feed.
   *
   * @param value a map, list, array, record, enum, text, number, truth value or null, of such
   * @throws IllegalArgumentException if it holds anything else
   */
  public static String print(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      print(value, out);
    }
    return text.toString();
  }

  // Not a switch over the kinds: the JVM would spin a class for it, for milliseconds, at each
  // start.
  private static void print(@Nullable Object value, JsonGenerator out) {
    if (value == null) {
      out.writeNull();
    } else if (value instanceof CharSequence || value instanceof Character) {
      out.writeString(value.toString());
    } else if (value instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (value instanceof Number number) {
      print(number, out);
    } else if (value instanceof Enum<?> one) {
      out.writeString(one.name());
    } else if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      map.forEach(
          (key, each) -> {
            out.writeName(String.valueOf(key));
            print(each, out);
          });
      out.writeEndObject();
    } else if (value instanceof Iterable<?> values) {
      out.writeStartArray();
      values.forEach(each -> print(each, out));
      out.writeEndArray();
    } else if (value instanceof Object[] values) {
      print(Arrays.asList(values), out);
    } else if (value instanceof Record record) {
      print(RecordShape.of(record.getClass()).values(record), out);
    } else {
      throw new IllegalArgumentException("no JSON of " + value.getClass().getName());
    }
  }

  private static void print(Number number, JsonGenerator out) {
    if (number instanceof Double || number instanceof Float) {
      out.writeNumber(number.doubleValue());
    } else if (number instanceof BigInteger big) {
      out.writeNumber(big);
    } else {
      out.writeNumber(number.longValue());
    }
  }

  /**
   * Reads a value.
   *
   * @param kind a record, or an array of records
   * @throws JacksonException if the text is not JSON, or not of that kind
   */
  static <T> T read(String text, Class<T> kind) {
    return kind.cast(RecordShape.bind(JsonInput.value(text), kind, "it"));
  }

  /**
   * Reads an object whose keys are not known beforehand.
   *
   * @throws JacksonException if the text is not JSON, or no object
   */
  @SuppressWarnings("unchecked") // JsonInput makes no other maps
  public static SequencedMap<String, Object> object(String text) {
    if (JsonInput.value(text) instanceof SequencedMap<?, ?> map) {
      return (SequencedMap<String, Object>) map;
    }
    throw refused("it is no object");
  }

  static JacksonException refused(String message) {
    return new StreamReadException(null, message);
  }
}
