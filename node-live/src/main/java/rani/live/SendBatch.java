// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Frames to be sent by one socket. Frames in {@link ReceiveSlots} are sent from there; others are
 * copied, so that their buffers are free at once.
 *
 * <p><b>Trains.</b> Consecutive frames of one length, of which the last may be shorter, are sent as
 * one message, which the kernel cuts into datagrams as late as it can (udp(7), {@code
 * UDP_SEGMENT}). Most of the cost of a datagram is then paid once for the train. The receiver sees
 * the same datagrams, with or without {@code UDP_GRO}.
 */
final class SendBatch {
  /** Limit of the frames of a batch, and so of a train. */
  static final int FRAMES_MAX = 64;

  /** Limit of the bytes of a batch; more than the longest frame. */
  static final int BYTES_MAX = 128 << 10;

  private static final int BYTES_AT_FIRST = 4 << 10;

  /** The longest payload of UDP over IPv4, and so the longest train, in bytes. */
  static final int TRAIN_BYTES_MAX = 65_507;

  /** In place of an address: the frame must be copied. */
  static final long COPY = 0;

  private final DatagramCalls calls;
  private final MessageArray messages = new MessageArray(FRAMES_MAX, FRAMES_MAX);
  private final long[] addresses = new long[FRAMES_MAX];
  private final int[] lengths = new int[FRAMES_MAX];
  private final int[] framesOf = new int[FRAMES_MAX];
  private ByteBuffer copies = ByteBuffer.allocate(0);
  private long copiesAddress;
  private int copied;
  private boolean trains;
  private int next;
  private int frames;
  private int bytes;

  SendBatch(DatagramCalls calls, boolean trains) {
    this.calls = calls;
    this.trains = trains;
    grow(BYTES_AT_FIRST);
  }

  private void grow(int capacity) {
    MemorySegment memory = Arena.ofAuto().allocate(capacity);
    for (int frame = next; frame < frames; frame++) {
      if (isCopy(frame)) {
        addresses[frame] += memory.address() - copiesAddress;
      }
    }
    copies = memory.asByteBuffer().put(copies.clear());
    copiesAddress = memory.address();
  }

  private boolean isCopy(int frame) {
    long at = addresses[frame] - copiesAddress;
    return 0 <= at && at < copies.capacity();
  }

  boolean isEmpty() {
    return frames == 0;
  }

  /** Reports whether there is room for a frame of a length. */
  boolean fits(int frameBytes) {
    return frames < FRAMES_MAX && bytes + frameBytes <= BYTES_MAX;
  }

  /**
   * Adds a frame, which must fit. Takes no reference. The bytes at the address must stay unchanged
   * until {@link #send} or {@link #settle}; for {@link #COPY} the frame is copied.
   */
  void add(ByteBuf frame, long address) {
    int length = frame.readableBytes();
    addresses[frames] = address == COPY ? copy(frame, length) : address;
    lengths[frames] = length;
    frames++;
    bytes += length;
  }

  private long copy(ByteBuf frame, int length) {
    int start = room(length);
    frame.getBytes(frame.readerIndex(), copies.limit(copied).position(start));
    return copiesAddress + start;
  }

  /** Makes room for a copy; returns its offset in {@link #copies}. */
  private int room(int length) {
    int start = copied;
    copied += length;
    while (copied > copies.capacity()) {
      grow(2 * copies.capacity());
    }
    return start;
  }

  /** Copies the remaining frames whose memory will be reused. */
  void settle() {
    for (int frame = next; frame < frames; frame++) {
      if (!isCopy(frame)) {
        int length = lengths[frame];
        int start = room(length);
        MemorySegment lies = MemorySegment.ofAddress(addresses[frame]).reinterpret(length);
        copies.clear().put(start, lies.asByteBuffer(), 0, length);
        addresses[frame] = copiesAddress + start;
      }
    }
  }

  /** Sends until no frame is left (0), or an error of the first one left (negative errno). */
  int send(UdpSocket socket) {
    while (next < frames) {
      int sent = calls.send(socket, messages, arrange());
      for (int message = 0; message < sent; message++) {
        next += framesOf[message];
      }
      if (sent < 0 && !(framesOf[0] > 1 && isAgainstTrains(sent))) {
        return sent;
      }
    }
    clear();
    return 0;
  }

  /** Disables trains if an error shows that the device on this route does not support them. */
  private boolean isAgainstTrains(int error) {
    boolean against =
        switch (-error) {
          case DatagramCalls.EINVAL, DatagramCalls.EIO, DatagramCalls.EMSGSIZE -> true;
          default -> false;
        };
    trains &= !against;
    return against;
  }

  /** Builds messages of the remaining frames; returns their number. */
  private int arrange() {
    int count = 0;
    int part = 0;
    for (int first = next; first < frames; first += framesOf[count - 1]) {
      int together = trains && calls.areBatched() ? together(first) : 1;
      int parts = arrange(part, first, first + together);
      messages.parts(count, part, parts);
      if (together > 1) {
        messages.cut(count, lengths[first]);
      } else {
        messages.whole(count);
      }
      part += parts;
      framesOf[count] = together;
      count++;
    }
    return count;
  }

  /** Builds a message, one part for each contiguous range of frames; returns their number. */
  private int arrange(int firstPart, int first, int end) {
    int part = firstPart;
    long from = addresses[first];
    long to = from + lengths[first];
    for (int frame = first + 1; frame < end; frame++) {
      if (addresses[frame] != to) {
        messages.part(part++, from, to - from);
        from = addresses[frame];
        to = from;
      }
      to += lengths[frame];
    }
    messages.part(part++, from, to - from);
    return part - firstPart;
  }

  /** Returns the number of frames, from a given one on, that form a train. */
  private int together(int first) {
    int each = lengths[first];
    int sum = each;
    int end = first + 1;
    while (end < frames && sum + lengths[end] <= TRAIN_BYTES_MAX) {
      int length = lengths[end];
      if (length > each || length == 0) {
        break; // a longer frame does not fit, and the kernel would ignore an empty one
      }
      sum += length;
      end++;
      if (length < each) {
        break; // a shorter frame is the last of the train
      }
    }
    return end - first;
  }

  /** Drops the first remaining frame. */
  void drop() {
    next++;
  }

  void clear() {
    next = 0;
    frames = 0;
    bytes = 0;
    copied = 0;
  }
}
