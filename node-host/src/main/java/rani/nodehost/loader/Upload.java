// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import rani.model.jar.JarLimits;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A jar that an operator tells a node's loader to expect, over the node's control plane. The jar
 * itself comes through the network.
 *
 * @param order what becomes of it
 * @param from the address that it comes from
 * @param jarBytes of the jar
 * @param sha256 of the jar, in hexadecimal
 */
public record Upload(LoadOrder order, int from, int jarBytes, String sha256) {
  private static final Set<String> KEYS =
      Set.of("options", "number", "replace", "any-version", "from", "bytes", "sha256");

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** As a loader is told. */
  public String print() {
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    object.put("options", order.options());
    object.put("number", order.number());
    object.put("replace", order.replace());
    object.put("any-version", order.anyVersion());
    object.put("from", Integer.toUnsignedLong(from));
    object.put("bytes", jarBytes);
    object.put("sha256", sha256);
    return MAPPER.writeValueAsString(object);
  }

  /** An answer as it is sent. */
  static byte[] bytes(SequencedMap<String, Object> object) {
    return MAPPER.writeValueAsString(object).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads an answer.
   *
   * @throws JacksonException if it is none
   */
  public static SequencedMap<String, Object> object(byte[] json) {
    return MAPPER.readValue(
        json, new tools.jackson.core.type.TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /**
   * Reads what a loader was told.
   *
   * @throws JarRefusal if it makes no sense
   */
  static Upload parse(String json) throws JarRefusal {
    if (json.length() > LoaderLimits.ORDER_CHARS_MAX) {
      throw new JarRefusal(
          Reason.TOO_LARGE, "an order has at most " + LoaderLimits.ORDER_CHARS_MAX + " characters");
    }
    try {
      Map<String, Object> object = object(json.getBytes(StandardCharsets.UTF_8));
      if (object != null
          && object.keySet().equals(KEYS)
          && object.get("options") instanceof String options
          && object.get("number") instanceof Long number
          && number >= 0
          && number <= LoadOrder.NUMBER_MAX
          && object.get("replace") instanceof Boolean replace
          && object.get("any-version") instanceof Boolean anyVersion
          && object.get("from") instanceof Long from
          && from == Integer.toUnsignedLong(from.intValue())
          && object.get("bytes") instanceof Long bytes
          && object.get("sha256") instanceof String sha256
          && DIGEST.matcher(sha256).matches()) {
        LoadOrder order = new LoadOrder(options, number.intValue(), replace, anyVersion);
        return new Upload(order, from.intValue(), size(bytes), sha256);
      }
    } catch (JacksonException e) {
      throw new JarRefusal(Reason.MALFORMED, "the order is no JSON");
    }
    throw new JarRefusal(Reason.MALFORMED, "the order makes no sense");
  }

  private static int size(long bytes) throws JarRefusal {
    if (bytes < 1 || bytes > JarLimits.JAR_BYTES_MAX) {
      throw new JarRefusal(
          Reason.TOO_LARGE,
          "a service jar has 1…" + JarLimits.JAR_BYTES_MAX + " bytes, not " + bytes);
    }
    return (int) bytes;
  }
}
