// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.Bytes;

class Ipv4HeaderTest {
  /** Of the Wikipedia article on the header checksum, so no one here computed it. */
  private static final String FOREIGN = "4500 0073 0000 4000 4011 b861 c0a80001 c0a800c7";

  @Test
  void bytesAreTakenApart() {
    ByteBuf header = Bytes.ofHex(FOREIGN);
    assertEquals(4, Ipv4Header.version(header, 0));
    assertEquals(5, Ipv4Header.headerWords(header, 0));
    assertEquals(0, Ipv4Header.dscp(header, 0));
    assertEquals(0, Ipv4Header.ecn(header, 0));
    assertEquals(115, Ipv4Header.totalLength(header, 0));
    assertEquals(0, Ipv4Header.identification(header, 0));
    assertEquals(64, Ipv4Header.ttl(header, 0));
    assertEquals(Ipv4Header.PROTOCOL_UDP, Ipv4Header.protocol(header, 0));
    assertTrue(Ipv4Header.checksumHolds(header, 0));
    assertEquals("192.168.0.1", Address.text(Ipv4Header.source(header, 0)));
    assertEquals("192.168.0.199", Address.text(Ipv4Header.destination(header, 0)));
  }

  @Test
  void everyByteIsWritten() {
    ByteBuf header = Bytes.unwritten(Ipv4Header.LENGTH);
    Ipv4Header.write(
        header,
        0,
        1500,
        0xABCD,
        Ipv4Header.PROTOCOL_SERVICE,
        Address.parse("10.0.0.1"),
        Address.parse("10.0.0.8"));
    Ipv4Header.dscp(header, 0, Ipv4Header.DSCP_CONTROL);
    assertEquals("45c005dcabcd4000ff" + "fd" + "b48e" + "0a0000010a000008", Bytes.hex(header));
    assertTrue(Ipv4Header.checksumHolds(header, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 46, 48, 63})
  void theCodePointIsRewrittenAndTheEcnFieldKept(int dscp) {
    ByteBuf header = Bytes.ofHex("45b9 0073 0000 4000 4011 b7a8 c0a80001 c0a800c7");
    Ipv4Header.dscp(header, 0, dscp);
    assertEquals(dscp, Ipv4Header.dscp(header, 0));
    assertEquals(1, Ipv4Header.ecn(header, 0));
    assertTrue(Ipv4Header.checksumHolds(header, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void theEcnFieldIsRewrittenAndTheCodePointKept(int ecn) {
    ByteBuf header = Bytes.ofHex("45b9 0073 0000 4000 4011 b7a8 c0a80001 c0a800c7");
    assertTrue(Ipv4Header.checksumHolds(header, 0));
    Ipv4Header.ecn(header, 0, ecn);
    assertEquals(ecn, Ipv4Header.ecn(header, 0));
    assertEquals(46, Ipv4Header.dscp(header, 0));
    assertTrue(Ipv4Header.checksumHolds(header, 0));
  }

  @Test
  void everyHopKeepsTheChecksum() {
    ByteBuf header = Bytes.ofHex(FOREIGN);
    for (int hops = 63; hops >= 0; hops--) {
      Ipv4Header.decrementTtl(header, 0);
      assertEquals(hops, Ipv4Header.ttl(header, 0));
      assertEquals(Ipv4Header.PROTOCOL_UDP, Ipv4Header.protocol(header, 0));
      assertTrue(Ipv4Header.checksumHolds(header, 0), "after " + (64 - hops) + " hops");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0x0000, false",
    "0x4000, false", // don't fragment
    "0x8000, false", // reserved
    "0x2000, true", // more fragments
    "0x0001, true", // an offset
    "0x1fff, true",
    "0x6000, true"
  })
  void fragmentsAreKnownByOffsetAndByMoreFragments(String flagsAndOffset, boolean fragment) {
    ByteBuf header = Bytes.ofHex(FOREIGN);
    header.setShort(6, Integer.decode(flagsAndOffset));
    assertEquals(fragment, Ipv4Header.isFragment(header, 0));
  }
}
