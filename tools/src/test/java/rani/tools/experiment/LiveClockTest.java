// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import rani.ground.Progress;
import rani.ground.TerminalWriter;
import rani.nodehost.folder.RunDirectory;
import rani.tools.screen.Screen;
import rani.tools.window.RunWindow;

/** What a live run shows of its time. */
class LiveClockTest {
  private static final long HALF_A_MINUTE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final StringWriter shown = new StringWriter();
  private final CountDownLatch firstSecond = new CountDownLatch(1);

  private LiveClock clock(boolean isTerminal) {
    PrintWriter err =
        new PrintWriter(TerminalWriter.over(shown)) {
          @Override
          public void flush() {
            super.flush();
            if (shown.toString().contains("live ")) {
              firstSecond.countDown();
            }
          }
        };
    CommandSpec spec = CommandSpec.create();
    new CommandLine(spec).setErr(err);
    return new LiveClock(new Screen(spec), err, isTerminal);
  }

  @Test
  void aTerminalShowsTheSecondsInOneLineAndIsCleanAtTheEnd() throws Exception {
    LiveClock clock = clock(true);

    try (Progress.Shown _ = clock.running(HALF_A_MINUTE_NANOS, 8)) {
      assertTrue(firstSecond.await(30, TimeUnit.SECONDS));
      clock.say("a node was lost");
    }

    String first = "live 1 s of at most 30 s, 8 nodes";
    String erased = "\r" + " ".repeat(first.length()) + "\r";
    assertTrue(shown.toString().startsWith(first + erased), shown::toString);
    assertTrue(shown.toString().contains(erased + "rani: a node was lost"), shown::toString);
    String last = shown.toString().substring(shown.toString().lastIndexOf('\n') + 1);
    assertTrue(last.isEmpty() || last.endsWith(" \r"), shown::toString);
  }

  @Test
  void aWindowBesideItHidesNoSecond() throws Exception {
    Screen none = new Screen(new CommandLine(CommandSpec.create()).getCommandSpec());
    RunDirectory run = new RunDirectory(Path.of("never-made"));

    try (RunWindow window = new RunWindow(run, true, none, clock(true));
        Progress.Shown _ = window.running(HALF_A_MINUTE_NANOS, 8)) {
      assertTrue(firstSecond.await(30, TimeUnit.SECONDS));
    }

    assertTrue(shown.toString().startsWith("live 1 s of at most 30 s, 8 nodes"), shown::toString);
  }

  @Test
  void aPipeGetsNothingOfAShortRun() {
    LiveClock clock = clock(false);

    try (Progress.Shown _ = clock.running(HALF_A_MINUTE_NANOS, 1)) {
      clock.say("a message");
    }

    assertEquals("rani: a message" + System.lineSeparator(), shown.toString());
  }
}
