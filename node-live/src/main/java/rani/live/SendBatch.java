// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Frames on their way to one socket, one behind the other in memory of their own, so that the
 * buffers they came in are free at once.
 *
 * <p><b>Trains.</b> Frames of one length that stand together go as one message, which the kernel
 * carries as far as it can and only then cuts into datagrams (udp(7), {@code UDP_SEGMENT}): most of
 * what a datagram costs is then paid once for all of them. The last may be shorter. Whoever
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

  private final DatagramCalls calls;
  private final MessageArray messages = new MessageArray(FRAMES_MAX);
  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private long address;
  private final int[] starts = new int[FRAMES_MAX + 1];
  private final int[] framesOf = new int[FRAMES_MAX];
  private boolean trains;
  private int next;
  private int frames;

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
    bytes = memory.asByteBuffer().put(bytes.clear());
    address = memory.address();
  }

  boolean isEmpty() {
    return frames == 0;
  }

  /** Whether there is room for a frame of so many bytes. */
  boolean fits(int frameBytes) {
    return frames < FRAMES_MAX && starts[frames] + frameBytes <= BYTES_MAX;
  }

  /** Copies a frame, which fits. */
  void add(ByteBuf frame) {
    int start = starts[frames];
    int end = start + frame.readableBytes();
    while (end > bytes.capacity()) {
      grow(2 * bytes.capacity());
    }
    frame.getBytes(frame.readerIndex(), bytes.limit(end).position(start));
    frames++;
    starts[frames] = end;
  }

  /**
   * Sends as much as there is room for.
   *
   * @return 0 when nothing is left, or the negative errno; then the first frame left is the one
   *     that it is about
   */
  int send(int socket) {
    while (next < frames) {
      int sent = calls.sendmmsg(socket, messages.segment(), arrange());
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
    for (int first = next; first < frames; first += framesOf[count - 1]) {
      int together = trains ? together(first) : 1;
      int start = starts[first];
      messages.place(count, address + start, starts[first + together] - start);
      if (together > 1) {
        messages.cut(count, starts[first + 1] - start);
      } else {
        messages.whole(count);
      }
      framesOf[count] = together;
      count++;
    }
    return count;
  }

  /** How many frames from this one on make a train. */
  private int together(int first) {
    int each = starts[first + 1] - starts[first];
    int end = first + 1;
    while (end < frames && starts[end + 1] - starts[first] <= TRAIN_BYTES_MAX) {
      int length = starts[end + 1] - starts[end];
      if (length > each || length == 0) {
        break; // a longer one, or none that the kernel would know of
      }
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
  }
}
