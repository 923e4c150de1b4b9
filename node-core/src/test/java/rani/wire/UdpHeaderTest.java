// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import rani.fixture.Bytes;

class UdpHeaderTest {
  private static final int SOURCE = Address.parse("10.0.0.1");
  private static final int DESTINATION = Address.parse("10.0.0.8");

  @Test
  void bytesAreTakenApart() {
    ByteBuf datagram = Bytes.ofHex("1389 0007 000d 946968656c6c6f");
    assertEquals(5001, UdpHeader.sourcePort(datagram, 0));
    assertEquals(7, UdpHeader.destinationPort(datagram, 0));
    assertEquals(13, UdpHeader.length(datagram, 0));
    assertTrue(UdpHeader.checksumHolds(datagram, 0, SOURCE, DESTINATION));
  }

  @Test
  void everyByteIsWritten() {
    ByteBuf datagram = Bytes.unwritten(UdpHeader.LENGTH + 5);
    datagram.setBytes(UdpHeader.LENGTH, "hello".getBytes(US_ASCII));
    UdpHeader.write(datagram, 0, new UdpFlow(DESTINATION, 5001, 7), 5, 5, SOURCE);
    assertEquals("13890007000d946968656c6c6f", Bytes.hex(datagram));
  }

  @Test
  void anyFlippedBitShows() {
    for (int bit = 0; bit < 13 * 8; bit++) {
      ByteBuf datagram = Bytes.ofHex("1389 0007 000d 9469 68656c6c6f");
      int flipped = bit >>> 3;
      datagram.setByte(flipped, datagram.getByte(flipped) ^ 1 << (bit & 7));
      if (flipped != 4 && flipped != 5) { // the length is checked before, against IPv4's
        assertFalse(UdpHeader.checksumHolds(datagram, 0, SOURCE, DESTINATION), "bit " + bit);
      }
    }
  }

  @Test
  void rewrittenDataKeepsTheSumInStep() {
    ByteBuf datagram = Bytes.ofHex("1389 0007 000d 9469 68656c6c6f");
    UdpHeader.rewrite(datagram, 0, 2, Bytes.ofHex("7021"));
    assertEquals("68657021" + "6f", Bytes.hex(datagram).substring(16));
    assertTrue(UdpHeader.checksumHolds(datagram, 0, SOURCE, DESTINATION));
  }

  @Test
  void rewritingDoesNotHideDamage() {
    ByteBuf datagram = Bytes.ofHex("1389 0007 000d 9469 68656c6c6e");
    UdpHeader.rewrite(datagram, 0, 0, Bytes.ofHex("70217021"));
    assertFalse(UdpHeader.checksumHolds(datagram, 0, SOURCE, DESTINATION));
  }

  @Test
  void rewritingLeavesAChecksumThatWasNeverComputed() {
    ByteBuf datagram = Bytes.ofHex("1389 0007 000d 0000 68656c6c6f");
    UdpHeader.rewrite(datagram, 0, 0, Bytes.ofHex("7021"));
    assertEquals(0, datagram.getUnsignedShort(6));
  }

  @Test
  void addressesAreCovered() {
    ByteBuf datagram = Bytes.ofHex("1389 0007 000d 9469 68656c6c6f");
    assertFalse(UdpHeader.checksumHolds(datagram, 0, SOURCE + 1, DESTINATION));
    assertFalse(UdpHeader.checksumHolds(datagram, 0, SOURCE, DESTINATION + 1));
  }

  @Test
  void aChecksumThatWasNeverComputedHolds() {
    ByteBuf datagram = Bytes.ofHex("1389 0007 000d 0000 68656c6c6f");
    assertTrue(UdpHeader.checksumHolds(datagram, 0, SOURCE, DESTINATION));
  }

  @Test
  void aSumOfZeroIsSentAsAllOnes() {
    ByteBuf datagram = Bytes.unwritten(UdpHeader.LENGTH + 2);
    // 0x0a00 + 0x0001 + 0x0a00 + 0x0008 + 17 + 10 + 10 + ports and data = 0xffff
    datagram.setShort(UdpHeader.LENGTH, 0xFFFF - 0x1400 - 9 - 17 - 20 - 5001 - 7);
    UdpHeader.write(datagram, 0, new UdpFlow(DESTINATION, 5001, 7), 2, 2, SOURCE);
    assertEquals(0xFFFF, datagram.getUnsignedShort(6));
    assertTrue(UdpHeader.checksumHolds(datagram, 0, SOURCE, DESTINATION));
  }
}
