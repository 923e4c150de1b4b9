// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the JSON of a sweep's files. Keys are in the order of the records. Doubles are
 * written by {@link Double#toString(double)}, the shortest text that reads back to the same number,
 * and non-numbers as {@code "NaN"}.
 */
public final class JsonText {
  private static final JsonMapper LINE =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final JsonMapper PAGE =
      LINE.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonText() {}

  /** Returns JSON on one line, without a line feed. */
  public static String line(Object value) {
    return LINE.writeValueAsString(value);
  }

  /** Returns indented JSON, with a line feed at the end. */
  public static String page(Object value) {
    return PAGE.writeValueAsString(value) + "\n";
  }

  /** Reads a value; throws {@link JacksonException} if the text is not JSON of that class. */
  public static <T> T read(byte[] text, Class<T> kind) {
    return LINE.readValue(text, kind);
  }

  /** Reads an object with unknown keys; throws {@link JacksonException} for other texts. */
  public static SequencedMap<String, Object> object(String text) {
    return LINE.readValue(text, new TypeReference<LinkedHashMap<String, Object>>() {});
  }
}
