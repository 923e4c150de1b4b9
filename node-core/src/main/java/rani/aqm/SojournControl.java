// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import rani.queue.DequeueDecision;
import rani.queue.MonitoredQueue;
import rani.wire.Frame;

/**
 * The control law of CoDel for one queue (RFC 8289 §5). The RFC's {@code deque} removes packets in
 * a loop; here each iteration is a call, and {@link Turn} is the state between calls.
 */
final class SojournControl {
  /** Dropping that resumes within this many intervals continues its count (RFC 8289 §5.5). */
  private static final int MEMORY_INTERVALS = 16;

  private static final long NEVER = Long.MIN_VALUE;

  private final CodelConfig config;
  private long firstAboveNanos = NEVER;
  private long dropNextNanos;
  private int count;
  private int lastCount;
  private boolean dropping;
  private Turn turn = Turn.FIRST;
  private int largestBytes;

  /** The fate of the packet before this one in the same departure. */
  private enum Turn {
    FIRST,
    /** A packet was dropped in the dropping state. */
    AFTER_DROP,
    /** A packet was dropped, which began the dropping state. */
    AFTER_ENTRY
  }

  SojournControl(CodelConfig config) {
    this.config = config;
  }

  /**
   * Judges the packet at the head.
   *
   * @param bytesBehind bytes that wait in this queue behind the packet
   */
  DequeueDecision leaves(long nowNanos, MonitoredQueue queue, int place, long bytesBehind) {
    ByteBuf frame = queue.frame(place);
    largestBytes = Math.max(largestBytes, Frame.length(frame));
    boolean mayDrop = hasWaitedLong(nowNanos, nowNanos - queue.queuedNanos(place), bytesBehind);
    Turn before = turn;
    turn = Turn.FIRST;
    if (before == Turn.AFTER_ENTRY) {
      return DequeueDecision.SEND;
    }
    if (dropping) {
      return leavesWhileDropping(nowNanos, frame, mayDrop, before);
    }
    if (!mayDrop) {
      return DequeueDecision.SEND;
    }
    enterDropping(nowNanos);
    return out(frame, Turn.AFTER_ENTRY);
  }

  private DequeueDecision leavesWhileDropping(
      long nowNanos, ByteBuf frame, boolean mayDrop, Turn before) {
    if (!mayDrop) {
      dropping = false;
      return DequeueDecision.SEND;
    }
    if (before == Turn.AFTER_DROP) {
      dropNextNanos = controlLaw(dropNextNanos);
    }
    if (nowNanos < dropNextNanos) {
      return DequeueDecision.SEND;
    }
    count++;
    DequeueDecision leaving = out(frame, Turn.AFTER_DROP);
    if (leaving == DequeueDecision.MARK) {
      dropNextNanos = controlLaw(dropNextNanos);
    }
    return leaving;
  }

  private void enterDropping(long nowNanos) {
    dropping = true;
    int delta = count - lastCount;
    boolean isRecent = nowNanos - dropNextNanos < MEMORY_INTERVALS * config.intervalNanos();
    count = delta > 1 && isRecent ? delta : 1;
    dropNextNanos = controlLaw(nowNanos);
    lastCount = count;
  }

  private DequeueDecision out(ByteBuf frame, Turn next) {
    if (config.ecn() && Frame.isEcnCapable(frame)) {
      return DequeueDecision.MARK;
    }
    turn = next;
    return DequeueDecision.DROP;
  }

  private boolean hasWaitedLong(long nowNanos, long sojournNanos, long bytesBehind) {
    if (sojournNanos < config.targetNanos() || bytesBehind <= largestBytes) {
      firstAboveNanos = NEVER;
      return false;
    }
    if (firstAboveNanos == NEVER) {
      firstAboveNanos = nowNanos + config.intervalNanos();
      return false;
    }
    return nowNanos >= firstAboveNanos;
  }

  private long controlLaw(long fromNanos) {
    return fromNanos + (long) (config.intervalNanos() / Math.sqrt(count));
  }

  /** Leaves the dropping state, because the queue is empty. */
  void emptied() {
    firstAboveNanos = NEVER;
    if (turn != Turn.FIRST || dropping) {
      dropping = false;
      turn = Turn.FIRST;
    }
  }
}
