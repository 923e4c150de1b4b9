// SPDX-License-Identifier: Apache-2.0
package rani.bench.micro;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpHeader;

/** Frames of one datagram, in the heap as live nodes have them. */
final class Packets {
  static final int SOURCE = Address.parse("10.0.0.1");
  static final int SINK = Address.parse("10.0.0.3");

  private static final UnpooledByteBufAllocator HEAP = new UnpooledByteBufAllocator(false);
  private static final int LIFETIME_MICROS = 10_000_000;
  private static final int PORT = 7000;

  /** What a node changes of a frame lies in its headers. */
  static final int HEADER_BYTES = RaniHeader.LENGTH + Ipv4Header.LENGTH;

  private Packets() {}

  /** A frame from the source to the sink, of that IPv4 length. */
  static ByteBuf datagram(int ipv4Bytes) {
    int payload = ipv4Bytes - Ipv4Header.LENGTH;
    ByteBuf frame = HEAP.heapBuffer(RaniHeader.LENGTH + ipv4Bytes);
    frame.writeZero(RaniHeader.LENGTH + ipv4Bytes);
    int data = payload - UdpHeader.LENGTH;
    UdpHeader.write(frame, Frame.LENGTH_MIN, PORT, PORT, data, SOURCE, SINK);
    RaniHeader.write(frame, 0, false, 0, LIFETIME_MICROS, SOURCE);
    int ip = RaniHeader.LENGTH;
    Ipv4Header.write(frame, ip, 0, ipv4Bytes, 1, Ipv4Header.PROTOCOL_UDP, SOURCE, SINK);
    return frame;
  }
}
