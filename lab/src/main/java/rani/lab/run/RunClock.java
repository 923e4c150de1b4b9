// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.time.Duration;
import rani.lab.Lab;
import rani.lab.LabFailure;
import rani.lab.experiment.RunRule;

/** Lets a network run for as long as its experiment says; the same for both worlds. */
final class RunClock {
  private RunClock() {}

  /** From the moment of go to the end. */
  static void run(Lab lab, RunRule rule) throws LabFailure {
    if (!rule.untilTrafficDone()) {
      lab.runFor(Duration.ofNanos(Math.min(rule.untilNanos(), rule.maxNanos())));
    } else if (!lab.runUntilDone(Duration.ofNanos(rule.maxNanos()))) {
      return;
    }
    lab.runFor(Duration.ofNanos(rule.lingerNanos()));
  }
}
