// SPDX-License-Identifier: Apache-2.0
package rani.live.edge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.wire.Ipv4Header;

/** Segments of TCP that are joined for an IP stack: RFC 9293, linux/virtio_net.h. */
class JoinedSegmentsTest {
  private static final int PSH = 0x08;
  private static final int ACK = 0x10;
  private static final int TCP = 20;
  private static final int OPTIONS_BYTES = 12;
  private static final int HEADERS = 20 + 20 + OPTIONS_BYTES;
  private static final int VNET = JoinedSegments.VNET_BYTES;

  private final JoinedSegments joined = new JoinedSegments();
  private final byte[] data = new byte[100_000];
  private final List<ByteBuf> segments = new ArrayList<>();

  JoinedSegmentsTest() {
    new Random(1).nextBytes(data);
  }

  @AfterEach
  void release() {
    segments.forEach(ByteBuf::release);
  }

  /** A segment of this class's data with right checksums, of a connection that began at 0. */
  private ByteBuf segment(int from, int bytes, int flags) {
    ByteBuf buf = Unpooled.directBuffer(HEADERS + bytes);
    segments.add(buf);
    buf.writeShort(0x4500).writeShort(HEADERS + bytes).writeShort(from).writeShort(0x4000);
    buf.writeByte(63).writeByte(6).writeShort(0).writeInt(0x0A000001).writeInt(0x0A000003);
    buf.writeShort(41_000).writeShort(80).writeInt(from - 3000).writeInt(77);
    buf.writeByte((20 + OPTIONS_BYTES) << 2).writeByte(flags).writeShort(501);
    buf.writeShort(0).writeShort(0).writeInt(0x0101080A).writeInt(1234).writeInt(5678);
    buf.writeBytes(data, from, bytes);
    return summed(buf);
  }

  private static ByteBuf summed(ByteBuf buf) {
    buf.setShort(10, 0).setShort(10, ~sum(buf, 0, 20, 0));
    return buf.setShort(TCP + 16, 0).setShort(TCP + 16, ~tcpSum(buf, 0));
  }

  /** RFC 1071, two bytes at a time. */
  private static int sum(ByteBuf buf, int from, int length, long start) {
    long sum = start;
    for (int at = 0; at < length; at++) {
      sum += (long) buf.getUnsignedByte(from + at) << (at % 2 == 0 ? 8 : 0);
    }
    while (sum > 0xFFFF) {
      sum = (sum & 0xFFFF) + (sum >> 16);
    }
    return (int) sum;
  }

  private static int tcpSum(ByteBuf buf, int ip) {
    int length = buf.getUnsignedShort(ip + 2) - 20;
    return sum(buf, ip + 20, length, sum(buf, ip + 12, 8, 6 + length));
  }

  private boolean begin(ByteBuf packet) {
    return joined.begin(packet, 0, packet.readableBytes());
  }

  private boolean add(ByteBuf packet) {
    return joined.add(packet, 0, packet.readableBytes());
  }

  private void assertHolds(ByteBuf packet, int from, int bytes) {
    assertEquals(VNET + HEADERS + bytes, packet.readableBytes());
    assertEquals(HEADERS + bytes, packet.getUnsignedShort(VNET + 2));
    assertTrue(Ipv4Header.checksumHolds(packet, VNET));
    assertEquals(0xFFFF, tcpSum(packet, VNET));
    assertEquals(from - 3000, packet.getInt(VNET + TCP + 4));
    byte[] held = new byte[bytes];
    packet.getBytes(VNET + HEADERS, held);
    assertArrayEquals(Arrays.copyOfRange(data, from, from + bytes), held);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 536, 1448, 8948})
  void segmentsThatFollowBecomeOne(int bytes) {
    assertTrue(begin(segment(0, bytes, ACK)));
    assertTrue(add(segment(bytes, bytes, ACK)));
    assertTrue(add(segment(2 * bytes, bytes, ACK)));
    assertEquals(3, joined.count());
    assertFalse(joined.isComplete());
    ByteBuf packet = joined.take();
    assertHolds(packet, 0, 3 * bytes);
    assertEquals(1, packet.getByte(1), "VIRTIO_NET_HDR_GSO_TCPV4");
    assertEquals(HEADERS, packet.getUnsignedShortLE(2));
    assertEquals(bytes, packet.getUnsignedShortLE(4));
    assertEquals(0, packet.getByte(0), "no VIRTIO_NET_HDR_F: the stack looks at the checksum");
    assertEquals(0, joined.count());
  }

  /** Sequence numbers of the first 3000 bytes are below zero, as signed numbers. */
  @Test
  void sequenceNumbersWrap() {
    assertTrue(begin(segment(2000, 1000, ACK)));
    assertTrue(add(segment(3000, 1000, ACK)));
    assertTrue(add(segment(4000, 1000, ACK)));
    assertHolds(joined.take(), 2000, 3000);
  }

  @ParameterizedTest
  @CsvSource({"1448,0x18", "777,0x10", "777,0x18"})
  void aPushedOrShorterSegmentIsTheLast(int bytes, String flags) {
    assertTrue(begin(segment(0, 1448, ACK)));
    assertTrue(add(segment(1448, bytes, Integer.decode(flags))));
    assertTrue(joined.isComplete());
    assertFalse(add(segment(1448 + bytes, 777, ACK)));
    ByteBuf packet = joined.take();
    assertHolds(packet, 0, 1448 + bytes);
    assertEquals(Integer.decode(flags), packet.getUnsignedByte(VNET + TCP + 13));
  }

  @Test
  void aSingleSegmentStaysAsItIs() {
    ByteBuf segment = segment(0, 1448, ACK);
    assertTrue(begin(segment));
    ByteBuf packet = joined.take();
    assertEquals(Unpooled.buffer().writeZero(VNET).writeBytes(segment.slice()), packet);
  }

  @Test
  void aWrongChecksumIsNotMended() {
    for (int wrong = 0; wrong < 3; wrong++) {
      for (int at : new int[] {TCP + 16, HEADERS, HEADERS + 1447}) {
        for (int part = 0; part < 3; part++) {
          ByteBuf segment = segment(part * 1448, 1448, ACK);
          if (part == wrong) {
            segment.setByte(at, segment.getByte(at) ^ 0x04);
          }
          assertTrue(part == 0 ? begin(segment) : add(segment));
        }
        assertNotEquals(0xFFFF, tcpSum(joined.take(), VNET), wrong + " at " + at);
      }
    }
  }

  /** The byte of the second segment's header that differs, and how. */
  @ParameterizedTest
  @CsvSource({
    "1, 0x03", // ECN
    "6, 0x40", // DF
    "6, 0x20", // a fragment
    "8, 0x01", // TTL
    "9, 0x17", // UDP
    "12, 0x01", // source
    "19, 0x01", // destination
    "21, 0x01", // ports
    "23, 0x01",
    "27, 0x01", // sequence number
    "31, 0x01", // acknowledgment
    "32, 0x10", // length of the header
    "33, 0x01", // FIN
    "33, 0x02", // SYN
    "33, 0x04", // RST
    "33, 0x20", // URG
    "33, 0x40", // ECE
    "33, 0x80", // CWR
    "35, 0x01", // window
    "39, 0x01", // urgent pointer
    "47, 0x01", // options
    "51, 0x01",
  })
  void otherPacketsDoNotContinue(int at, String flipped) {
    ByteBuf other = segment(1448, 1448, ACK);
    other.setByte(at, other.getByte(at) ^ Integer.decode(flipped));
    assertTrue(begin(segment(0, 1448, ACK)));
    assertFalse(add(summed(other)));
    assertTrue(add(segment(1448, 1448, ACK)), "it was not disturbed");
  }

  @Test
  void whatIsLongerOrEmptyDoesNotContinue() {
    assertTrue(begin(segment(0, 1000, ACK)));
    assertFalse(add(segment(1000, 1002, ACK)));
    assertFalse(add(segment(1000, 0, ACK)));
    assertFalse(joined.add(segment(1000, 1000, ACK), 0, HEADERS - 1));
  }

  /** The byte of the header that differs, and how. */
  @ParameterizedTest
  @CsvSource({"0,0x03", "6,0x20", "7,0x01", "9,0x17", "32,0xC0", "33,0x08", "33,0x02", "39,0x01"})
  void nothingBeginsWithOtherPackets(int at, String flipped) {
    ByteBuf other = segment(0, 1448, ACK);
    other.setByte(at, other.getByte(at) ^ Integer.decode(flipped));
    assertFalse(begin(other));
  }

  @Test
  void nothingBeginsWithAnOddOrEmptyOrCutSegment() {
    assertFalse(begin(segment(0, 777, ACK)));
    assertFalse(begin(segment(0, 0, ACK)));
    assertFalse(begin(segment(0, 1448, ACK | PSH)));
    assertFalse(joined.begin(segment(0, 1448, ACK), 0, 39));
    assertFalse(joined.begin(segment(0, 1448, ACK), 0, HEADERS));
  }

  @Test
  void aPacketEndsAtTheLengthThatItsHeaderCanSay() {
    assertTrue(begin(segment(0, 1448, ACK)));
    int parts = 1;
    while (add(segment(parts * 1448, 1448, ACK))) {
      parts++;
    }
    assertEquals((0xFFFF - HEADERS) / 1448, parts);
    assertHolds(joined.take(), 0, parts * 1448);
  }
}
