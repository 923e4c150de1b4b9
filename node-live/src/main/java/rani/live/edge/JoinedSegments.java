// SPDX-License-Identifier: Apache-2.0
package rani.live.edge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import rani.wire.InternetChecksum;
import rani.wire.Ipv4Header;

/**
 * TCP segments of one connection that follow each other without a gap, joined into one packet for
 * an IP stack, as network cards do (generic receive offload, GRO). The stack learns from {@code
 * struct virtio_net_hdr} how long each was, and takes all for little more than the price of one.
 *
 * <p>The stack checks the data: the checksum of the whole follows from the checksums of the
 * segments, without a look at their data, and does not hold if one of theirs does not.
 */
final class JoinedSegments {
  /** Bytes of {@code struct virtio_net_hdr} (linux/virtio_net.h) before every packet. */
  static final int VNET_BYTES = 10;

  private static final int VNET_TYPE = 1;
  private static final int VNET_HEADERS_LENGTH = 2;
  private static final int VNET_SEGMENT_LENGTH = 4;
  private static final byte VNET_TYPE_TCP_IPV4 = 1;

  private static final int IP = VNET_BYTES;
  private static final int TCP = IP + Ipv4Header.LENGTH;

  // Headers are read by eight bytes at a time: RFC 791 §3.1, RFC 9293 §3.1.

  /** Version, DSCP, ECN and fragment; without length and identification. */
  private static final long HEAD_SAME = 0xFFFF_0000_0000_FFFFL;

  private static final int VERSION_SHIFT = 56;
  private static final int VERSION_AND_LENGTH = 0x45;
  private static final long FRAGMENT = 0x3FFF;

  /** TTL, protocol and source; without the header's checksum. */
  private static final int MIDDLE = 8;

  private static final long MIDDLE_SAME = 0xFFFF_0000_FFFF_FFFFL;
  private static final int PROTOCOL_SHIFT = 48;
  private static final int DESTINATION = 16;

  /** Acknowledgment, length of the header, flags and window; without the flag PSH. */
  private static final int STATE = 8;

  private static final long STATE_SAME = 0xFFFF_FFFF_FFF7_FFFFL;
  private static final int FLAGS_SHIFT = 16;
  private static final int HEADER_LENGTH_SHIFT = 26;
  private static final int ACK = 0x10;

  private static final int FLAGS = 13;
  private static final int CHECKSUM = 16;
  private static final int URGENT = 0xFFFF;
  private static final int OPTIONS = 20;

  private final ByteBuf packet =
      Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(VNET_BYTES + Ipv4Header.TOTAL_LENGTH_MAX));
  private int headersLength;
  private int segmentLength;
  private int count;
  private boolean isComplete;

  private long head;
  private long middle;
  private int destination;
  private long portsAndNextSequence;
  private long state;

  /** The sum of all segments' TCP headers, with their checksums, and pseudo headers. */
  private long sum;

  /** Returns the number of segments. */
  int count() {
    return count;
  }

  /** Reports whether no segment may follow: the sender pushed, or the last one was shorter. */
  boolean isComplete() {
    return isComplete;
  }

  /** Begins with a packet; false if it is no TCP segment that others may follow. */
  boolean begin(ByteBuf buf, int ip, int length) {
    if (length < Ipv4Header.LENGTH + OPTIONS) {
      return false;
    }
    int tcp = ip + Ipv4Header.LENGTH;
    head = buf.getLong(ip) & HEAD_SAME;
    middle = buf.getLong(ip + MIDDLE) & MIDDLE_SAME;
    state = buf.getLong(tcp + STATE);
    int headerLength = (int) (state >>> HEADER_LENGTH_SHIFT) & 0x3C;
    int data = length - Ipv4Header.LENGTH - headerLength;
    if (head >>> VERSION_SHIFT != VERSION_AND_LENGTH
        || (middle >>> PROTOCOL_SHIFT & 0xFF) != Ipv4Header.PROTOCOL_TCP
        || (head & FRAGMENT) != 0
        || (state >>> FLAGS_SHIFT & 0xFF) != ACK
        || (buf.getInt(tcp + CHECKSUM) & URGENT) != 0
        || headerLength < OPTIONS
        || data <= 0
        || (data & 1) != 0) { // the bytes that follow would change places in the sum
      return false;
    }
    destination = buf.getInt(ip + DESTINATION);
    portsAndNextSequence = buf.getLong(tcp);
    headersLength = Ipv4Header.LENGTH + headerLength;
    segmentLength = data;
    packet.setIndex(0, 0).writeZero(VNET_BYTES).writeBytes(buf, ip, length);
    count = 0;
    sum = 0;
    added(buf, tcp, data, state);
    return true;
  }

  /** Adds a packet; false if it does not continue the segments. */
  boolean add(ByteBuf buf, int ip, int length) {
    int data = length - headersLength;
    if (count == 0 || isComplete || data <= 0 || data > segmentLength) {
      return false;
    }
    int tcp = ip + Ipv4Header.LENGTH;
    long itsState = buf.getLong(tcp + STATE);
    if (buf.getLong(tcp) != portsAndNextSequence
        || (itsState & STATE_SAME) != state
        || buf.getInt(ip + DESTINATION) != destination
        || (buf.getLong(ip + MIDDLE) & MIDDLE_SAME) != middle
        || (buf.getLong(ip) & HEAD_SAME) != head
        || (buf.getInt(tcp + CHECKSUM) & URGENT) != 0
        || packet.writerIndex() + data > packet.capacity()
        || !hasSameOptions(buf, tcp)) {
      return false;
    }
    packet.writeBytes(buf, ip + headersLength, data);
    packet.setByte(TCP + FLAGS, (int) (itsState >>> FLAGS_SHIFT));
    added(buf, tcp, data, itsState);
    return true;
  }

  private boolean hasSameOptions(ByteBuf buf, int tcp) {
    for (int at = OPTIONS; at < headersLength - Ipv4Header.LENGTH; at += Integer.BYTES) {
      if (buf.getInt(tcp + at) != packet.getInt(TCP + at)) {
        return false;
      }
    }
    return true;
  }

  private void added(ByteBuf buf, int tcp, int data, long itsState) {
    sum +=
        pseudoSum(data)
            + halves(portsAndNextSequence)
            + halves(itsState)
            + buf.getUnsignedInt(tcp + CHECKSUM);
    count++;
    portsAndNextSequence =
        portsAndNextSequence & ~0xFFFF_FFFFL | portsAndNextSequence + data & 0xFFFF_FFFFL;
    isComplete = itsState != state || data < segmentLength;
  }

  /** The sum of the pseudo header (RFC 9293 §3.1) and of the options, which all segments have. */
  private long pseudoSum(int data) {
    int tcpLength = headersLength - Ipv4Header.LENGTH + data;
    long both = (middle & 0xFFFF_FFFFL) + (destination & 0xFFFF_FFFFL);
    return InternetChecksum.sum(
        packet,
        TCP + OPTIONS,
        headersLength - Ipv4Header.LENGTH - OPTIONS,
        both + Ipv4Header.PROTOCOL_TCP + tcpLength);
  }

  private static long halves(long eight) {
    return (eight >>> Integer.SIZE) + (eight & 0xFFFF_FFFFL);
  }

  /** Returns the packet, after its {@code virtio_net_hdr}, and begins without segments. */
  ByteBuf take() {
    if (count > 1) {
      int length = packet.writerIndex() - VNET_BYTES;
      Ipv4Header.totalLength(packet, IP, length);
      packet.setShort(TCP + CHECKSUM, 0);
      long own = InternetChecksum.sum(packet, TCP, OPTIONS, pseudoSum(length - headersLength));
      packet.setShort(TCP + CHECKSUM, ~InternetChecksum.fold(sum + InternetChecksum.fold(own)));
      packet.setByte(VNET_TYPE, VNET_TYPE_TCP_IPV4);
      packet.setShortLE(VNET_HEADERS_LENGTH, headersLength); // in this machine's order
      packet.setShortLE(VNET_SEGMENT_LENGTH, segmentLength);
    }
    count = 0;
    return packet;
  }
}
