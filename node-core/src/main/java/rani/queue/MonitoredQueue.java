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
 * Waiting frames in order of arrival, with the occupancy of each flow known at all times, without
 * scanning (p, n and per-flow occupancy of papers' RANI §3.1.1). The frame in service is not
 * included.
 *
 * <p>A frame has a <b>place</b>, a small number that stays the same while it waits, and by which a
 * discipline may select it out of order. Kept with each frame: its egress link, and the times when
 * it arrived at the node and in this queue.
 */
public final class MonitoredQueue {
  /** The largest limit that may be configured, in frames. */
  public static final int LIMIT_FRAMES_MAX = 1 << 20;

  /** No place. */
  public static final int NOWHERE = -1;

  private static final int CAPACITY_INITIAL = 8;

  /** The ints of a frame: the slot of its flow, its length, its link, its neighbours. */
  private static final int SLOT = 0;

  private static final int LENGTH = SLOT + 1;
  private static final int EGRESS = LENGTH + 1;
  private static final int BEFORE = EGRESS + 1;
  private static final int BEHIND = BEFORE + 1;
  private static final int INTS = BEHIND + 1;

  /** The longs of a frame: when it arrived at the node, and in this queue. */
  private static final int ARRIVED = 0;

  private static final int QUEUED = ARRIVED + 1;
  private static final int LONGS = QUEUED + 1;

  private final int limitFrames;
  private final long limitBytes;
  private final FlowIdentity identity;
  private final FlowTable flows;
  private int[] framesOfSlot = {};

  private @Nullable ByteBuf[] frames = {};

  /** The ints and longs of one place lie together, since they are used together. */
  private int[] ints = {};

  private long[] nanos = {};
  private int vacant = NOWHERE;
  private int used;
  private int head = NOWHERE;
  private int tail = NOWHERE;
  private int size;
  private long bytes;

  /**
   * An empty queue limited in frames alone.
   *
   * @param limitFrames how many frames it holds, 1…{@link #LIMIT_FRAMES_MAX}
   * @param identity what makes two frames one flow
   */
  public MonitoredQueue(int limitFrames, FlowIdentity identity) {
    this(limitFrames, identity, QueueConfig.NO_LIMIT);
  }

  /**
   * An empty queue.
   *
   * @param limitFrames how many frames it holds, 1…{@link #LIMIT_FRAMES_MAX}
   * @param identity what makes two frames one flow
   * @param limitBytes its limit in bytes; at least 1
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

  /** Frames waiting: p of papers' RANI §3.1.1. */
  public int frames() {
    return size;
  }

  /** The sum of their IPv4 lengths. */
  public long bytes() {
    return bytes;
  }

  /** Distinct flows among them: n of papers' RANI §3.1.1. */
  public int flows() {
    return flows.size();
  }

  /** How many frames fit. */
  public int limitFrames() {
    return limitFrames;
  }

  /** Whether the buffer is full. By bytes the last frame may reach beyond the limit. */
  public boolean isFull() {
    return size == limitFrames || bytes >= limitBytes;
  }

  /**
   * Appends a frame; the queue is not full. Takes the reference.
   *
   * @param nowNanos when its wait begins
   * @param egressLink the number of the link by which it leaves
   * @param frameArrivedNanos when it came to this node
   * @return its place
   */
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

  /** The place of the frame that has waited longest; {@link #NOWHERE} if none waits. */
  public int head() {
    return head;
  }

  /** The place of the frame that came after the one at a place; {@link #NOWHERE} for the last. */
  public int behind(int place) {
    return ints[place * INTS + BEHIND];
  }

  /** The frame at a place; it stays there. */
  public ByteBuf frame(int place) {
    ByteBuf frame = frames[place];
    if (frame == null) {
      throw new IndexOutOfBoundsException("nothing waits at place " + place);
    }
    return frame;
  }

  /** The link by which the frame at a place leaves. */
  public int egress(int place) {
    return ints[place * INTS + EGRESS];
  }

  /** When the frame at a place arrived at this node. */
  public long arrivedNanos(int place) {
    return nanos[place * LONGS + ARRIVED];
  }

  /** When the frame at a place joined this queue. */
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

  /** The occupancy of the flow of the frame at this place, in frames. */
  public int framesOfFlowAt(int place) {
    return framesOfSlot[ints[place * INTS + SLOT]];
  }

  /**
   * The place of the first frame of the flow with the most frames. Among equals, the flow whose
   * frame has waited longest. The queue is not empty.
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

  /** How many frames the flow has in the queue; 0 if none. */
  public int framesOf(FlowKey flow) {
    int slot = flows.find(flow.high(), flow.low());
    return slot == FlowTable.ABSENT ? 0 : framesOfSlot[slot];
  }

  /**
   * The occupancy of a flow.
   *
   * @param flow its name
   * @param frames how many wait
   */
  public record Share(FlowKey flow, int frames) {}

  /**
   * The flows with the most frames, in descending order; among equals the one whose frame has
   * waited longest is first. It scans the queue: for facts, not for the packet path.
   *
   * @param max how many at most
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
