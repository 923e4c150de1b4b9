// SPDX-License-Identifier: Apache-2.0
package rani.lab.loader;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import rani.lab.jar.JarRefusal;
import rani.lab.jar.JarRefusal.Reason;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a service is to be put on the menu.
 *
 * @param options of the service, a mapping in YAML; empty for none
 * @param number in the RANI header; 0 for the service's own, or a spare one if that is in use
 * @param replace whether it takes the place of the version that is there
 */
public record LoadOrder(String options, int number, boolean replace) {
  /** The largest number. */
  public static final int NUMBER_MAX = 64_999;

  private static final Set<String> KEYS = Set.of("options", "number", "replace");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * An order.
   *
   * @throws IllegalArgumentException if there is no such number
   */
  public LoadOrder {
    if (number < 0 || number > NUMBER_MAX) {
      throw new IllegalArgumentException(
          "a service's number is 1…" + NUMBER_MAX + ", not " + number);
    }
  }

  /** As everything would have it. */
  public static LoadOrder plain() {
    return new LoadOrder("", 0, false);
  }

  byte[] print() {
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    object.put("options", options);
    object.put("number", number);
    object.put("replace", replace);
    return bytes(object);
  }

  /** An answer, or an order, as it is sent. */
  static byte[] bytes(SequencedMap<String, Object> object) {
    return MAPPER.writeValueAsString(object).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads an answer.
   *
   * @throws JacksonException if it is none
   */
  static SequencedMap<String, Object> object(byte[] json) {
    return MAPPER.readValue(
        json, new tools.jackson.core.type.TypeReference<LinkedHashMap<String, Object>>() {});
  }

  static LoadOrder parse(byte[] json) throws JarRefusal {
    try {
      Map<String, Object> object = object(json);
      if (object != null
          && object.keySet().equals(KEYS)
          && object.get("options") instanceof String options
          && object.get("number") instanceof Long number
          && number >= 0
          && number <= NUMBER_MAX
          && object.get("replace") instanceof Boolean replace) {
        return new LoadOrder(options, number.intValue(), replace);
      }
    } catch (JacksonException e) {
      throw new JarRefusal(Reason.MALFORMED, "the order beside the jar is no JSON");
    }
    throw new JarRefusal(Reason.MALFORMED, "the order beside the jar makes no sense");
  }
}
