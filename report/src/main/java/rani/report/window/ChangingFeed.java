// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/** A run while it goes on, and the same when it has ended: pages open the second by themselves. */
public final class ChangingFeed implements Feed {
  private final List<LiveFollower> followers = new CopyOnWriteArrayList<>();
  private volatile Feed shown;

  /** What is shown first. */
  public ChangingFeed(Feed first) {
    shown = first;
  }

  /** Shows another from now on; the one before is closed. */
  public void become(Feed next) {
    Feed before = shown;
    shown = next;
    followers.forEach(follower -> follower.offer(new News("reload", "{}")));
    before.close();
  }

  @Override
  public String recording() throws LabFailure {
    return shown.recording();
  }

  @Override
  public @Nullable Follower follow() {
    Follower inner = shown.follow();
    return inner == null ? null : new Both(inner, new LiveFollower(followers::remove));
  }

  /** What the feed tells, and that another has come. */
  private final class Both implements Follower {
    private static final Duration TURN = Duration.ofMillis(200);

    private final Follower inner;
    private final LiveFollower changes;

    Both(Follower inner, LiveFollower changes) {
      this.inner = inner;
      this.changes = changes;
      followers.add(changes);
    }

    @Override
    public @Nullable News next(Duration patience) throws InterruptedException {
      long turns = Math.max(1, patience.dividedBy(TURN));
      for (long turn = 0; turn < turns; turn++) {
        News change = changes.next(Duration.ZERO);
        if (change != null) {
          return change;
        }
        News news = inner.next(TURN);
        if (news != null) {
          return news;
        }
      }
      return null;
    }

    @Override
    public void close() {
      inner.close();
      changes.close();
    }
  }

  @Override
  public Said say(String line) throws LabFailure {
    return shown.say(line);
  }

  @Override
  public void keep(String positions) throws LabFailure {
    shown.keep(positions);
  }

  @Override
  public void close() {
    shown.close();
  }
}
