// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The event queue of one page. A page that is too slow reloads the recording. */
public final class LiveFollower implements AutoCloseable {
  /** News that may wait for a page. */
  static final int NEWS_MAX = 256;

  private static final Feed.News RELOAD = new Feed.News("reload", "{}");

  private final BlockingQueue<Feed.News> news = new ArrayBlockingQueue<>(NEWS_MAX);
  private final List<List<LiveFollower>> all = new CopyOnWriteArrayList<>();

  /** Receives the events of all of them, until it is closed. */
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

  /** Has the page load the recording again, instead of the pending updates. */
  void reload() {
    news.clear();
    boolean _ = news.offer(RELOAD);
  }

  /**
   * The next piece of news.
   *
   * @return null if none comes in time
   */
  Feed.@Nullable News next(Duration patience) throws InterruptedException {
    return news.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    all.forEach(followers -> followers.remove(this));
  }
}
