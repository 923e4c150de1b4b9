// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import rani.lab.LabFailure;
import rani.lab.file.FileError;
import rani.lab.run.RunDirectory;
import rani.lab.window.ChangingFeed;
import rani.lab.window.ReplayFeed;
import rani.lab.window.WindowServer;
import rani.tools.screen.Screen;

/**
 * The window of an experiment: a live one is shown from its go on, any one when it has ended, until
 * Ctrl-C.
 */
final class RunWindow implements AutoCloseable {
  private static final long LOOK_MILLIS = 100;

  private final RunDirectory directory;
  private final Screen screen;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ChangingFeed feed;
  private @Nullable WindowServer server;

  /**
   * A window that is not open yet.
   *
   * @param follows whether the run is live, and has its nodes in processes of their own
   */
  RunWindow(RunDirectory directory, boolean follows, Screen screen) {
    this.directory = directory;
    this.screen = screen;
    if (follows) {
      Thread _ = Thread.ofPlatform().daemon().name("rani-window-go").start(this::awaitGo);
    }
  }

  private void awaitGo() {
    try {
      while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (directory.goNanos().isPresent()) {
          open();
          return;
        }
      }
    } catch (LabFailure e) {
      screen.progress("no window before the run has ended: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void open() throws LabFailure {
    lock.lock();
    try {
      if (ended.getCount() > 0) {
        ChangingFeed live = new ChangingFeed(Window.live(directory));
        WindowServer opened = new WindowServer(live);
        feed = live;
        server = opened;
        Window.announce(opened, screen);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The run is over: shows its recording until Ctrl-C. */
  void showEnd() throws LabFailure, FileError {
    ended.countDown();
    ReplayFeed replay = new ReplayFeed(directory.path(), Optional.empty());
    lock.lock();
    try {
      if (feed == null) {
        server = new WindowServer(replay);
        Window.announce(server, screen);
      } else {
        feed.become(replay);
      }
    } finally {
      lock.unlock();
    }
    Window.awaitEnd();
  }

  @Override
  public void close() {
    ended.countDown();
    lock.lock();
    try {
      if (server != null) {
        server.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
