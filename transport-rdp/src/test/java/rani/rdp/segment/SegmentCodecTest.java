// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.Bytes;
import rani.rdp.fixture.Segments;

class SegmentCodecTest {
  /** EACK of 1003 and 1005, with data and router state; the sum is the golden script's. */
  private static final String EVERYTHING =
      """
      66 13 c0 00 1b 58 00 05
      00 00 03 e9 00 00 00 07
      32 2e
      00 00 03 eb
      00 00 03 ed
      16 02 12 34 00 0c 00 08 00 2d 00 00
      68 65 6c 6c 6f
      """;

  @Test
  void aSegmentIsTakenApart() {
    Segment segment = Segments.decode(Bytes.ofHex(EVERYTHING));
    assertEquals(Segment.ACK | Segment.EACK, segment.flags());
    assertEquals(49_152, segment.sourcePort());
    assertEquals(7000, segment.destinationPort());
    assertEquals(1001, segment.sequence());
    assertEquals(7, segment.acknowledgement());
    assertEquals("1003,1005", Segments.fields(segment).get("eacks"));
    assertEquals(
        new RouterState(RouterState.ECE | RouterState.CWR, 2, 0x1234, 12, 8, 45, 0),
        segment.routerState());
    assertEquals("68656c6c6f", Bytes.hex(segment.data()));
  }

  @Test
  void aSegmentIsPutTogether() {
    Segment segment =
        new Segment(
            Segment.ACK | Segment.EACK,
            49_152,
            7000,
            1001,
            7,
            null,
            new int[] {1003, 1005},
            new RouterState(RouterState.ECE | RouterState.CWR, 2, 0x1234, 12, 8, 45, 0),
            Bytes.ofHex("68656c6c6f"));
    assertEquals(Bytes.hex(Bytes.ofHex(EVERYTHING)), Bytes.hex(Segments.encode(segment)));
  }

  @ParameterizedTest
  @CsvSource({
    "SYN, 0x80, 82", "SYN+ACK, 0xC0, c2", "ACK, 0x40, 42", "RST, 0x10, 12",
    "RST+ACK, 0x50, 52", "NUL, 0x08, 0a", "NUL+ACK, 0x48, 4a", "ACK+EACK, 0x60, 62"
  })
  void theFirstOctetIsThatOfTheRfc(String name, int flags, String octet) {
    SynParameters syn = (flags & Segment.SYN) == 0 ? null : new SynParameters(1, 2, 0);
    int[] eacks = (flags & Segment.EACK) == 0 ? Segment.NO_EACKS : new int[] {5};
    Segment segment = new Segment(flags, 1024, 1025, 3, 4, syn, eacks, null, Unpooled.EMPTY_BUFFER);
    assertEquals(octet, Bytes.hex(Segments.encode(segment)).substring(0, 2), name);
  }

  @Test
  void nothingOutsideOfItsRangeIsWrittenAndNoIndexMoves() {
    Segment segment = Segments.decode(Bytes.ofHex(EVERYTHING));
    int length = SegmentCodec.length(segment);
    ByteBuf out = Bytes.unwritten(length + 10);
    SegmentCodec.encode(segment, out, 5, Segments.SOURCE, Segments.DESTINATION, true);
    assertEquals(
        "a5".repeat(5) + Bytes.hex(Bytes.ofHex(EVERYTHING)) + "a5".repeat(5), Bytes.hex(out));
    assertEquals(0, segment.data().readerIndex());
  }

  @Test
  void dataIsASliceOfTheFrame() {
    ByteBuf frame = Bytes.ofHex(EVERYTHING);
    Segment segment = Segments.decode(frame);
    assertSame(frame, segment.data().unwrap());
    frame.setByte(frame.writerIndex() - 1, 'p');
    assertEquals("68656c6c70", Bytes.hex(segment.data()));
  }

  @Test
  void withoutASumTheFieldIsZero() {
    ByteBuf out = Bytes.unwritten(18);
    Segment ack = Segment.bare(Segment.ACK, 1024, 1025, 3, 4);
    SegmentCodec.encode(ack, out, 0, Segments.SOURCE, Segments.DESTINATION, false);
    assertEquals(0, out.getShort(RdpHeader.CHECKSUM));
    assertEquals(RefusalReason.BAD_CHECKSUM, Segments.check(out, true));
    assertEquals(null, Segments.check(out, false));
  }

  @Test
  void theSumCoversTheAddresses() {
    ByteBuf bytes = Bytes.ofHex(EVERYTHING);
    int length = bytes.readableBytes();
    assertNotNull(
        SegmentCodec.check(bytes, 0, length, Segments.SOURCE + 1, Segments.DESTINATION, true));
    assertNotNull(
        SegmentCodec.check(bytes, 0, length, Segments.SOURCE, Segments.DESTINATION + 256, true));
  }

  @Test
  void anEackHasRoomForSoMany() {
    assertEquals(123, SegmentCodec.eacksMax(false));
    assertEquals(120, SegmentCodec.eacksMax(true));
    RouterState state = new RouterState(0, 0, 0, 0, 0, 0, 0);
    Segments.decode(Segments.encode(eacks(123, null)));
    Segments.decode(Segments.encode(eacks(120, state)));
    assertThrows(IllegalArgumentException.class, () -> Segments.encode(eacks(124, null)));
    assertThrows(IllegalArgumentException.class, () -> Segments.encode(eacks(121, state)));
  }

  @Test
  void aSegmentFitsIntoAnIpv4Packet() {
    assertEquals(65_535 - 20, SegmentCodec.LENGTH_MAX);
    int most = SegmentCodec.LENGTH_MAX - RdpHeader.LENGTH;
    assertEquals(most, Segments.decode(Segments.encode(data(most))).data().readableBytes());
    assertThrows(IllegalArgumentException.class, () -> Segments.encode(data(most + 1)));
  }

  /** 255 words of 16 bits, of which the fixed part takes 9 and router state 6, for two a number. */
  @Test
  void theHeadersLengthBoundsTheNumbersOfAnEack() {
    assertEquals((255 - 9) / 2, SegmentCodec.eacksMax(false));
    assertEquals((255 - 9 - 6) / 2, SegmentCodec.eacksMax(true));
  }

  /** Its sender marks it as such, it is no request, and it has data. */
  @ParameterizedTest
  @CsvSource({
    "8, 20, true",
    "8, 0, false",
    "0, 20, false",
    "9, 20, false",
    "1, 20, false",
    "14, 20, true"
  })
  void mediaIsWhatRoutersMayShorten(int flags, int dataBytes, boolean isMedia) {
    RouterState state = new RouterState(flags, 1, 2, 3, 4, 5, 0);
    Segment segment =
        new Segment(
            Segment.ACK,
            1,
            2,
            3,
            4,
            null,
            Segment.NO_EACKS,
            state,
            Unpooled.buffer().writeZero(dataBytes));
    ByteBuf written = Unpooled.buffer().writeZero(SegmentCodec.length(segment));
    SegmentCodec.encode(segment, written, 0, 1, 2, true);

    assertEquals(8, RouterState.MEDIA);
    assertEquals(isMedia, RdpHeader.isMedia(written, 0));
    assertEquals((flags & 9) == 8, state.isMedia());
  }

  @Test
  void routersReadWhatTheSenderShows() {
    ByteBuf frame = Unpooled.buffer().writeBytes(Bytes.unwritten(9));
    frame.writeBytes(Bytes.ofHex(EVERYTHING));
    assertEquals(true, RdpHeader.isReadable(frame, 9, frame.writerIndex() - 9));
    assertEquals(true, RdpHeader.hasRouterState(frame, 9));
    assertEquals(RouterState.ECE | RouterState.CWR, RdpHeader.stateFlags(frame, 9));
    assertEquals(2, RdpHeader.phase(frame, 9));
    assertEquals(0x1234, RdpHeader.epoch(frame, 9));
    assertEquals(12, RdpHeader.cwnd(frame, 9));
    assertEquals(8, RdpHeader.ssthresh(frame, 9));
    assertEquals(45, RdpHeader.srttMillis(frame, 9));
    assertEquals(1001, RdpHeader.sequence(frame, 9));
    assertEquals(7, RdpHeader.acknowledgement(frame, 9));
    assertEquals(5, RdpHeader.dataLength(frame, 9));
  }

  @Test
  void aRequestQuotesTheSegmentThatARouterHolds() {
    ByteBuf held = Bytes.ofHex(EVERYTHING);
    Segment request = RdpHeader.windowRequest(held, 0, Segments.DESTINATION, 6, 5, 4);
    assertEquals(0, request.flags());
    assertEquals(7000, request.sourcePort());
    assertEquals(49_152, request.destinationPort());
    assertEquals(1001, request.sequence());
    assertEquals(Segments.DESTINATION, request.acknowledgement());
    assertEquals(new RouterState(RouterState.SET, 2, 0x1234, 6, 5, 0, 4), request.routerState());
    assertEquals(true, request.isRequest());
  }

  /** The checksum is computed again here, and was changed there. */
  @ParameterizedTest
  @CsvSource({"41, 40", "41, 2", "40, 38", "1001, 200"})
  void aShortenedSegmentIsWholeAndSaysWhatIsMissing(int before, int left) {
    for (int first = 0; first < 3; first++) {
      ByteBuf media = media(before, first);
      int header = RdpHeader.headerLength(media, 0);
      RdpHeader.shorten(media, 0, left);
      assertNull(check(media, header + left));
      Segment segment = SegmentCodec.decode(media, 0, header + left);
      assertEquals(before - left, lost(segment));
      assertEquals(media.slice(header, left), segment.data());
      if (left > 2) {
        RdpHeader.shorten(media, 0, 2);
        assertNull(check(media, header + 2));
        assertEquals(before - 2, lost(SegmentCodec.decode(media, 0, header + 2)));
      }
    }
  }

  private static int lost(Segment segment) {
    return Objects.requireNonNull(segment.routerState()).lost();
  }

  @Test
  void damageDoneBeforeStillShowsInAShortenedSegment() {
    for (int at : new int[] {9, 20, 31, 60}) { // number, state, what stays, what goes
      ByteBuf media = media(41, 7);
      media.setByte(at, media.getByte(at) ^ 0x10);
      RdpHeader.shorten(media, 0, 20);
      assertSame(RefusalReason.BAD_CHECKSUM, check(media, 30 + 20));
    }
  }

  @Test
  void whatIsNotComputedStaysSo() {
    ByteBuf media = media(41, 7);
    media.setShort(16, 0);
    RdpHeader.shorten(media, 0, 20);
    assertEquals(false, RdpHeader.hasChecksum(media, 0));
    assertThrows(IllegalArgumentException.class, () -> RdpHeader.shorten(media, 0, 7));
    assertThrows(IllegalArgumentException.class, () -> RdpHeader.shorten(media, 0, 20));
    assertThrows(IllegalArgumentException.class, () -> RdpHeader.shorten(media, 0, 0));
  }

  private static ByteBuf media(int bytes, int first) {
    byte[] data = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      data[i] = (byte) (first * (i + 1) * 37);
    }
    RouterState state = new RouterState(RouterState.MEDIA, 2, 3, 12, 8, 45, 0);
    Segment segment =
        new Segment(
            Segment.ACK,
            1,
            7000,
            50,
            20,
            null,
            Segment.NO_EACKS,
            state,
            Unpooled.wrappedBuffer(data));
    ByteBuf written = Unpooled.buffer().writeZero(SegmentCodec.length(segment));
    SegmentCodec.encode(segment, written, 0, Segments.SOURCE, Segments.DESTINATION, true);
    assertEquals(true, RdpHeader.isMedia(written, 0));
    return written;
  }

  private static @Nullable RefusalReason check(ByteBuf segment, int length) {
    return SegmentCodec.check(segment, 0, length, Segments.SOURCE, Segments.DESTINATION, true);
  }

  @Test
  void aRequestToPaceCarriesSizeAndRate() {
    ByteBuf held = Bytes.ofHex(EVERYTHING);
    RouterState pace = RouterState.pace(400, 5_000_000_000L);
    Segment request = RdpHeader.request(held, 0, Segments.DESTINATION, pace);
    ByteBuf written = Unpooled.buffer(SegmentCodec.length(request));
    SegmentCodec.encode(request, written, 0, Segments.SOURCE, Segments.DESTINATION, true);
    int length = SegmentCodec.length(request);
    RouterState read = SegmentCodec.decode(written, 0, length).routerState();

    assertEquals(true, request.isRequest());
    assertEquals(1001, request.sequence());
    assertEquals(pace, read);
    assertEquals(400, pace.segmentBytes());
    assertEquals(RouterState.RATE_BITS_PER_SECOND_MAX, pace.rateBitsPerSecond());
    assertEquals(70_001, RouterState.pace(400, 70_001).rateBitsPerSecond());
  }

  private static Segment eacks(int count, @Nullable RouterState state) {
    return new Segment(
        Segment.ACK | Segment.EACK,
        1024,
        1025,
        3,
        4,
        null,
        IntStream.range(10, 10 + count).toArray(),
        state,
        Unpooled.EMPTY_BUFFER);
  }

  private static Segment data(int length) {
    return new Segment(
        Segment.ACK,
        1024,
        1025,
        3,
        4,
        null,
        Segment.NO_EACKS,
        null,
        Unpooled.wrappedBuffer(new byte[length]));
  }
}
