// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import rani.model.jar.JarLimits;
import rani.model.jar.JarRefusal;

/** What strangers send to a loader's port, and what it is told, is read or refused. */
class UploadFuzz {
  @Property(tries = 200)
  void a_head_is_a_ticket_or_refused(@ForAll @Size(max = 64) byte[] bytes) {
    try {
      String ticket = UploadHeader.read(Unpooled.wrappedBuffer(bytes)).ticket();
      assertEquals(2 * UploadHeader.TICKET_BYTES, ticket.length());
      assertEquals(2, bytes[0]);
    } catch (JarRefusal e) {
      assertTrue(bytes.length != 1 + UploadHeader.TICKET_BYTES || bytes[0] != 2);
    }
  }

  @Property(tries = 100)
  void a_head_is_read_as_it_was_written(@ForAll @Size(UploadHeader.TICKET_BYTES) byte[] ticket)
      throws JarRefusal {
    UploadHeader head = new UploadHeader(HexFormat.of().formatHex(ticket));

    assertEquals(head, UploadHeader.read(Unpooled.wrappedBuffer(head.write())));
  }

  @Property(tries = 100)
  void an_order_is_read_as_it_was_written(
      @ForAll @StringLength(max = 100) String options,
      @ForAll @IntRange(max = LoadRequest.NUMBER_MAX) int number,
      @ForAll boolean replace,
      @ForAll boolean anyVersion,
      @ForAll int from,
      @ForAll @IntRange(min = 1, max = JarLimits.JAR_BYTES_MAX) int jarBytes,
      @ForAll @Size(32) byte[] sha256)
      throws JarRefusal {
    String plain = options.replaceAll("[\uD800-\uDFFF]", "");
    LoadRequest order = new LoadRequest(plain, number, replace, anyVersion);
    long address = Integer.toUnsignedLong(from);
    Upload upload = new Upload(order, address, jarBytes, HexFormat.of().formatHex(sha256));

    assertEquals(upload, Upload.parse(upload.print()));
  }

  @Property(tries = 200)
  void any_other_order_is_refused(@ForAll @StringLength(max = 64) String text) {
    try {
      Upload.parse(text);
    } catch (JarRefusal e) {
      assertTrue(e.getMessage() != null);
    }
  }

  @Property(tries = 100)
  void an_order_for_more_than_a_jar_may_be_is_refused(
      @ForAll @IntRange(min = JarLimits.JAR_BYTES_MAX + 1) int jarBytes) {
    Upload upload = new Upload(new LoadRequest("", 0, false, false), 1, jarBytes, "00".repeat(32));
    try {
      throw new AssertionError("taken: " + Upload.parse(upload.print()));
    } catch (JarRefusal e) {
      assertEquals(JarRefusal.Reason.TOO_LARGE, e.reason());
    }
  }
}
