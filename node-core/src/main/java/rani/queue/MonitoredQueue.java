// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Frame;
import rani.wire.Ipv4Header;

/**
 * Waiting frames in order of arrival. The occupancy of each flow is known at all times without
 * scanning (p, n and per-flow occupancy of papers' RANI §3.1.1). The frame in service is not
 * included.
 *
 * <p>Each frame has a <b>place</b>, a small number that stays the same while the frame waits. A
 * discipline may select a frame out of order by its place. Each frame is kept with its egress link
 * and the times when it arrived at the node and in this queue.
 */
public final class MonitoredQueue {
  public static final int LIMIT_FRAMES_MAX = 1 << 20;
  public static final int NOWHERE = -1;

  private static final int CAPACITY_INITIAL = 8;

  /** Offsets of a frame's ints: slot of its flow, length, egress link, previous and next place. */
  private static final int SLOT = 0;

  private static final int LENGTH = SLOT + 1;
  private static final int EGRESS = LENGTH + 1;
  private static final int BEFORE = EGRESS + 1;
  private static final int BEHIND = BEFORE + 1;
  private static final int INTS = BEHIND + 1;

  /** Offsets of a frame's longs: times of arrival at the node and in this queue. */
  private static final int ARRIVED = 0;

  private static final int QUEUED = ARRIVED + 1;
  private static final int LONGS = QUEUED + 1;

  private final int limitFrames;
  private final long limitBytes;
  private final FlowIdentity identity;
  private final FlowTable flows;
  private int[] framesOfSlot = {};
  private @Nullable ByteBuf[] frames = {};

  /** Ints of all places. Those of one place lie together, because they are used together. */
  private int[] ints = {};

  private long[] nanos = {};
  private int vacant = NOWHERE;
  private int used;
  private int head = NOWHERE;
  private int tail = NOWHERE;
  private int size;
  private long bytes;

  /**
   * Makes an empty queue of at most {@code limitFrames}, 1…{@link #LIMIT_FRAMES_MAX}, and at most
   * {@code limitBytes}, at least 1.
   */
  public MonitoredQueue(int limitFrames, FlowIdentity identity, long limitBytes) {
    if (limitFrames < 1 || limitFrames > LIMIT_FRAMES_MAX) {
      throw new IllegalArgumentException("a queue's limit is 1…2^20 frames, not " + limitFrames);
    }
    if (limitBytes < 1) {
      throw new IllegalArgumentException("a queue's limit is at least 1 byte, not " + limitBytes);
    }
    this.limitFrames = limitFrames;
    this.limitBytes = limitBytes;
    this.identity = identity;
    this.flows = new FlowTable(limitFrames);
  }

  /** Returns the number of waiting frames: p of papers' RANI §3.1.1. */
  public int frames() {
    return size;
  }

  /** Returns the sum of the waiting frames' IPv4 total lengths. */
  public long bytes() {
    return bytes;
  }

  /** Returns the number of distinct flows of waiting frames: n of papers' RANI §3.1.1. */
  public int flows() {
    return flows.size();
  }

  public int limitFrames() {
    return limitFrames;
  }

  /** Reports whether the buffer is full. The last frame may exceed a limit in bytes. */
  public boolean isFull() {
    return size == limitFrames || bytes >= limitBytes;
  }

  /** Appends a frame to a queue that is not full. Takes the reference; returns its place. */
  public int add(long nowNanos, ByteBuf frame, int egressLink, long frameArrivedNanos) {
    int place = vacantPlace();
    frames[place] = frame;
    int ip = Frame.ipv4(frame);
    int length = Ipv4Header.totalLength(frame, ip);
    int at = place * INTS;
    ints[at + SLOT] = join(identity.high(frame, ip), identity.low(frame, ip));
    ints[at + LENGTH] = length;
    ints[at + EGRESS] = egressLink;
    ints[at + BEFORE] = tail;
    ints[at + BEHIND] = NOWHERE;
    nanos[place * LONGS + ARRIVED] = frameArrivedNanos;
    nanos[place * LONGS + QUEUED] = nowNanos;
    if (tail == NOWHERE) {
      head = place;
    } else {
      ints[tail * INTS + BEHIND] = place;
    }
    tail = place;
    size++;
    bytes += length;
    return place;
  }

  private int vacantPlace() {
    if (vacant != NOWHERE) {
      int place = vacant;
      vacant = behind(place);
      return place;
    }
    if (used == frames.length) {
      grow();
    }
    return used++;
  }

  /** Returns the place of the frame that has waited longest; {@link #NOWHERE} if none waits. */
  public int head() {
    return head;
  }

  /** Returns the place of the next younger frame; {@link #NOWHERE} behind the last. */
  public int behind(int place) {
    return ints[place * INTS + BEHIND];
  }

  public ByteBuf frame(int place) {
    ByteBuf frame = frames[place];
    if (frame == null) {
      throw new IndexOutOfBoundsException("nothing waits at place " + place);
    }
    return frame;
  }

  public int egress(int place) {
    return ints[place * INTS + EGRESS];
  }

  public long arrivedNanos(int place) {
    return nanos[place * LONGS + ARRIVED];
  }

  public long queuedNanos(int place) {
    return nanos[place * LONGS + QUEUED];
  }

  /** Removes the frame at a place, and passes its reference to the caller. */
  public ByteBuf remove(int place) {
    ByteBuf frame = frame(place);
    int at = place * INTS;
    leave(ints[at + SLOT]);
    frames[place] = null;
    int earlier = ints[at + BEFORE];
    int later = ints[at + BEHIND];
    if (earlier == NOWHERE) {
      head = later;
    } else {
      ints[earlier * INTS + BEHIND] = later;
    }
    if (later == NOWHERE) {
      tail = earlier;
    } else {
      ints[later * INTS + BEFORE] = earlier;
    }
    ints[at + BEHIND] = vacant;
    vacant = place;
    size--;
    bytes -= ints[at + LENGTH];
    return frame;
  }

  /** Returns how many frames of the same flow wait as of the frame at a place. */
  public int framesOfFlowAt(int place) {
    return framesOfSlot[ints[place * INTS + SLOT]];
  }

  /**
   * Returns the place of the first frame of the flow with the most frames; of equal flows, the one
   * whose frame has waited longest. The queue is not empty.
   */
  public int placeOfGreediest() {
    int greediest = head;
    for (int place = head; place != NOWHERE; place = behind(place)) {
      if (framesOfFlowAt(place) > framesOfFlowAt(greediest)) {
        greediest = place;
      }
    }
    return greediest;
  }

  public int framesOf(FlowKey flow) {
    int slot = flows.find(flow.high(), flow.low());
    return slot == FlowTable.ABSENT ? 0 : framesOfSlot[slot];
  }

  public record Share(FlowKey flow, int frames) {}

  /**
   * Returns the flows with the most frames, in descending order; of equal flows, the one whose
   * frame has waited longest is first. Scans and allocates, so it is not for the packet path.
   */
  public List<Share> greediest(int max) {
    BitSet seen = new BitSet();
    List<Share> shares = new ArrayList<>();
    for (int place = head; place != NOWHERE; place = behind(place)) {
      int slot = ints[place * INTS + SLOT];
      if (!seen.get(slot)) {
        seen.set(slot);
        FlowKey flow = new FlowKey(flows.high(slot), flows.low(slot));
        shares.add(new Share(flow, framesOfSlot[slot]));
      }
    }
    shares.sort(Comparator.comparingInt(Share::frames).reversed());
    return List.copyOf(shares.subList(0, Math.min(max, shares.size())));
  }

  private int join(long high, long low) {
    int slot = flows.find(high, low);
    if (slot == FlowTable.ABSENT) {
      slot = flows.add(high, low);
      if (slot >= framesOfSlot.length) {
        framesOfSlot = Arrays.copyOf(framesOfSlot, flows.capacity());
      }
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
    int capacity = Math.max(CAPACITY_INITIAL, 2 * frames.length);
    frames = Arrays.copyOf(frames, capacity);
    ints = Arrays.copyOf(ints, capacity * INTS);
    nanos = Arrays.copyOf(nanos, capacity * LONGS);
  }
}
