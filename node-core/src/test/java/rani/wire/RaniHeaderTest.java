// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import rani.fixture.Bytes;

class RaniHeaderTest {
  private static final String ACTIVE = "1804 0003 000f4240 0a000007 0002 0000";

  @Test
  void bytesAreTakenApart() {
    ByteBuf header = Bytes.ofHex(ACTIVE);
    assertEquals(1, RaniHeader.version(header, 0));
    assertEquals(16, RaniHeader.length(header, 0));
    assertTrue(RaniHeader.act(header, 0));
    assertFalse(RaniHeader.keyed(header, 0));
    assertEquals(3, RaniHeader.service(header, 0));
    assertEquals(1_000_000, RaniHeader.lifetimeMicros(header, 0));
    assertEquals("10.0.0.7", Address.text(RaniHeader.prevNode(header, 0)));
    assertEquals(2, RaniHeader.prevLink(header, 0));
  }

  @Test
  void unsignedFieldsStayUnsigned() {
    ByteBuf header = Bytes.ofHex("f4ff ffff ffffffff ffffffff ffff ffff");
    assertEquals(15, RaniHeader.version(header, 0));
    assertEquals(1020, RaniHeader.length(header, 0));
    assertFalse(RaniHeader.act(header, 0));
    assertTrue(RaniHeader.keyed(header, 0));
    assertEquals(65_535, RaniHeader.service(header, 0));
    assertEquals(RaniHeader.LIFETIME_MICROS_MAX, RaniHeader.lifetimeMicros(header, 0));
    assertEquals(65_535, RaniHeader.prevLink(header, 0));
  }

  @Test
  void everyByteIsWritten() {
    ByteBuf header = Bytes.unwritten(RaniHeader.LENGTH);
    RaniHeader.write(header, 0, true, 3, 1_000_000, Address.parse("10.0.0.7"));
    assertEquals("18040003000f42400a00000700000000", Bytes.hex(header));
  }

  @Test
  void nothingBeyondTheHeaderIsWritten() {
    ByteBuf frame = Bytes.unwritten(RaniHeader.LENGTH + 8);
    RaniHeader.write(frame, 4, false, 0, 0xFFFF_FFFFL, -1);
    assertEquals("a5a5a5a5" + "10040000ffffffffffffffff00000000" + "a5a5a5a5", Bytes.hex(frame));
  }

  @Test
  void oneFieldIsRewrittenAndNoOther() {
    ByteBuf header = Bytes.ofHex(ACTIVE);
    RaniHeader.lifetimeMicros(header, 0, 0xFFFF_FFFEL);
    RaniHeader.prevNode(header, 0, Address.parse("10.0.0.6"), 0xFFFF);
    RaniHeader.keyed(header, 0, true);
    assertEquals("1c040003fffffffe0a000006ffff0000", Bytes.hex(header));
    RaniHeader.keyed(header, 0, false);
    assertEquals("18040003fffffffe0a000006ffff0000", Bytes.hex(header));
  }
}
