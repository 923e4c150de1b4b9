// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.util.concurrent.TimeUnit;
import rani.lab.sweep.SweepWatch;
import rani.lab.sweep.TrialRow;

/** How a sweep gets on: a line for each tenth of it. */
final class SweepProgress implements SweepWatch {
  private static final int STEPS = 10;

  private final Screen screen;
  private long trials;
  private long finished;
  private long before;
  private long failed;
  private long beginNanos;

  SweepProgress(Screen screen) {
    this.screen = screen;
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
  }

  @Override
  public void finished(TrialRow row) {
    finished++;
    failed += row.passed() ? 0 : 1;
    if (finished * STEPS / trials > (finished - 1) * STEPS / trials) {
      screen.progress(
          "%d of %d trials%s, %s%s"
              .formatted(
                  finished,
                  trials,
                  failed == 0 ? "" : " (" + failed + " failed)",
                  Durations.of(seconds()),
                  finished == trials ? "" : ", about " + Durations.of(remaining()) + " to go"));
    }
  }

  private double seconds() {
    return (System.nanoTime() - beginNanos) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  private double remaining() {
    return seconds() / (finished - before) * (trials - finished);
  }

  @Override
  public void interrupted(String goOn) {
    screen.progress(
        "interrupted; %d of %d trials are done%s"
            .formatted(finished, trials, goOn.isEmpty() ? "" : ". To go on: " + goOn));
  }

  @Override
  public void end() {}
}
