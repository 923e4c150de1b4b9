// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import java.io.ByteArrayOutputStream;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import rani.model.capture.Direction;

/**
 * Writes frames as a pcapng file (IETF draft-ietf-opsawg-pcapng): one section, two interfaces per
 * link end (what leaves by it, what comes in by it), a block per frame, and how many were lost.
 *
 * <p>The link type is {@link #LINK_TYPE}, which is left to users: a frame is a RANI header and an
 * IPv4 packet, as {@code docs/wire-format.md} has them, and {@code config/wireshark/rani.lua} reads
 * it. Times are nanoseconds since 1970. For one thread.
 */
final class PcapngWriter implements Flushable {
  /** USER0: a private link type, see {@code docs/captures.md}. */
  static final int LINK_TYPE = 147;

  static final int SECTION_HEADER = 0x0A0D0D0A;
  static final int INTERFACE_DESCRIPTION = 1;
  static final int INTERFACE_STATISTICS = 5;
  static final int ENHANCED_PACKET = 6;

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
  private static final int ISB_RECEIVED = 4;
  private static final int ISB_DROPPED = 5;
  private static final int ISB_ACCEPTED = 6;

  /** Block type, two lengths, the fields of an enhanced packet and its one option. */
  private static final int PACKET_BYTES_BESIDE = 12 + 20 + 12;

  private final OutputStream out;
  private int interfaces;
  private long bytes;

  /**
   * What an interface has seen.
   *
   * @param received frames that passed
   * @param accepted frames that the filter let through
   * @param lost of those, frames that are not in the file
   */
  record Counts(long received, long accepted, long lost) {}

  /** A writer that has written nothing. */
  PcapngWriter(OutputStream out) {
    this.out = out;
  }

  /** Begins the section. */
  void section(String application, String comment) throws IOException {
    Body body = new Body();
    body.number32(BYTE_ORDER_MAGIC);
    body.number32(1 << 16); // version 1.0
    body.number64(LENGTH_UNKNOWN);
    body.text(SHB_APPLICATION, application);
    body.text(OPT_COMMENT, comment);
    block(SECTION_HEADER, body.ended());
  }

  /**
   * Describes an interface; the first has number 0, the next 1.
   *
   * @param name such as {@code n7->n8}
   * @param speedBitsPerSecond 0 if it has no such limit
   * @param filter empty for none
   */
  void describe(
      String name, String description, int snapBytes, long speedBitsPerSecond, String filter)
      throws IOException {
    Body body = new Body();
    body.number32(LINK_TYPE << 16);
    body.number32(snapBytes);
    body.text(IF_NAME, name);
    body.text(IF_DESCRIPTION, description);
    if (speedBitsPerSecond > 0) {
      body.number64(IF_SPEED, speedBitsPerSecond);
    }
    body.option(IF_TIME_RESOLUTION, new byte[] {NANOSECONDS});
    if (!filter.isEmpty()) {
      body.text(IF_FILTER, '\0' + filter); // a leading 0 says that a text follows
    }
    block(INTERFACE_DESCRIPTION, body.ended());
    interfaces++;
  }

  /**
   * Writes a frame.
   *
   * @param number of the interface
   * @param originalBytes the frame's length, of which the file may have less
   * @param data of which {@code length} bytes from {@code offset} are what was captured
   */
  void packet(
      int number,
      long timeNanos,
      Direction direction,
      int originalBytes,
      byte[] data,
      int offset,
      int length)
      throws IOException {
    require(number);
    int padding = -length & 3;
    int total = PACKET_BYTES_BESIDE + length + padding;
    ByteBuffer block = ByteBuffer.allocate(total);
    block.putInt(ENHANCED_PACKET).putInt(total).putInt(number).putLong(timeNanos);
    block.putInt(length).putInt(originalBytes).put(data, offset, length);
    block.position(block.position() + padding);
    block.putShort((short) EPB_FLAGS).putShort((short) 4).putInt(direction.flag());
    block.putInt(OPT_END).putInt(total);
    write(block.array());
  }

  /** Bytes of the block that {@link #packet} writes for so many captured bytes. */
  static int packetBytes(int length) {
    return PACKET_BYTES_BESIDE + length + (-length & 3);
  }

  /** Says what an interface has seen between two times. The last such block counts. */
  void statistics(int number, long startNanos, long endNanos, Counts counts) throws IOException {
    require(number);
    Body body = new Body();
    body.number32(number);
    body.number64(endNanos);
    // Unlike every other 64-bit option, these two are written as two halves, the higher first.
    body.number64(ISB_START_TIME, startNanos);
    body.number64(ISB_END_TIME, endNanos);
    body.number64(ISB_RECEIVED, counts.received());
    body.number64(ISB_DROPPED, counts.lost());
    body.number64(ISB_ACCEPTED, counts.accepted());
    block(INTERFACE_STATISTICS, body.ended());
  }

  private void require(int number) {
    if (number < 0 || number >= interfaces) {
      throw new IllegalArgumentException("there is no interface " + number);
    }
  }

  private void block(int type, byte[] body) throws IOException {
    int total = 12 + body.length;
    ByteBuffer block = ByteBuffer.allocate(total);
    block.putInt(type).putInt(total).put(body).putInt(total);
    write(block.array());
  }

  private void write(byte[] block) throws IOException {
    out.write(block);
    bytes += block.length;
  }

  /** Bytes written so far. */
  long bytes() {
    return bytes;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** The body of a block: fields, then options, each padded to 32 bits. */
  private static final class Body {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void number32(int number) {
      bytes.writeBytes(ByteBuffer.allocate(4).putInt(number).array());
    }

    void number64(long number) {
      bytes.writeBytes(ByteBuffer.allocate(8).putLong(number).array());
    }

    void number64(int code, long number) {
      option(code, ByteBuffer.allocate(8).putLong(number).array());
    }

    void text(int code, String text) {
      if (!text.isEmpty()) {
        option(code, text.getBytes(StandardCharsets.UTF_8));
      }
    }

    void option(int code, byte[] value) {
      number32(code << 16 | value.length);
      bytes.writeBytes(value);
      bytes.writeBytes(new byte[-value.length & 3]);
    }

    byte[] ended() {
      number32(OPT_END);
      return bytes.toByteArray();
    }
  }
}
