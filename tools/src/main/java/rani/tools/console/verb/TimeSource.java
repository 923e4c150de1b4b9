// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rani.ground.LabFailure;

/** Lets a network's time pass: live by waiting, virtual by running events. */
@FunctionalInterface
public interface TimeSource {
  /** The time of a live network. */
  TimeSource BY_ITSELF =
      time -> {
        boolean _ = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
      };

  /** Returns when this time has passed in the network. */
  void pass(Duration time) throws LabFailure, InterruptedException;
}
