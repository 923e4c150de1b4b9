// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.service.FrameView;
import rani.wire.Ipv4Header;

/**
 * Codec of {@link Traceroute} packets: a head and room for hop records. The asker reserves all the
 * room, so that the packet has the same length on every link.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+---------------+---------------+
 * |       0x5254: "RT"            |   version 1   |     kind      |
 * +-------------------------------+---------------+---------------+
 * |              number that its asker drew for the trace         |
 * +---------------------------------------------------------------+
 * |                   virtual address of the asker                |
 * +---------------+---------------+-------------------------------+
 * |  records used | room in all   |   records that had no room    |
 * +===============+===============+===============================+
 * |                    virtual address of the node                |
 * +---------------+---------------+-------------------------------+
 * |      TTL      |     flags     |   rules on the ingress link   |
 * +---------------+---------------+-------------------------------+
 * |       ingress link + 1        |        egress link + 1        |
 * +-------------------------------+-------------------------------+
 * |                   frames waiting at the egress                |
 * +---------------------------------------------------------------+
 * |              average of that queue, 1/1000 frames             |
 * +---------------------------------------------------------------+
 * |            lifetime left as it came, microseconds             |
 * +---------------------------------------------------------------+
 * |             held here before the record, microseconds         |
 * +---------------------------------------------------------------+
 * |              delay of the egress link, microseconds           |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Kind 1 travels to the destination, kind 2 back. Flag 1: written on the way back; flag 2: the
 * ingress link has a filter or diversion for the packet's flow. A link number of 0 means none.
 * Values that exceed their field are written as the field's maximum.
 */
final class HopRecords {
  /** Bytes of the head, before the records. */
  static final int HEAD = 16;

  /** Bytes of one record. */
  static final int RECORD = 32;

  static final int ROOM_MAX = 64;
  static final int THERE = 1;
  static final int BACK = 2;

  private static final int MAGIC = 0x5254;
  private static final int VERSION = 1;
  private static final int KIND = 3;
  private static final int NUMBER = 4;
  private static final int ASKER = 8;
  private static final int USED = 12;
  private static final int ROOM = 13;
  private static final int LEFT_OUT = 14;

  private static final int FLAG_BACK = 1;
  private static final int FLAG_CATCHING = 2;
  private static final long MOST = 0xFFFF_FFFFL;
  private static final int MOST_SHORT = 0xFFFF;

  private final ByteBuf bytes = Unpooled.buffer(RECORD, RECORD);

  /**
   * Record of one node.
   *
   * @param node virtual address
   * @param ttl on arrival
   * @param back true if written on the way back
   * @param catching true if a filter or diversion on the ingress link matches the packet's flow
   * @param rules filters and diversions on the ingress link, 0…65,535
   * @param ingress number of the link that the packet arrived by; −1 at its source
   * @param egress number of the link that the packet leaves by; −1 if there is none
   * @param frames waiting at the egress; like all following fields 0…2³² − 1
   * @param averageThousandths average length of the egress queue, in thousandths of a frame
   * @param lifetimeMicros lifetime left on arrival
   * @param heldMicros time that the packet was held before the record was written
   * @param delayMicros of the egress link
   */
  record Hop(
      int node,
      int ttl,
      boolean back,
      boolean catching,
      int rules,
      int ingress,
      int egress,
      long frames,
      long averageThousandths,
      long lifetimeMicros,
      long heldMicros,
      long delayMicros) {
    Hop {
      rules = Math.min(rules, MOST_SHORT);
      frames = Math.clamp(frames, 0, MOST);
      averageThousandths = Math.clamp(averageThousandths, 0, MOST);
      lifetimeMicros = Math.clamp(lifetimeMicros, 0, MOST);
      heldMicros = Math.clamp(heldMicros, 0, MOST);
      delayMicros = Math.clamp(delayMicros, 0, MOST);
    }
  }

  /**
   * Content of a traceroute packet.
   *
   * @param kind {@link #THERE} or {@link #BACK}
   * @param number that the asker drew for the trace
   * @param asker virtual address
   * @param room number of records that fit, 1…{@link #ROOM_MAX}
   * @param leftOut number of records that did not fit
   * @param hops records in the order in which they were written
   */
  record Trace(int kind, int number, int asker, int room, int leftOut, List<Hop> hops) {
    Trace {
      hops = List.copyOf(hops);
    }
  }

  HopRecords() {}

  /** Returns the bytes of data in a packet with room for this many records. */
  static int length(int room) {
    return HEAD + room * RECORD;
  }

  /** Writes a trace, unused room included. The caller releases the buffer. */
  static ByteBuf write(Trace trace) {
    ByteBuf written = Unpooled.buffer(length(trace.room()));
    written
        .writeShort(MAGIC)
        .writeByte(VERSION)
        .writeByte(trace.kind())
        .writeInt(trace.number())
        .writeInt(trace.asker())
        .writeByte(trace.hops().size())
        .writeByte(trace.room())
        .writeShort(trace.leftOut());
    trace.hops().forEach(hop -> write(written, hop));
    return written.writeZero((trace.room() - trace.hops().size()) * RECORD);
  }

  private static void write(ByteBuf to, Hop hop) {
    to.writeInt(hop.node())
        .writeByte(hop.ttl())
        .writeByte((hop.back() ? FLAG_BACK : 0) | (hop.catching() ? FLAG_CATCHING : 0))
        .writeShort(hop.rules())
        .writeShort(hop.ingress() + 1)
        .writeShort(hop.egress() + 1)
        .writeInt((int) hop.frames())
        .writeInt((int) hop.averageThousandths())
        .writeInt((int) hop.lifetimeMicros())
        .writeInt((int) hop.heldMicros())
        .writeInt((int) hop.delayMicros());
  }

  /** Returns true if a packet carries a complete trace with a valid checksum. */
  static boolean isIn(FrameView packet) {
    return packet.protocol() == Ipv4Header.PROTOCOL_UDP
        && packet.dataLength() >= HEAD
        && isWhole(packet.frame(), packet.dataIndex(), packet.dataLength())
        && packet.checksumHolds();
  }

  private static boolean isWhole(ByteBuf data, int at, int length) {
    int kind = data.getByte(at + KIND);
    int room = data.getUnsignedByte(at + ROOM);
    return data.getUnsignedShort(at) == MAGIC
        && data.getByte(at + 2) == VERSION
        && (kind == THERE || kind == BACK)
        && room > 0
        && room <= ROOM_MAX
        && data.getUnsignedByte(at + USED) <= room
        && length == length(room);
  }

  /** Changes the kind of a trace from {@link #THERE} to {@link #BACK}. */
  static void turn(ByteBuf data) {
    data.setByte(data.readerIndex() + KIND, BACK);
  }

  static int kind(FrameView packet) {
    return packet.frame().getByte(packet.dataIndex() + KIND);
  }

  /** Reads a trace; returns null if the bytes are none. */
  static @Nullable Trace read(ByteBuf data, int at, int length) {
    if (length < HEAD || !isWhole(data, at, length)) {
      return null;
    }
    List<Hop> hops = new ArrayList<>();
    for (int i = 0; i < data.getUnsignedByte(at + USED); i++) {
      hops.add(hop(data, at + HEAD + i * RECORD));
    }
    return new Trace(
        data.getByte(at + KIND),
        data.getInt(at + NUMBER),
        data.getInt(at + ASKER),
        data.getUnsignedByte(at + ROOM),
        data.getUnsignedShort(at + LEFT_OUT),
        hops);
  }

  private static Hop hop(ByteBuf data, int at) {
    int flags = data.getByte(at + 5);
    return new Hop(
        data.getInt(at),
        data.getUnsignedByte(at + 4),
        (flags & FLAG_BACK) != 0,
        (flags & FLAG_CATCHING) != 0,
        data.getUnsignedShort(at + 6),
        data.getUnsignedShort(at + 8) - 1,
        data.getUnsignedShort(at + 10) - 1,
        data.getUnsignedInt(at + 12),
        data.getUnsignedInt(at + 16),
        data.getUnsignedInt(at + 20),
        data.getUnsignedInt(at + 24),
        data.getUnsignedInt(at + 28));
  }

  /** Writes a record into a packet that {@link #isIn} accepts; counts the record without room. */
  void stamp(FrameView packet, Hop hop) {
    ByteBuf frame = packet.frame();
    int at = packet.dataIndex();
    int used = frame.getUnsignedByte(at + USED);
    int room = frame.getUnsignedByte(at + ROOM);
    if (used == room) {
      int leftOut = Math.min(MOST_SHORT, frame.getUnsignedShort(at + LEFT_OUT) + 1);
      packet.rewrite(LEFT_OUT, bytes.clear().writeShort(leftOut));
      return;
    }
    bytes.clear();
    write(bytes, hop);
    packet.rewrite(HEAD + used * RECORD, bytes);
    packet.rewrite(USED, bytes.clear().writeByte(used + 1).writeByte(room));
  }
}
