// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import rani.world.Congestion;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;

/**
 * What changes in a node, for whoever follows it: links, filters, congestion, notes. Each follower
 * has a bounded queue; what does not fit is dropped for that one and said to it, so that a slow
 * follower slows nobody.
 */
final class EventFeed implements NodeTrace {
  /** Events that may wait for one follower. */
  static final int EVENTS_MAX = 1024;

  private final List<Follower> followers = new CopyOnWriteArrayList<>();

  /** One who follows. */
  final class Follower implements AutoCloseable {
    private final ArrayBlockingQueue<SequencedMap<String, Object>> waiting =
        new ArrayBlockingQueue<>(EVENTS_MAX);
    private final AtomicLong dropped = new AtomicLong();

    /** The next event; null if none comes in time. Events that were dropped before it are one. */
    @Nullable SequencedMap<String, Object> next(long patienceNanos) throws InterruptedException {
      long lost = dropped.getAndSet(0);
      if (lost > 0) {
        SequencedMap<String, Object> gap = new LinkedHashMap<>();
        gap.put("kind", "dropped");
        gap.put("events", lost);
        return gap;
      }
      return waiting.poll(patienceNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      followers.remove(this);
    }
  }

  /** Follows from now on. */
  Follower follow() {
    Follower follower = new Follower();
    followers.add(follower);
    return follower;
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    tell(nowNanos, "link", "link", link.number(), "state", up ? "up" : "down");
  }

  @Override
  public void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    tell(
        nowNanos,
        "filter",
        "change",
        change.text(),
        "link",
        link == null ? "own" : link.number(),
        "flow",
        flow,
        "until-nanos",
        untilNanos,
        "caught",
        caught);
  }

  @Override
  public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
    tell(
        nowNanos,
        "congestion",
        "queue",
        queue,
        "congestion",
        kind.text(),
        "average",
        averageFrames);
  }

  @Override
  public void note(long nowNanos, String service, String event, String detail) {
    tell(nowNanos, "note", "service", service, "event", event, "detail", detail);
  }

  private void tell(long nowNanos, String kind, Object... facts) {
    if (followers.isEmpty()) {
      return;
    }
    SequencedMap<String, Object> event = new LinkedHashMap<>();
    event.put("kind", kind);
    event.put("at-nanos", nowNanos);
    for (int i = 0; i < facts.length; i += 2) {
      event.put((String) facts[i], facts[i + 1]);
    }
    for (Follower follower : followers) {
      if (!follower.waiting.offer(event)) {
        follower.dropped.incrementAndGet();
      }
    }
  }
}
