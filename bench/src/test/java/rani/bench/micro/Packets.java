// SPDX-License-Identifier: Apache-2.0
package rani.bench.micro;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import rani.bench.harness.PureNode;

/** Frames of one datagram, in the heap as live nodes have them. */
final class Packets {
  private static final UnpooledByteBufAllocator HEAP = new UnpooledByteBufAllocator(false);

  private Packets() {}

  /** A frame from the source to the sink, of that IPv4 length. */
  static ByteBuf datagram(int ipv4Bytes) {
    return PureNode.datagram(HEAP, ipv4Bytes, 0);
  }
}
