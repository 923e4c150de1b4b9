// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.regex.Pattern;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.jar.JarLimits;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.world.Facts;
import rani.world.Inline;
import tools.jackson.core.JacksonException;

/** Announcement of a jar that its sender, an unsigned virtual address, will upload. */
public record Upload(@Inline LoadRequest order, long from, long bytes, String sha256)
    implements Facts {
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /** Throws {@link IllegalArgumentException} if the address or the digest is malformed. */
  public Upload {
    if (from != Integer.toUnsignedLong((int) from) || !DIGEST.matcher(sha256).matches()) {
      throw new IllegalArgumentException("no jar comes from " + from + " as " + sha256);
    }
  }

  /** Returns the sender's address in its form in packets. */
  int source() {
    return (int) from;
  }

  public String print() {
    return Json.print(this);
  }

  /** Reads the argument of the verb {@code order}. */
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
    Upload upload;
    try {
      upload = Json.as(object, Upload.class);
    } catch (JacksonException e) {
      throw new JarRefusal(Reason.MALFORMED, "the order makes no sense");
    }
    if (upload.bytes < 1 || upload.bytes > JarLimits.JAR_BYTES_MAX) {
      throw new JarRefusal(
          Reason.TOO_LARGE,
          "a service jar has 1…" + JarLimits.JAR_BYTES_MAX + " bytes, not " + upload.bytes);
    }
    return upload;
  }
}
