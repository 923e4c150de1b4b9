// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;
import rani.study.sweep.SweepWatch;
import rani.study.sweep.TrialRow;
import rani.tools.screen.Quantity;
import rani.tools.screen.Screen;

/** Progress of a sweep: a bar on terminals, elsewhere a line per 10 %. */
final class SweepProgress implements SweepWatch {
  private static final int STEPS = 10;
  private static final int BAR_COLUMNS = 79;
  private static final int BAR_MILLIS = 250;

  private final Screen screen;
  private final boolean withBar;
  private final boolean withFailures;
  private @Nullable ProgressBar bar;
  private long trials;
  private long finished;
  private long before;
  private long failed;
  private long beginNanos;

  private SweepProgress(Screen screen, boolean withBar, boolean withFailures) {
    this.screen = screen;
    this.withBar = withBar;
    this.withFailures = withFailures;
  }

  /** Shows the progress of trials that print nothing. */
  static SweepProgress of(Screen screen) {
    return new SweepProgress(screen, isTerminal(), true);
  }

  /** Shows the progress of trials that print messages. */
  static SweepProgress inLines(Screen screen) {
    return new SweepProgress(screen, false, true);
  }

  /** Shows the progress of trials whose failures are not counted. */
  static SweepProgress ofVerifying(Screen screen) {
    return new SweepProgress(screen, isTerminal(), false);
  }

  /** Asks the program {@code test} if standard error is a terminal; Java has no method for it. */
  static boolean isTerminal() {
    try {
      return new ProcessBuilder("test", "-t", "2")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // no POSIX system: print lines
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void begin(long all, long already, int jobs) {
    trials = all;
    finished = already;
    before = already;
    beginNanos = System.nanoTime();
    if (already > 0) {
      screen.progress("%d of %d trials are done already".formatted(already, all));
    }
    if (withBar) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("trials")
              .setInitialMax(all)
              .startsFrom(already, Duration.ZERO)
              .setUpdateIntervalMillis(BAR_MILLIS)
              .continuousUpdate()
              // A fixed width, because the library would load native code to ask the terminal.
              .setConsumer(new ConsoleProgressBarConsumer(System.err, BAR_COLUMNS))
              .build();
    }
  }

  @Override
  public void remark(String line) {
    screen.progress(line);
  }

  @Override
  public void recorded(boolean stale) {
    tellRecorded(stale, screen);
  }

  /** Warns if the recorded sensitivity of the file is out of date and ignored. */
  static void tellRecorded(boolean stale, Screen screen) {
    if (stale) {
      screen.progress(
          "what is recorded of this file's choices is stale, and passed over: the file has changed"
              + " since then. `rani sensitivity FILE --record` makes it again");
    }
  }

  @Override
  public void finished(TrialRow row) {
    finished++;
    failed += row.passed() || !withFailures ? 0 : 1;
    if (bar != null) {
      bar.setExtraMessage(failed == 0 ? "" : failed + " failed");
      bar.stepTo(finished);
    } else if (finished * STEPS / trials > (finished - 1) * STEPS / trials) {
      screen.progress(line());
    }
  }

  private String line() {
    String failures = failed == 0 ? "" : " (" + failed + " failed)";
    double left = seconds() / (finished - before) * (trials - finished);
    String rest = finished == trials ? "" : ", about " + Quantity.span(left) + " to go";
    return "%d of %d trials%s, %s%s"
        .formatted(finished, trials, failures, Quantity.span(seconds()), rest);
  }

  private double seconds() {
    return (System.nanoTime() - beginNanos) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  @Override
  public synchronized void end() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }

  @Override
  public void interrupted(String goOn) {
    end();
    screen.progress(
        "interrupted; %d of %d trials are done%s"
            .formatted(finished, trials, goOn.isEmpty() ? "" : ". To go on: " + goOn));
  }
}
