// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.service.FrameView;
import rani.service.QueueView;
import rani.service.ServiceContext;
import rani.wire.Ipv4Header;
import rani.wire.MessageFormat;
import rani.wire.UdpHeader;
import rani.world.Congestion;
import rani.world.LinkId;

/**
 * What the node shows a module of a call: the fields of the window, by their offsets
 * (docs/webassembly.md). A module may write into it; of what it writes only the values of notes are
 * read.
 */
final class CallWindow {
  static final int NOW = 0x000;
  static final int ARRIVED = 0x008;
  static final int NODE = 0x010;
  static final int LINK = 0x014;
  static final int PREV_NODE = 0x018;
  static final int SERVICE = 0x01C;
  static final int LIFETIME = 0x020;
  static final int LENGTH = 0x028;
  static final int CAPTURED = 0x02C;
  static final int CONTROL = 0x030;
  static final int DATA_AT = 0x034;
  static final int DATA_LENGTH = 0x038;
  static final int MESSAGE_TYPE = 0x03C;
  static final int CONGESTION = 0x040;
  static final int QUEUE_LINK = 0x044;
  static final int QUEUE_FRAMES = 0x048;
  static final int QUEUE_FLOWS = 0x04C;
  static final int QUEUE_AVERAGE = 0x050;
  static final int QUEUE_LIMIT = 0x058;
  static final int QUEUE_LINK_DELAY = 0x060;
  static final int GREEDIEST_HIGH = 0x080;
  static final int GREEDIEST_LOW = 0x088;
  static final int GREEDIEST_FRAMES = 0x090;
  static final int GREEDIEST_DESTINATION = 0x094;
  static final int GREEDIEST_PREV_NODE = 0x098;
  static final int DIVERSION = 0x0A0;
  static final int DIVERSION_FULL = 0x0A4;
  static final int DIVERSION_NEXT = 0x0A8;
  static final int VALUES = 0x0C0;
  static final int PACKET = 0x1000;

  /** No link: the packet originates here, or the queue is the node's own. */
  static final int NO_LINK = -1;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int captureBytes;

  CallWindow(int captureBytes) {
    this.captureBytes = captureBytes;
    this.bytes = new byte[PACKET + captureBytes];
  }

  byte[] bytes() {
    return bytes;
  }

  void set(int field, int value) {
    INTS.set(bytes, field, value);
  }

  void set(int field, long value) {
    LONGS.set(bytes, field, value);
  }

  /** Returns a value of a note. */
  long value(int index) {
    return (long) LONGS.get(bytes, VALUES + index * Long.BYTES);
  }

  /** Shows a packet. */
  void packet(FrameView packet) {
    ByteBuf frame = packet.frame();
    int length = packet.length();
    int captured = Math.min(length, captureBytes);
    LinkId link = packet.link();
    set(ARRIVED, packet.arrivedNanos());
    set(LINK, link == null ? NO_LINK : link.number());
    set(PREV_NODE, packet.prevNode());
    set(SERVICE, packet.service());
    set(LIFETIME, packet.lifetimeMicros());
    set(LENGTH, length);
    set(CAPTURED, captured);
    set(CONTROL, packet.isControl() ? 1 : 0);
    data(Ipv4Header.LENGTH + headerBytes(packet), length);
    set(MESSAGE_TYPE, 0);
    capture(frame, packet.payloadIndex() - Ipv4Header.LENGTH, captured);
  }

  /** Copies bytes of a frame without allocating. */
  private void capture(ByteBuf frame, int from, int count) {
    if (frame.hasArray() || frame.hasMemoryAddress()) {
      frame.getBytes(from, bytes, PACKET, count);
      return;
    }
    int at = 0; // getBytes would make a view of the buffer
    for (int last = count - Long.BYTES; at <= last; at += Long.BYTES) {
      LONGS.set(bytes, PACKET + at, frame.getLongLE(from + at));
    }
    for (; at < count; at++) {
      bytes[PACKET + at] = frame.getByte(from + at);
    }
  }

  private static int headerBytes(FrameView packet) {
    return packet.protocol() == Ipv4Header.PROTOCOL_UDP ? UdpHeader.LENGTH : 0;
  }

  private void data(int at, int length) {
    set(DATA_AT, at);
    set(DATA_LENGTH, Math.max(0, length - at));
  }

  /** Shows where a capsule's arguments are. */
  void arguments(int at, int length) {
    set(DATA_AT, at);
    set(DATA_LENGTH, length);
  }

  /** Shows the message in a packet, if there is one of a type that the service takes. */
  void message(FrameView packet, int[] known) {
    int type =
        MessageFormat.validType(packet.frame(), packet.payloadIndex(), packet.payloadLength());
    for (int each : known) {
      if (each == type) {
        set(MESSAGE_TYPE, type);
        data(Ipv4Header.LENGTH + MessageFormat.BODY, packet.length());
        return;
      }
    }
  }

  private static int code(Congestion kind) {
    return switch (kind) {
      case ABOVE_MAX -> 0;
      case BELOW_MAX -> 1;
      case MARKED -> 2;
      case EARLY_DROP -> 3;
      case OVERFLOW -> 4;
      case QUEUE_LENGTH -> 5;
    };
  }

  void queue(Congestion kind, QueueView queue, int link) {
    set(CONGESTION, code(kind));
    set(QUEUE_LINK, link);
    set(QUEUE_FRAMES, queue.frames());
    set(QUEUE_FLOWS, queue.flows());
    set(QUEUE_AVERAGE, Double.doubleToLongBits(queue.averageFrames()));
  }

  void queue(ServiceContext.QueueReading reading, int link) {
    set(QUEUE_LINK, link);
    set(QUEUE_FRAMES, reading.frames());
    set(QUEUE_LIMIT, reading.limitFrames());
    set(QUEUE_AVERAGE, Double.doubleToLongBits(reading.averageFrames()));
    set(QUEUE_LINK_DELAY, reading.linkDelayNanos());
  }

  void greediest(QueueView.Greediest flow) {
    set(GREEDIEST_HIGH, flow.flow().high());
    set(GREEDIEST_LOW, flow.flow().low());
    set(GREEDIEST_FRAMES, flow.frames());
    set(GREEDIEST_DESTINATION, flow.destination());
    set(GREEDIEST_PREV_NODE, flow.prevNode());
  }

  void diversion(int number, Diversion channel) {
    set(DIVERSION, number);
    set(DIVERSION_FULL, channel.isFull() ? 1 : 0);
    set(DIVERSION_NEXT, channel.nextNumber());
  }

  /** Shows the call's time, and no packet unless one follows. */
  void begin(long nowNanos, int node, @Nullable FrameView packet) {
    set(NOW, nowNanos);
    set(NODE, node);
    if (packet == null) {
      set(LINK, NO_LINK);
      set(LENGTH, 0);
      set(CAPTURED, 0);
      set(SERVICE, 0);
      set(MESSAGE_TYPE, 0);
      data(0, 0);
    } else {
      packet(packet);
    }
  }
}
