// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rani.ground.Progress;
import rani.ground.ShutdownHook;
import rani.ground.TerminalText;
import rani.tools.screen.Quantity;
import rani.tools.screen.Screen;

/**
 * Progress of a live run, and its clock while traffic lasts: on a terminal one line that is written
 * over each second, elsewhere a line per tenth of the run, but not more often than every 10 s.
 */
final class LiveClock implements Progress {
  private static final int STEPS = 10;
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long STEP_NANOS_MIN = 10 * SECOND_NANOS;

  private final Screen screen;
  private final PrintWriter err;
  private final boolean isTerminal;
  private int shownColumns;

  /** Creates a clock on standard error, which may be a terminal. */
  LiveClock(Screen screen, PrintWriter err, boolean isTerminal) {
    this.screen = screen;
    this.err = err;
    this.isTerminal = isTerminal;
  }

  @Override
  public synchronized void say(String line) {
    erase();
    screen.progress(line);
  }

  @Override
  public Shown running(long nanosMax, int nodes) {
    long beginNanos = System.nanoTime();
    long stepNanos = isTerminal ? SECOND_NANOS : Math.max(nanosMax / STEPS, STEP_NANOS_MIN);
    CountDownLatch over = new CountDownLatch(1);
    ShutdownHook atEnd = new ShutdownHook(() -> end(over)); // Ctrl-C leaves a clean line
    Thread.ofVirtual()
        .name("live-clock")
        .start(
            () -> {
              for (long step = 1; !isOver(over, beginNanos + step * stepNanos); step++) {
                show(over, step * stepNanos, nanosMax, nodes);
              }
            });
    return () -> {
      end(over);
      atEnd.close();
    };
  }

  /** Waits until a moment, or until the run is over, and reports whether it is. */
  private static boolean isOver(CountDownLatch over, long untilNanos) {
    try {
      return over.await(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private synchronized void end(CountDownLatch over) {
    over.countDown();
    erase();
  }

  private synchronized void show(CountDownLatch over, long nanos, long nanosMax, int nodes) {
    if (over.getCount() == 0) {
      return;
    }
    String line =
        "live %s of at most %s, %s"
            .formatted(
                Quantity.span(nanos / (double) SECOND_NANOS),
                Quantity.span(nanosMax / (double) SECOND_NANOS),
                Quantity.count(nodes, "node", "nodes"));
    if (!isTerminal) {
      screen.progress(line);
      return;
    }
    erase();
    err.print(line);
    err.flush();
    shownColumns = line.length();
  }

  private void erase() {
    if (shownColumns > 0) {
      String back = TerminalText.control('\r');
      err.print(back + " ".repeat(shownColumns) + back);
      err.flush();
      shownColumns = 0;
    }
  }
}
