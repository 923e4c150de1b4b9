// SPDX-License-Identifier: Apache-2.0
package rani.tools.window;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.nodehost.folder.RunDirectory;
import rani.report.ReportFile;
import rani.report.plot.Chart;
import rani.report.window.Feed;
import rani.report.window.LiveFeed;
import rani.report.window.RunReplay;
import rani.report.window.WindowServer;
import rani.testbed.RunningLab;
import rani.tools.console.RemoteConsole;
import rani.tools.screen.Screen;

/** Window that is open until the user ends the program. */
public final class Window {
  private Window() {}

  /** Returns the feed of a network that is up, with its console. */
  public static LiveFeed live(RunDirectory directory) throws LabFailure {
    RunningLab lab = RunningLab.of(directory);
    return new LiveFeed(lab, new RemoteConsole(lab, directory.path())::execute);
  }

  /** Returns a run that has ended, or a trial of it, with the charts of its report. */
  static RunReplay ended(RunDirectory directory, Optional<String> trial, Screen screen)
      throws LabFailure, FileError {
    List<Chart> charts = List.of();
    if (Files.exists(directory.path().resolve(ReportFile.NAME))) {
      try {
        charts = ReportFile.read(directory.path()).charts();
      } catch (LabFailure e) {
        screen.progress("the window is without charts: " + e.getMessage());
      }
    }
    return RunReplay.of(directory.path(), trial, charts);
  }

  /** Opens a window, and waits for Ctrl-C. */
  public static void show(Feed feed, Path folder, Screen screen) throws LabFailure {
    try (WindowServer server = new WindowServer(feed, folder)) {
      announce(server, screen);
      awaitEnd();
    }
  }

  /** Waits until the program is terminated. */
  public static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Prints the window's URL, and opens the browser if there is one. */
  public static void announce(WindowServer server, Screen screen) {
    screen.print("window %s", server.link());
    boolean opened = Browser.open(server.file().toUri().toString());
    screen.progress(
        "%s; it leads in once, %s as often as you like; Ctrl-C ends it"
            .formatted(
                opened ? "opened in the browser" : "open this link in a browser of this machine",
                server.file()));
  }
}
