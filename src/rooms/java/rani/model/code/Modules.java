// SPDX-License-Identifier: Apache-2.0
package rani.model.code;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Modules in WebAssembly for tests, made of their descriptions: they forward each packet. */
public final class Modules {
  /** The description of a service that tests load. */
  public static final String TALKERS =
      """
      name talkers
      number 40001
      version 1.0.0
      reach every-hop
      summary Counts packets.
      option keep integer 20 1 100 How many flows it keeps.
      fact packets integer
      """;

  private static final int TEXT_AT = 16;
  private static final int SHORT_MAX = 127;

  private Modules() {}

  /** Returns {@link #TALKERS} in another version. */
  public static byte[] talkers(String version) {
    return of(TALKERS.replace("1.0.0", version));
  }

  /** Returns a module with a description, of which {@code on_packet} returns {@code forward}. */
  public static byte[] of(String description) {
    ByteArrayOutputStream module = new ByteArrayOutputStream();
    module.writeBytes(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0});
    section(module, 1, new byte[] {1, 0x60, 0, 1, 0x7F}); // () -> i32
    section(module, 3, new byte[] {2, 0, 0});
    section(module, 5, new byte[] {1, 0, 1});
    ByteArrayOutputStream exports = new ByteArrayOutputStream();
    exports.write(3);
    export(exports, "memory", 2, 0);
    export(exports, "describe", 0, 0);
    export(exports, "on_packet", 0, 1);
    section(module, 7, exports.toByteArray());
    section(module, 10, new byte[] {2, 4, 0, 0x41, TEXT_AT, 0x0B, 4, 0, 0x41, 0, 0x0B});
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    byte[] text = (description + "\0").getBytes(StandardCharsets.US_ASCII);
    data.writeBytes(new byte[] {1, 0, 0x41, TEXT_AT, 0x0B});
    number(data, text.length);
    data.writeBytes(text);
    section(module, 11, data.toByteArray());
    return module.toByteArray();
  }

  private static void export(ByteArrayOutputStream out, String name, int kind, int index) {
    out.write(name.length());
    out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
    out.write(kind);
    out.write(index);
  }

  private static void section(ByteArrayOutputStream out, int id, byte[] content) {
    out.write(id);
    number(out, content.length);
    out.writeBytes(content);
  }

  /** Writes an unsigned number in LEB128. */
  private static void number(ByteArrayOutputStream out, int value) {
    int rest = value;
    while (rest > SHORT_MAX) {
      out.write(rest & SHORT_MAX | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
