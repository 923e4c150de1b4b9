// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.regex.Pattern;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.jar.JarLimits;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.world.Facts;
import tools.jackson.core.JacksonException;

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
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /** An order as it is sent. */
  private record Text(
      String options,
      long number,
      boolean replace,
      boolean anyVersion,
      long from,
      long bytes,
      String sha256)
      implements Facts {}

  /** As a loader is told. */
  public String print() {
    return Json.print(
        new Text(
            order.options(),
            order.number(),
            order.replace(),
            order.anyVersion(),
            Integer.toUnsignedLong(from),
            jarBytes,
            sha256));
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
    JsonObject object;
    try {
      object = Json.object(json);
    } catch (JacksonException e) {
      throw new JarRefusal(Reason.MALFORMED, "the order is no JSON");
    }
    try {
      Text text = Json.as(object, Text.class);
      if (text.number >= 0
          && text.number <= LoadOrder.NUMBER_MAX
          && text.from == Integer.toUnsignedLong((int) text.from)
          && DIGEST.matcher(text.sha256).matches()) {
        LoadOrder order =
            new LoadOrder(text.options, (int) text.number, text.replace, text.anyVersion);
        return new Upload(order, (int) text.from, size(text.bytes), text.sha256);
      }
    } catch (JacksonException e) {
      throw new JarRefusal(Reason.MALFORMED, "the order makes no sense");
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
