// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import rani.live.BlockedCall;
import rani.nodehost.conversation.NodeEvent;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.Facts;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;

/**
 * A node's events for its subscribers: links, filters, congestion, notes, and at most one event per
 * second with the numbers of dropped packets. Each subscriber has a bounded queue; events that do
 * not fit are dropped and counted, so that a slow subscriber delays no other. A subscriber that
 * reconnects with the number of the last event that it saw receives the later events, as far as
 * they are kept.
 */
public final class EventFeed implements NodeTrace {
  /** Capacity of a subscriber's queue. */
  public static final int EVENTS_MAX = 1024;

  /** The most events that are kept for subscribers that reconnect. */
  static final int HISTORY_MAX = 256;

  /** Argument of {@link #follow(long)} for no earlier events. */
  public static final long FROM_NOW = -1;

  private static final long DROPS_INTERVAL_NANOS = 1_000_000_000;

  private final String node;
  private final List<Follower> followers = new CopyOnWriteArrayList<>();
  private final Deque<NodeEvent> history = new ArrayDeque<>();
  private final Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
  private long lastId;
  private long dropsAtNanos;
  private long dropsToldNanos = System.nanoTime();
  private volatile boolean wasFollowed;

  public EventFeed(String node) {
    this.node = node;
  }

  public final class Follower implements AutoCloseable {
    private final ArrayBlockingQueue<NodeEvent> waiting = new ArrayBlockingQueue<>(EVENTS_MAX);
    private final AtomicLong dropped = new AtomicLong();

    /**
     * Waits for the next event, which may be the number of dropped events; null after a time limit.
     */
    public @Nullable NodeEvent next(long patienceNanos) throws InterruptedException {
      long begunNanos = System.nanoTime();
      NodeEvent event;
      long leftNanos = patienceNanos;
      do {
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
          return new NodeEvent(null, "dropped", node, null, new NodeEvent.Missing(lost));
        }
        event = waiting.poll(Math.min(leftNanos, DROPS_INTERVAL_NANOS), TimeUnit.NANOSECONDS);
        tellDrops();
        leftNanos = patienceNanos - (System.nanoTime() - begunNanos);
      } while (event == null && leftNanos > 0);
      return event;
    }

    private void offer(NodeEvent event) {
      if (!waiting.offer(event)) {
        dropped.incrementAndGet();
      }
    }

    @Override
    public void close() {
      followers.remove(this);
    }
  }

  /** Subscribes to future events. */
  public Follower follow() {
    return follow(FROM_NOW);
  }

  /**
   * Subscribes to the kept events after one with an id, or {@link #FROM_NOW}, and to future events.
   */
  public synchronized Follower follow(long seenId) {
    wasFollowed = true;
    Follower follower = new Follower();
    if (seenId != FROM_NOW) {
      long lost = lastId - seenId - history.size();
      if (lost > 0) {
        follower.dropped.set(lost);
      }
      for (NodeEvent event : history) {
        if (event.id() != null && event.id() > seenId) {
          follower.offer(event);
        }
      }
    }
    followers.add(follower);
    return follower;
  }

  /** Returns the kept events, the oldest first; none if the node had no subscriber. */
  synchronized NodeEvent.Last last() {
    return new NodeEvent.Last(List.copyOf(history));
  }

  @Override
  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    if (followers.isEmpty()) {
      return;
    }
    synchronized (this) {
      drops.merge(reason, 1L, Long::sum);
      dropsAtNanos = nowNanos;
    }
  }

  /** Emits the event with the numbers of drops, at most once a second. */
  private synchronized void tellDrops() {
    long nowNanos = System.nanoTime();
    if (!drops.isEmpty() && nowNanos - dropsToldNanos >= DROPS_INTERVAL_NANOS) {
      dropsToldNanos = nowNanos;
      SequencedMap<String, Long> reasons = new LinkedHashMap<>();
      drops.forEach((reason, count) -> reasons.put(reason.text(), count));
      drops.clear();
      tell(dropsAtNanos, "drops", new NodeEvent.Drops(reasons));
    }
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    tell(nowNanos, "link", new NodeEvent.Link(link.number(), up ? "up" : "down"));
  }

  @Override
  public void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    Object place = link == null ? "own" : link.number();
    tell(nowNanos, "filter", new NodeEvent.Filter(change.text(), place, flow, untilNanos, caught));
  }

  @Override
  public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
    tell(nowNanos, "congestion", new NodeEvent.Congested(queue, kind.text(), averageFrames));
  }

  @Override
  public void note(long nowNanos, String service, String event, NoteDetail detail) {
    if (isHeard()) {
      tell(nowNanos, "note", new NodeEvent.Noted(service, event, detail.text()));
    }
  }

  /** Reports a service that blocks the node; called by another thread than the node's. */
  void blocked(long nowNanos, BlockedCall call) {
    tell(nowNanos, "blocked", new NodeEvent.Blocked(call.service(), call.nanos(), call.stack()));
  }

  private boolean isHeard() {
    return wasFollowed || !followers.isEmpty();
  }

  private void tell(long nowNanos, String kind, Facts facts) {
    if (!isHeard()) {
      return;
    }
    synchronized (this) {
      lastId++;
      NodeEvent event = new NodeEvent(lastId, kind, node, nowNanos, facts);
      history.add(event);
      if (history.size() > HISTORY_MAX) {
        history.remove();
      }
      followers.forEach(follower -> follower.offer(event));
    }
  }
}
