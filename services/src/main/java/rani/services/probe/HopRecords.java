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
 * What a {@link Traceroute} carries: a head, and room for records, all of it reserved by the asker,
 * so that the packet is as long on its last link as on its first.
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
 * <p>Kind 1 goes there, kind 2 comes back. Flag 1: written on the way back; flag 2: a filter or
 * diversion for the packet's flow stands on the ingress link. A link number of 0 means none. What
 * does not fit a field is written as its greatest value.
 */
final class HopRecords {
  /** Bytes of the head. */
  static final int HEAD = 16;

  /** Bytes of a record. */
  static final int RECORD = 32;

  /** The most records that a packet has room for. */
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
   * What one node has written.
   *
   * @param node virtual address
   * @param ttl as it came
   * @param back whether on the way back
   * @param catching whether a filter or diversion stands there for the packet's flow
   * @param rules filters and diversions on the ingress link, 0…65,535
   * @param ingress the link it came by; −1 where it was made
   * @param egress the link it left by; −1 if there is none
   * @param frames waiting at the egress, 0…2³² − 1, as the rest
   * @param averageThousandths of that queue
   * @param lifetimeMicros left as it came
   * @param heldMicros how long it was held before the record was written
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
   * A whole trace as it is carried.
   *
   * @param kind {@link #THERE} or {@link #BACK}
   * @param number that its asker drew for it
   * @param asker virtual address
   * @param room for how many records, 1…{@link #ROOM_MAX}
   * @param leftOut records that had no room
   * @param hops the records, in the order they were written
   */
  record Trace(int kind, int number, int asker, int room, int leftOut, List<Hop> hops) {
    Trace {
      hops = List.copyOf(hops);
    }
  }

  HopRecords() {}

  /** Bytes of data in a packet with so much room. */
  static int length(int room) {
    return HEAD + room * RECORD;
  }

  /** The trace as bytes, room included; the caller releases them. */
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

  /** Whether a packet carries a whole trace, undamaged. */
  static boolean isIn(FrameView packet) {
    if (packet.protocol() != Ipv4Header.PROTOCOL_UDP || packet.dataLength() < HEAD) {
      return false;
    }
    return isWhole(packet.frame(), packet.dataIndex(), packet.dataLength())
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

  /** Makes of a trace that goes there one that comes back. */
  static void turn(ByteBuf data) {
    data.setByte(data.readerIndex() + KIND, BACK);
  }

  /** Which way it goes. */
  static int kind(FrameView packet) {
    return packet.frame().getByte(packet.dataIndex() + KIND);
  }

  /** Reads the trace in bytes; null if they are none. */
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

  /** Writes a record into a passing packet that {@link #isIn} has approved, or counts it. */
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
