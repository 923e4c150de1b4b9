// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Frames on their way to one socket. Those that lie where they were received stay there ({@link
 * ReceiveSlots}); others are copied, so that the buffers they came in are free at once.
 *
 * <p><b>Trains.</b> Frames of one length that follow each other go as one message, which the kernel
 * carries as far as it can and only then cuts into datagrams (udp(7), {@code UDP_SEGMENT}): most of
 * what a datagram costs is then paid once for all of them. The last may be shorter. Anyone who
 * receives them, with or without {@code UDP_GRO}, sees the same datagrams.
 */
final class SendBatch {
  /** Frames of a batch, and so of a train. */
  static final int FRAMES_MAX = 64;

  /** The longest batch; more than the longest frame. */
  static final int BYTES_MAX = 128 << 10;

  private static final int BYTES_AT_FIRST = 4 << 10;

  /** What UDP over IPv4 can carry at once, and therefore a train. */
  static final int TRAIN_BYTES_MAX = 65_507;

  /** The address of a frame that does not lie anywhere. */
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

  /**
   * A batch without frames.
   *
   * @param trains whether frames may go together
   */
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

  /** Whether there is room for a frame of so many bytes. */
  boolean fits(int frameBytes) {
    return frames < FRAMES_MAX && bytes + frameBytes <= BYTES_MAX;
  }

  /**
   * Adds a frame, which fits. Takes no reference.
   *
   * @param address where it lies, and stays as it is until {@link #send} or {@link #settle}; {@link
   *     #COPY} if it may not
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

  /** Makes room for a copy; where it goes. */
  private int room(int length) {
    int start = copied;
    copied += length;
    while (copied > copies.capacity()) {
      grow(2 * copies.capacity());
    }
    return start;
  }

  /** Copies what is left of frames that lie where they will not stay. */
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

  /**
   * Sends as much as there is room for.
   *
   * @return 0 when nothing is left, or the negative errno; then the first frame left is the one
   *     that it is about
   */
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

  /** From now on frames go one by one: this way, through this device, a train cannot go. */
  private boolean isAgainstTrains(int error) {
    boolean against =
        switch (-error) {
          case DatagramCalls.EINVAL, DatagramCalls.EIO, DatagramCalls.EMSGSIZE -> true;
          default -> false;
        };
    trains &= !against;
    return against;
  }

  /** Makes messages of the frames that are left; how many. */
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

  /** Makes parts of the frames of one message, one of those that lie end to end; how many. */
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

  /** How many frames from this one on make a train. */
  private int together(int first) {
    int each = lengths[first];
    int sum = each;
    int end = first + 1;
    while (end < frames && sum + lengths[end] <= TRAIN_BYTES_MAX) {
      int length = lengths[end];
      if (length > each || length == 0) {
        break; // a longer one, or none that the kernel would know of
      }
      sum += length;
      end++;
      if (length < each) {
        break; // a shorter one ends it
      }
    }
    return end - first;
  }

  /** Gives up the first frame that is left. */
  void drop() {
    next++;
  }

  /** Gives up all. */
  void clear() {
    next = 0;
    frames = 0;
    bytes = 0;
    copied = 0;
  }
}
