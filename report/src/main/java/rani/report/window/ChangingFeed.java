// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/** Shows a running network, and later its recording. Open pages reload by themselves. */
public final class ChangingFeed implements Feed {
  private final List<LiveFollower> followers = new CopyOnWriteArrayList<>();
  private volatile Feed shown;

  public ChangingFeed(Feed first) {
    shown = first;
  }

  /** Replaces the shown feed and closes the previous feed. */
  public synchronized void become(Feed next) {
    Feed before = shown;
    shown = next;
    followers.forEach(LiveFollower::reload);
    before.close();
  }

  @Override
  public String recording() throws LabFailure {
    return shown.recording();
  }

  @Override
  public synchronized @Nullable LiveFollower follow() {
    LiveFollower follower = shown.follow();
    return follower == null ? null : follower.among(followers);
  }

  @Override
  public Optional<String> charts() throws IOException {
    return shown.charts();
  }

  @Override
  public CommandResult execute(String line) throws LabFailure {
    return shown.execute(line);
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
