// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rani.ground.LabFailure;

/** Lets time pass in a network: live by waiting, virtual by running events. */
@FunctionalInterface
public interface TimeSource {
  /** Lets the time of a live network pass. */
  TimeSource BY_ITSELF =
      time -> {
        boolean _ = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
      };

  /** Returns when this duration has passed in the network. */
  void pass(Duration time) throws LabFailure, InterruptedException;
}
