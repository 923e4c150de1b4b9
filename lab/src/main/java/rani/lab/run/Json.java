// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON as nodes, labs and records speak it: strict, keys in kebab-case, numbers as longs and
 * doubles.
 */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  /** One line, without a line feed. */
  static String print(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /**
   * Reads a value.
   *
   * @throws JacksonException if the text is not JSON, or not of that kind
   */
  static <T> T read(String text, Class<T> kind) {
    return MAPPER.readValue(text, kind);
  }

  /**
   * Reads an object whose keys are not known beforehand.
   *
   * @throws JacksonException if the text is not JSON, or no object
   */
  static SequencedMap<String, Object> object(String text) {
    return MAPPER.readValue(text, new TypeReference<LinkedHashMap<String, Object>>() {});
  }
}
