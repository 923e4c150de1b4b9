// SPDX-License-Identifier: Apache-2.0
package rani.lab.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import rani.lab.jar.JarLimits;
import rani.lab.jar.JarRefusal;

/** What strangers send to a loader's port is read or refused, and never more than it may be. */
class UploadFuzz {
  @Property(tries = 200)
  void a_head_is_within_its_limits_or_refused(@ForAll @Size(max = 64) byte[] bytes) {
    ByteBuffer head = ByteBuffer.allocate(41).put(bytes, 0, Math.min(41, bytes.length));
    head.put(0, (byte) 1); // else hardly any would get past the version
    for (ByteBuf message : new ByteBuf[] {Unpooled.wrappedBuffer(head.array()), of(bytes)}) {
      try {
        UploadHead read = UploadHead.read(message);
        assertTrue(read.jarBytes() > 0 && read.jarBytes() <= JarLimits.JAR_BYTES_MAX);
        assertTrue(read.orderBytes() > 0 && read.orderBytes() <= LoaderLimits.ORDER_BYTES_MAX);
      } catch (JarRefusal e) {
        assertTrue(e.getMessage() != null);
      }
    }
  }

  private static ByteBuf of(byte[] bytes) {
    return Unpooled.wrappedBuffer(bytes);
  }

  @Property(tries = 100)
  void what_was_written_is_read(
      @ForAll @IntRange(min = 1, max = LoaderLimits.ORDER_BYTES_MAX) int orderBytes,
      @ForAll @IntRange(min = 1, max = JarLimits.JAR_BYTES_MAX) int jarBytes,
      @ForAll @Size(32) byte[] digest)
      throws JarRefusal {
    UploadHead head = new UploadHead(orderBytes, jarBytes, UploadHead.sha256(digest));

    assertEquals(head, UploadHead.read(Unpooled.wrappedBuffer(head.write())));
  }

  @Property(tries = 100)
  void an_order_is_read_as_it_was_written(
      @ForAll @StringLength(max = 100) String options,
      @ForAll @IntRange(max = LoadOrder.NUMBER_MAX) int number,
      @ForAll boolean replace)
      throws JarRefusal {
    LoadOrder order = new LoadOrder(options.replaceAll("[\uD800-\uDFFF]", ""), number, replace);

    assertEquals(order, LoadOrder.parse(order.print()));
  }

  @Property(tries = 200)
  void any_other_order_is_refused(@ForAll @Size(max = 64) byte[] bytes) {
    try {
      LoadOrder.parse(bytes);
    } catch (JarRefusal e) {
      assertTrue(e.getMessage() != null);
    }
  }
}
