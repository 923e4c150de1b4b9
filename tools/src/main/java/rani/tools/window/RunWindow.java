// SPDX-License-Identifier: Apache-2.0
package rani.tools.window;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.model.file.FileError;
import rani.nodehost.folder.RunDirectory;
import rani.report.window.ChangingFeed;
import rani.report.window.ComputedFeed;
import rani.report.window.LiveFeed;
import rani.report.window.WindowServer;
import rani.study.experiment.Experiment;
import rani.study.trial.RunOptions;
import rani.tools.screen.Screen;

/**
 * Window of an experiment, open until Ctrl-C. It shows a live run from its start, a run in virtual
 * time while it is computed, and any other run when it has ended.
 */
public final class RunWindow implements AutoCloseable, Progress {
  /** Time limit for the user to open the page. The run then starts without a page. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RunDirectory directory;
  private final boolean follows;
  private final Screen screen;
  private final Progress clock;
  private @Nullable ChangingFeed feed;
  private @Nullable WindowServer server;
  private boolean isWhole;

  /**
   * Creates a window; it {@code follows} a live run with nodes in processes of their own. Lines,
   * and how far traffic is, are shown by {@code clock} beside it.
   */
  public RunWindow(RunDirectory directory, boolean follows, Screen screen, Progress clock) {
    this.directory = directory;
    this.follows = follows;
    this.screen = screen;
    this.clock = clock;
  }

  /** Opens the window of a run in virtual time, which shows the first trial. */
  public ComputedFeed open(Experiment experiment, RunOptions options) throws LabFailure {
    List<String> remarks =
        options.trials() == 1
            ? List.of()
            : List.of("trial 1 of " + options.trials() + ", seed " + options.seed());
    ComputedFeed computed = new ComputedFeed(directory.path(), experiment.network(), remarks);
    server = new WindowServer(computed, directory.path());
    isWhole = true;
    Window.announce(server, screen);
    return computed;
  }

  @Override
  public void say(String line) {
    clock.say(line);
  }

  @Override
  public Shown running(long nanosMax, int nodes) {
    return clock.running(nanosMax, nodes);
  }

  /** Opens the window, and waits for its page. */
  @Override
  public void beforeTraffic() {
    if (!follows || server != null) {
      return;
    }
    try {
      LiveFeed live = Window.live(directory);
      feed = new ChangingFeed(live);
      server = new WindowServer(feed, directory.path());
      Window.announce(server, screen);
      screen.progress("traffic begins when the page is open, or in " + PATIENCE.toSeconds() + " s");
      if (!live.awaitPage(PATIENCE)) {
        screen.progress("no one has opened the page yet");
      }
    } catch (LabFailure e) {
      screen.progress("no window before the run has ended: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Shows the recording of the run, until Ctrl-C. */
  public void showEnd() throws LabFailure, FileError {
    if (feed != null) {
      feed.become(Window.ended(directory, Optional.empty(), screen));
    } else if (!isWhole) {
      server =
          new WindowServer(Window.ended(directory, Optional.empty(), screen), directory.path());
      Window.announce(server, screen);
    }
    Window.awaitEnd();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
