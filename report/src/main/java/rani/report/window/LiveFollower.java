// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One page's news. A page that is too slow for them opens the recording again. */
final class LiveFollower implements Feed.Follower {
  /** News that may wait for a page. */
  static final int NEWS_MAX = 256;

  private final BlockingQueue<Feed.News> news = new ArrayBlockingQueue<>(NEWS_MAX);
  private final Consumer<LiveFollower> onClose;

  LiveFollower(Consumer<LiveFollower> onClose) {
    this.onClose = onClose;
  }

  void offer(Feed.News piece) {
    if (!news.offer(piece)) {
      news.clear();
      boolean _ = news.offer(new Feed.News("reload", "{}"));
    }
  }

  @Override
  public Feed.@Nullable News next(Duration patience) throws InterruptedException {
    return news.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    onClose.accept(this);
  }
}
