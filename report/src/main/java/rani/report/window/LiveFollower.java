// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The event queue of one page. If the queue is full, the page must reload the recording. */
public final class LiveFollower implements AutoCloseable {
  /** The capacity of the queue. */
  static final int NEWS_MAX = 256;

  private static final Feed.News RELOAD = new Feed.News("reload", "{}");

  private final BlockingQueue<Feed.News> news = new ArrayBlockingQueue<>(NEWS_MAX);
  private final List<List<LiveFollower>> all = new CopyOnWriteArrayList<>();

  /** Adds this queue to the subscribers, and removes it when it is closed. */
  LiveFollower among(List<LiveFollower> followers) {
    followers.add(this);
    all.add(followers);
    return this;
  }

  void offer(Feed.News piece) {
    if (!news.offer(piece)) {
      reload();
    }
  }

  /** Discards the queued events and has the page load the whole recording again. */
  void reload() {
    news.clear();
    boolean _ = news.offer(RELOAD);
  }

  /** Waits for the next event; returns null after a timeout. */
  Feed.@Nullable News next(Duration patience) throws InterruptedException {
    return news.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    all.forEach(followers -> followers.remove(this));
  }
}
