// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Frame;

/**
 * A first-in first-out queue of frames that knows at all times how many frames each flow has in it,
 * without ever scanning (LGC's p, n and per-flow occupancy, papers' RANI §3.1.1). The frame in
 * service is not in it.
 *
 * <p>With each frame two numbers of its owner are kept: the link it is to leave by, and when it
 * arrived at the node.
 */
public final class MonitoredQueue {
  /** The largest limit that may be configured, in frames. */
  public static final int LIMIT_FRAMES_MAX = 1 << 20;

  private static final int CAPACITY_INITIAL = 16;

  private final int limitFrames;
  private final FlowIdentity identity;
  private final FlowTable flows;
  private final int[] framesOfSlot;

  private @Nullable ByteBuf[] frames = new ByteBuf[CAPACITY_INITIAL];
  private int[] slots = new int[CAPACITY_INITIAL];
  private int[] egress = new int[CAPACITY_INITIAL];
  private long[] arrivedNanos = new long[CAPACITY_INITIAL];
  private int head;
  private int size;
  private long bytes;

  /**
   * An empty queue.
   *
   * @param limitFrames how many frames it holds, 1…{@link #LIMIT_FRAMES_MAX}
   * @param identity what makes two frames one flow
   */
  public MonitoredQueue(int limitFrames, FlowIdentity identity) {
    if (limitFrames < 1 || limitFrames > LIMIT_FRAMES_MAX) {
      throw new IllegalArgumentException("a queue's limit is 1…2^20 frames, not " + limitFrames);
    }
    this.limitFrames = limitFrames;
    this.identity = identity;
    this.flows = new FlowTable(limitFrames);
    this.framesOfSlot = new int[limitFrames];
  }

  /** Frames waiting: LGC's p. */
  public int frames() {
    return size;
  }

  /** The sum of their IPv4 lengths. */
  public long bytes() {
    return bytes;
  }

  /** Distinct flows among them: LGC's n. */
  public int flows() {
    return flows.size();
  }

  /** How many frames fit. */
  public int limitFrames() {
    return limitFrames;
  }

  /** Whether the buffer is full. */
  public boolean isFull() {
    return size == limitFrames;
  }

  /** Puts a frame at the tail; the queue is not full. Takes the reference. */
  public void add(ByteBuf frame, int egressLink, long frameArrivedNanos) {
    if (size == frames.length) {
      grow();
    }
    int tail = head + size & frames.length - 1;
    frames[tail] = frame;
    slots[tail] = join(identity.high(frame), identity.low(frame));
    egress[tail] = egressLink;
    arrivedNanos[tail] = frameArrivedNanos;
    size++;
    bytes += Frame.length(frame);
  }

  /** The link by which the frame at the head leaves. */
  public int headEgress() {
    return egress[head];
  }

  /** When the frame at the head arrived at this node. */
  public long headArrivedNanos() {
    return arrivedNanos[head];
  }

  /** Takes the frame at the head off a queue that is not empty. Gives the reference. */
  public ByteBuf remove() {
    ByteBuf frame = frameAt(0);
    leave(slots[head]);
    frames[head] = null;
    head = head + 1 & frames.length - 1;
    size--;
    bytes -= Frame.length(frame);
    return frame;
  }

  /**
   * The frame at a place in the queue; it stays there.
   *
   * @param position 0 (the head) … {@link #frames()} − 1
   */
  public ByteBuf frameAt(int position) {
    ByteBuf frame = position < size ? frames[index(position)] : null;
    if (frame == null) {
      throw new IndexOutOfBoundsException("position " + position + " of " + size);
    }
    return frame;
  }

  /** How many frames the flow of the frame at this place has in the queue. */
  public int framesOfFlowAt(int position) {
    return framesOfSlot[slots[index(position)]];
  }

  /**
   * Where the flow with the most frames first stands. Among equals it is the one whose packet is
   * earliest in the queue. The queue is not empty.
   */
  public int positionOfGreediest() {
    int greediest = 0;
    for (int position = 1; position < size; position++) {
      if (framesOfFlowAt(position) > framesOfFlowAt(greediest)) {
        greediest = position;
      }
    }
    return greediest;
  }

  /** How many frames the flow has in the queue; 0 if none. */
  public int framesOf(FlowKey flow) {
    int slot = flows.find(flow.high(), flow.low());
    return slot == FlowTable.ABSENT ? 0 : framesOfSlot[slot];
  }

  private int index(int position) {
    return head + position & frames.length - 1;
  }

  private int join(long high, long low) {
    int slot = flows.find(high, low);
    if (slot == FlowTable.ABSENT) {
      slot = flows.add(high, low);
    }
    framesOfSlot[slot]++;
    return slot;
  }

  private void leave(int slot) {
    if (--framesOfSlot[slot] == 0) {
      flows.remove(slot);
    }
  }

  private void grow() {
    int capacity = 2 * frames.length;
    int first = frames.length - head;
    @Nullable ByteBuf[] grownFrames = Arrays.copyOfRange(frames, head, head + capacity);
    int[] grownSlots = Arrays.copyOfRange(slots, head, head + capacity);
    int[] grownEgress = Arrays.copyOfRange(egress, head, head + capacity);
    long[] grownArrived = Arrays.copyOfRange(arrivedNanos, head, head + capacity);
    System.arraycopy(frames, 0, grownFrames, first, head);
    System.arraycopy(slots, 0, grownSlots, first, head);
    System.arraycopy(egress, 0, grownEgress, first, head);
    System.arraycopy(arrivedNanos, 0, grownArrived, first, head);
    frames = grownFrames;
    slots = grownSlots;
    egress = grownEgress;
    arrivedNanos = grownArrived;
    head = 0;
  }
}
