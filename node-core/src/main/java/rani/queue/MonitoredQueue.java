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
 * Frames that wait, in the order of their arrival, with what each flow has among them known at all
 * times, without ever scanning (LGC's p, n and per-flow occupancy, papers' RANI §3.1.1). The frame
 * in service is not among them.
 *
 * <p>A frame has a <b>place</b>, a small number that stays the same as long as it waits, and by
 * which a discipline may have it leave out of turn. With each frame numbers of its owner are kept:
 * the link it is to leave by, and when it arrived at the node and in this queue.
 */
public final class MonitoredQueue {
  /** The largest limit that may be configured, in frames. */
  public static final int LIMIT_FRAMES_MAX = 1 << 20;

  /** No place. */
  public static final int NOWHERE = -1;

  private static final int CAPACITY_INITIAL = 16;

  private final int limitFrames;
  private final long limitBytes;
  private final FlowIdentity identity;
  private final FlowTable flows;
  private final int[] framesOfSlot;

  private @Nullable ByteBuf[] frames = new ByteBuf[CAPACITY_INITIAL];
  private int[] slots = new int[CAPACITY_INITIAL];
  private int[] lengths = new int[CAPACITY_INITIAL];
  private int[] egress = new int[CAPACITY_INITIAL];
  private long[] arrivedNanos = new long[CAPACITY_INITIAL];
  private long[] queuedNanos = new long[CAPACITY_INITIAL];
  private int[] before = new int[CAPACITY_INITIAL];
  private int[] behind = new int[CAPACITY_INITIAL];
  private int vacant = NOWHERE;
  private int used;
  private int head = NOWHERE;
  private int tail = NOWHERE;
  private int size;
  private long bytes;

  /**
   * An empty queue that frames alone make full.
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
   * @param limitBytes with so many bytes it is full, too; at least 1
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

  /** Whether the buffer is full. By bytes the last frame may reach beyond the limit. */
  public boolean isFull() {
    return size == limitFrames || bytes >= limitBytes;
  }

  /**
   * Puts a frame at the tail; the queue is not full. Takes the reference.
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
    slots[place] = join(identity.high(frame, ip), identity.low(frame, ip));
    lengths[place] = length;
    egress[place] = egressLink;
    arrivedNanos[place] = frameArrivedNanos;
    queuedNanos[place] = nowNanos;
    before[place] = tail;
    behind[place] = NOWHERE;
    if (tail == NOWHERE) {
      head = place;
    } else {
      behind[tail] = place;
    }
    tail = place;
    size++;
    bytes += length;
    return place;
  }

  private int vacantPlace() {
    if (vacant != NOWHERE) {
      int place = vacant;
      vacant = behind[place];
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
    return behind[place];
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
    return egress[place];
  }

  /** When the frame at a place arrived at this node. */
  public long arrivedNanos(int place) {
    return arrivedNanos[place];
  }

  /** Since when the frame at a place has waited here. */
  public long queuedNanos(int place) {
    return queuedNanos[place];
  }

  /** Takes the frame at a place out. Gives the reference. */
  public ByteBuf remove(int place) {
    ByteBuf frame = frame(place);
    leave(slots[place]);
    frames[place] = null;
    int earlier = before[place];
    int later = behind[place];
    if (earlier == NOWHERE) {
      head = later;
    } else {
      behind[earlier] = later;
    }
    if (later == NOWHERE) {
      tail = earlier;
    } else {
      before[later] = earlier;
    }
    behind[place] = vacant;
    vacant = place;
    size--;
    bytes -= lengths[place];
    return frame;
  }

  /** How many frames the flow of the frame at this place has in the queue. */
  public int framesOfFlowAt(int place) {
    return framesOfSlot[slots[place]];
  }

  /**
   * The place of the first frame of the flow that has the most. Among equals it is the one whose
   * frame has waited longest. The queue is not empty.
   */
  public int placeOfGreediest() {
    int greediest = head;
    for (int place = head; place != NOWHERE; place = behind[place]) {
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
   * What a flow has in the queue.
   *
   * @param flow its name
   * @param frames how many wait
   */
  public record Share(FlowKey flow, int frames) {}

  /**
   * The flows that have the most, in that order; of equals the one first whose frame has waited
   * longest. Walks the whole queue: for those who look from outside, not for packets.
   *
   * @param max how many at most
   */
  public List<Share> greediest(int max) {
    BitSet seen = new BitSet();
    List<Share> shares = new ArrayList<>();
    for (int place = head; place != NOWHERE; place = behind[place]) {
      int slot = slots[place];
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
    frames = Arrays.copyOf(frames, capacity);
    slots = Arrays.copyOf(slots, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
    egress = Arrays.copyOf(egress, capacity);
    arrivedNanos = Arrays.copyOf(arrivedNanos, capacity);
    queuedNanos = Arrays.copyOf(queuedNanos, capacity);
    before = Arrays.copyOf(before, capacity);
    behind = Arrays.copyOf(behind, capacity);
  }
}
