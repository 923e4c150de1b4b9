// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.Segment;
import rani.rdp.segment.Sequence;

/**
 * The receiving half of a connection: reorders segments, and acknowledges them.
 *
 * <p>RDP has no window field. A receiver whose application does not read continues until it holds
 * RCV.MAX messages; then it no longer advances RCV.CUR, but acknowledges what it holds by EACK: the
 * sender retransmits none of it, and stops at twice SND.MAX.
 */
final class Receiver {
  /** Largest number of EACKs in one segment; following segments carry the others. */
  static final int EACKS_PER_SEGMENT = 32;

  /** Largest distance of a duplicate; older numbers cannot be the peer's (as in RFC 5961 §5). */
  private static final int DUPLICATES = 2 * RdpConfig.WINDOW_SEGMENTS_MAX;

  /** Number of segments that one acknowledgement covers (RFC 5681 §4.2). */
  private static final int SEGMENTS_PER_ACK = 2;

  /** Marks a received sequence number without data to deliver. */
  private static final ByteBuf NOTHING = Unpooled.EMPTY_BUFFER;

  private final int max;
  private final int window;
  private final boolean ordered;
  private final ByteBufAllocator buffers;
  private final @Nullable ByteBuf[] held;
  private final ArrayDeque<ByteBuf> messages = new ArrayDeque<>();
  private int cur;
  private int heldCount;
  private int latest;
  private int cursor;
  private int unacknowledged;
  private boolean ackNow;

  Receiver(RdpConfig.Buffers config, ByteBufAllocator buffers) {
    this.max = config.windowSegments();
    this.window = 2 * max;
    this.ordered = config.ordered();
    this.buffers = buffers;
    // A power of two, so that slots stay consecutive where sequence numbers wrap.
    this.held = new ByteBuf[Integer.highestOneBit(2 * window - 1)];
  }

  private int slot(int sequence) {
    return sequence & (held.length - 1);
  }

  /** Starts at RCV.IRS, the sequence number of the other end's SYN. */
  void begin(int initialSequence) {
    cur = initialSequence;
  }

  /** Returns RCV.CUR, the last sequence number received in sequence. */
  int cur() {
    return cur;
  }

  /** Returns true if a sequence number is in the window (RFC 908 §3.7.2). */
  boolean isInWindow(int sequence) {
    return Sequence.isIn(sequence, cur + 1, cur + 1 + window);
  }

  /**
   * Processes a segment with a sequence number. Returns why it was refused, or null. An
   * acknowledgement is due unless the segment was out of the window.
   */
  @Nullable RefusalReason take(Segment segment) {
    int sequence = segment.sequence();
    if (!isInWindow(sequence)) {
      if (!Sequence.isIn(sequence, cur + 1 - DUPLICATES, cur + 1)) {
        return RefusalReason.OUT_OF_WINDOW;
      }
      ackNow = true;
      return RefusalReason.DUPLICATE;
    }
    int slot = slot(sequence);
    if (held[slot] != null) {
      ackNow = true;
      return RefusalReason.DUPLICATE;
    }
    boolean wasComplete = heldCount == 0;
    held[slot] = keep(segment.data());
    heldCount++;
    latest = sequence;
    advance();
    unacknowledged++;
    ackNow |=
        !wasComplete
            || heldCount > 0
            || segment.has(Segment.NUL)
            || unacknowledged >= SEGMENTS_PER_ACK;
    return null;
  }

  private ByteBuf keep(ByteBuf data) {
    if (!data.isReadable()) {
      return NOTHING;
    }
    // A copy, because the frame may be a small part of a large receive buffer.
    int length = data.readableBytes();
    ByteBuf message = buffers.buffer(length);
    // Reading from the message instead would make Netty create views.
    data.getBytes(data.readerIndex(), message, length);
    if (ordered) {
      return message;
    }
    messages.add(message);
    return NOTHING;
  }

  /** Advances RCV.CUR over received segments, as long as the application keeps up. */
  private boolean advance() {
    boolean moved = false;
    while (heldCount > 0 && messages.size() < max) {
      int slot = slot(cur + 1);
      ByteBuf message = held[slot];
      if (message == null) {
        break;
      }
      held[slot] = null;
      heldCount--;
      cur++;
      moved = true;
      if (message != NOTHING) {
        messages.add(message);
      }
    }
    return moved;
  }

  /** Returns the next message for the application, which releases it; null if there is none. */
  @Nullable ByteBuf poll() {
    ByteBuf message = messages.poll();
    if (message != null && heldCount > 0 && advance()) {
      ackNow = true; // the sender waits for the window to advance
    }
    return message;
  }

  boolean hasMessages() {
    return !messages.isEmpty();
  }

  boolean mustAcknowledge() {
    return ackNow;
  }

  /** Returns true if an acknowledgement is due, now or delayed. */
  boolean owesAcknowledgement() {
    return ackNow || unacknowledged > 0;
  }

  /** Makes an acknowledgement due at once. */
  void acknowledgeNow() {
    ackNow = true;
  }

  /** Records that a complete acknowledgement was sent. */
  void acknowledged() {
    ackNow = false;
    unacknowledged = 0;
  }

  /** Returns true if there are segments that EACKs would name. */
  boolean hasHoles() {
    return heldCount > 0;
  }

  /** Returns up to {@code limit} numbers out of sequence: the latest, then round robin. */
  int[] eacks(int limit) {
    int count = Math.min(Math.min(heldCount, limit), EACKS_PER_SEGMENT);
    if (count <= 0) {
      return Segment.NO_EACKS;
    }
    int[] numbers = new int[count];
    int filled = 0;
    if (isInWindow(latest) && isHeld(latest)) {
      numbers[filled++] = latest;
    }
    if (!isInWindow(cursor)) {
      cursor = cur + 1;
    }
    while (filled < count) {
      if (isHeld(cursor) && (filled == 0 || cursor != numbers[0])) {
        numbers[filled++] = cursor;
      }
      cursor++;
      if (!isInWindow(cursor)) {
        cursor = cur + 1;
      }
    }
    return numbers;
  }

  private boolean isHeld(int sequence) {
    return held[slot(sequence)] != null;
  }

  int heldBuffers() {
    int count = messages.size();
    for (int sequence = cur + 1, left = heldCount; left > 0; sequence++) {
      ByteBuf message = held[slot(sequence)];
      left -= message == null ? 0 : 1;
      count += message == null || message == NOTHING ? 0 : 1;
    }
    return count;
  }

  /** Discards segments out of sequence that can no longer be completed. */
  void abandonHoles() {
    for (int slot = 0; slot < held.length; slot++) {
      ByteBuf message = held[slot];
      if (message != null && message != NOTHING) {
        message.release();
      }
      held[slot] = null;
    }
    heldCount = 0;
  }

  void clear() {
    abandonHoles();
    while (!messages.isEmpty()) {
      messages.remove().release();
    }
  }
}
