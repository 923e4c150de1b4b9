// SPDX-License-Identifier: Apache-2.0
package rani.json;

import java.io.StringWriter;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.FactShape;
import rani.world.Facts;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * Prints and parses JSON strictly. Keys are in kebab-case; numbers become longs and doubles. Uses
 * Jackson's parser and generator without its data binding, because loading the data binding would
 * double the start time of a node's JVM and of a command's.
 */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /**
   * Prints a value on one line, without a line feed.
   *
   * @param value null, facts, a map, list, array, record, enum, text, number, truth value or time;
   *     collections contain the same kinds
   * @throws IllegalArgumentException if the value contains anything else
   */
  public static String print(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      print(value, out);
    }
    return text.toString();
  }

  // No pattern switch, because the JVM would generate a class for it, which costs milliseconds
  // at each start.
  private static void print(@Nullable Object value, JsonGenerator out) {
    if (value == null) {
      out.writeNull();
    } else if (value instanceof CharSequence
        || value instanceof Character
        || value instanceof Instant) {
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
    } else if (value instanceof Facts facts) {
      print(facts.byKey(), out);
    } else if (value instanceof Record record) {
      print(FactShape.of(record.getClass()).values(record), out);
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

  /** Parses a record or an array of records; throws JacksonException for any other text. */
  public static <T> T read(String text, Class<T> kind) {
    return kind.cast(RecordShape.bind(value(text), kind, "it"));
  }

  /**
   * Parses a record that another version of rani may have written: unknown keys are passed over, a
   * missing list or map is empty, and a missing nullable component is null. Throws JacksonException
   * if anything else is missing, and for any other text.
   */
  public static <T> T readTolerant(String text, Class<T> kind) {
    return kind.cast(RecordShape.bindTolerant(value(text), kind, "it"));
  }

  /**
   * Returns the value of a key of an object, without parsing what follows; null if there is no such
   * key. Throws JacksonException if the text is malformed up to there, or no object.
   */
  public static @Nullable Object find(String text, String wanted) {
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw refused("it is no object");
      }
      for (String key = in.nextName(); key != null; key = in.nextName()) {
        in.nextToken();
        if (key.equals(wanted)) {
          return value(in);
        }
        in.skipChildren();
      }
      return null;
    }
  }

  /** Converts facts to a record, or returns facts that are one. May throw JacksonException. */
  public static <T> T as(Facts facts, Class<T> kind) {
    return kind.cast(RecordShape.bind(facts, kind, "it"));
  }

  /** Returns facts as a map from key to value. */
  public static SequencedMap<String, Object> map(Facts facts) {
    return new LinkedHashMap<>(facts.byKey());
  }

  /** Parses an object with any keys; throws JacksonException for any other text. */
  public static JsonObject object(String text) {
    if (value(text) instanceof Map<?, ?> map) {
      return JsonObject.of(map);
    }
    throw refused("it is no object");
  }

  static JacksonException refused(String message) {
    return new StreamReadException(null, message);
  }

  private static @Nullable Object value(String text) {
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      in.nextToken();
      Object value = value(in);
      if (in.nextToken() != null) {
        throw refused("more follows after the end");
      }
      return value;
    }
  }

  private static @Nullable Object value(JsonParser in) {
    JsonToken token = in.currentToken();
    if (token == null) {
      throw refused("it ends too soon");
    }
    return switch (token) {
      case START_OBJECT -> map(in);
      case START_ARRAY -> list(in);
      case VALUE_STRING -> in.getString();
      case VALUE_NUMBER_INT -> integer(in);
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw refused("unexpected " + token);
    };
  }

  private static Object integer(JsonParser in) {
    return in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? in.getBigIntegerValue()
        : in.getLongValue();
  }

  private static SequencedMap<String, @Nullable Object> map(JsonParser in) {
    SequencedMap<String, @Nullable Object> map = new LinkedHashMap<>();
    for (String key = in.nextName(); key != null; key = in.nextName()) {
      in.nextToken();
      if (map.containsKey(key)) {
        throw refused("`" + key + "` is there twice");
      }
      map.put(key, value(in));
    }
    return map;
  }

  private static List<@Nullable Object> list(JsonParser in) {
    List<@Nullable Object> list = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(in));
    }
    return list;
  }
}
