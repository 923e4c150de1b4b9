// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import rani.model.capture.Direction;
import rani.model.capture.LinkType;

/**
 * Writes frames as pcapng (draft-ietf-opsawg-pcapng): one section, an interface per link end and
 * direction, a block per frame, and statistics. Frames are RANI headers and IPv4 packets ({@code
 * docs/wire-format.md}), which {@code config/wireshark/rani.lua} dissects, or the IPv4 packets
 * alone. Times are nanoseconds since 1970. For one thread.
 */
final class PcapngWriter implements Flushable {
  static final int SECTION_HEADER = 0x0A0D0D0A;
  static final int INTERFACE_DESCRIPTION = 1;
  static final int INTERFACE_STATISTICS = 5;
  static final int ENHANCED_PACKET = 6;

  /** That of most machines: dumpcap, and so Wireshark, reads no other order from a pipe there. */
  static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
  private static final long LENGTH_UNKNOWN = -1;
  private static final byte NANOSECONDS = 9;

  private static final int OPT_END = 0;
  private static final int OPT_COMMENT = 1;
  private static final int SHB_APPLICATION = 4;
  private static final int IF_NAME = 2;
  private static final int IF_DESCRIPTION = 3;
  private static final int IF_SPEED = 8;
  private static final int IF_TIME_RESOLUTION = 9;
  private static final int IF_FILTER = 11;
  private static final int EPB_FLAGS = 2;
  private static final int ISB_START_TIME = 2;
  private static final int ISB_END_TIME = 3;
  static final int ISB_RECEIVED = 4;
  static final int ISB_DROPPED = 5;
  static final int ISB_ACCEPTED = 6;
  static final int ISB_DELIVERED = 8;

  /** Bytes of a packet block besides data and padding: type and lengths, fields, options. */
  private static final int PACKET_BYTES_BESIDE = 12 + 20 + 12;

  private final OutputStream out;
  private LinkType linkType = LinkType.RANI;
  private int interfaces;
  private long bytes;

  /**
   * Frames of an interface: passed, accepted by the filter, and those of the accepted for which
   * there was no room, or that have nothing that the link type keeps.
   */
  record Counts(long received, long accepted, long lost, long leftOut) {}

  PcapngWriter(OutputStream out) {
    this.out = out;
  }

  /** Writes the section header, which comes first. */
  void section(String comment, LinkType type) throws IOException {
    linkType = type;
    ByteBuf body = Unpooled.buffer();
    body.writeIntLE(BYTE_ORDER_MAGIC);
    body.writeIntLE(1); // version 1.0, the major half first
    body.writeLongLE(LENGTH_UNKNOWN);
    text(body, SHB_APPLICATION, "rani");
    text(body, OPT_COMMENT, comment);
    block(SECTION_HEADER, body);
  }

  /** Describes the next interface, from 0. Speed 0 and an empty filter mean none. */
  void describe(
      String name, String description, int snapBytes, long speedBitsPerSecond, String filter)
      throws IOException {
    ByteBuf body = Unpooled.buffer();
    body.writeIntLE(linkType.number());
    body.writeIntLE(snapBytes);
    text(body, IF_NAME, name);
    text(body, IF_DESCRIPTION, description);
    if (speedBitsPerSecond > 0) {
      number(body, IF_SPEED, speedBitsPerSecond);
    }
    option(body, IF_TIME_RESOLUTION, NANOSECONDS);
    if (!filter.isEmpty()) {
      text(body, IF_FILTER, '\0' + filter); // 0 is the code of a filter in text form
    }
    block(INTERFACE_DESCRIPTION, body);
    interfaces++;
  }

  /** Writes a frame, of which the first {@code length} bytes were captured, in {@code data}. */
  void packet(
      int number, long timeNanos, Direction direction, int originalBytes, byte[] data, int length)
      throws IOException {
    require(number);
    int total = packetBytes(length);
    ByteBuffer block = ByteBuffer.allocate(total).order(ORDER);
    block.putInt(ENHANCED_PACKET).putInt(total).putInt(number).putLong(halves(timeNanos));
    block.putInt(length).putInt(originalBytes).put(data, 0, length);
    block.position(block.position() + (-length & 3));
    block.putShort((short) EPB_FLAGS).putShort((short) 4).putInt(direction.flag());
    block.putInt(OPT_END).putInt(total);
    write(block.array());
  }

  /** Returns the length of the block that {@link #packet} writes for a captured length. */
  static int packetBytes(int length) {
    return PACKET_BYTES_BESIDE + length + (-length & 3);
  }

  /** Writes the statistics of an interface; in the file, the last such block is valid. */
  void statistics(int number, long startNanos, long endNanos, Counts counts) throws IOException {
    require(number);
    ByteBuf body = Unpooled.buffer();
    body.writeIntLE(number);
    body.writeLongLE(halves(endNanos));
    number(body, ISB_START_TIME, halves(startNanos));
    number(body, ISB_END_TIME, halves(endNanos));
    number(body, ISB_RECEIVED, counts.received());
    number(body, ISB_DROPPED, counts.lost());
    number(body, ISB_ACCEPTED, counts.accepted());
    number(body, ISB_DELIVERED, counts.accepted() - counts.lost() - counts.leftOut());
    block(INTERFACE_STATISTICS, body);
  }

  /** Returns a time as the number that is written as its two 32-bit halves, the high one first. */
  private static long halves(long nanos) {
    return Long.rotateLeft(nanos, Integer.SIZE);
  }

  private void require(int number) {
    if (number < 0 || number >= interfaces) {
      throw new IllegalArgumentException("there is no interface " + number);
    }
  }

  private static void number(ByteBuf body, int code, long number) {
    body.writeShortLE(code).writeShortLE(Long.BYTES).writeLongLE(number);
  }

  private static void text(ByteBuf body, int code, String text) {
    if (!text.isEmpty()) {
      option(body, code, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Appends an option, padded to 32 bits. */
  private static void option(ByteBuf body, int code, byte... value) {
    body.writeShortLE(code)
        .writeShortLE(value.length)
        .writeBytes(value)
        .writeZero(-value.length & 3);
  }

  private void block(int type, ByteBuf body) throws IOException {
    body.writeIntLE(OPT_END);
    int total = 12 + body.readableBytes();
    ByteBuffer block = ByteBuffer.allocate(total).order(ORDER);
    block.putInt(type).putInt(total).put(body.nioBuffer()).putInt(total);
    write(block.array());
  }

  private void write(byte[] block) throws IOException {
    out.write(block);
    bytes += block.length;
  }

  long bytes() {
    return bytes;
  }

  int interfaces() {
    return interfaces;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
