// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import rani.service.FrameView;

/**
 * Head of a generator's datagrams and of the sink's acknowledgements.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * |     kind      |   reserved    |             flow              |
 * +---------------+---------------+-------------------------------+
 * |  sequence number (data), or next expected one (acknowledgement) |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Kind 1: data to be acknowledged; 2: data without acknowledgement; 3: acknowledgement. Sequence
 * numbers count packets from 0.
 */
public final class GeneratorHeader {
  static final int LENGTH = 8;
  static final int SEQUENCE_MAX = 1 << 24;

  static final int DATA_ACKED = 1;
  public static final int DATA = 2;
  static final int ACK = 3;

  private static final int FLOW = 2;
  private static final int SEQUENCE = 4;

  private final ByteBuf head = Unpooled.buffer(LENGTH, LENGTH);

  /** Writes a header into a buffer that is valid until the next call. */
  public ByteBuf of(int kind, int flow, int sequence) {
    return head.clear().writeByte(kind).writeByte(0).writeShort(flow).writeInt(sequence);
  }

  /** Returns true if a datagram begins with such a header. */
  static boolean isIn(FrameView packet) {
    if (packet.dataLength() < LENGTH) {
      return false;
    }
    int kind = kind(packet);
    int sequence = sequence(packet);
    return kind >= DATA_ACKED && kind <= ACK && sequence >= 0 && sequence <= SEQUENCE_MAX;
  }

  static int kind(FrameView packet) {
    return packet.frame().getByte(packet.dataIndex());
  }

  static int flow(FrameView packet) {
    return packet.frame().getUnsignedShort(packet.dataIndex() + FLOW);
  }

  static int sequence(FrameView packet) {
    return packet.frame().getInt(packet.dataIndex() + SEQUENCE);
  }
}
