// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rani.ground.LabFailure;

/** Lets time pass, which in virtual time someone must do. */
@FunctionalInterface
public interface TimeSource {
  /** Time that passes by itself, as it does for a live network. */
  TimeSource BY_ITSELF =
      time -> {
        boolean _ = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
      };

  /** Returns when so much time has gone by in the network. */
  void pass(Duration time) throws LabFailure, InterruptedException;
}
