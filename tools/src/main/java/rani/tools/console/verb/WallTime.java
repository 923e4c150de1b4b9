// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Time that passes by itself, as it does for a live network. */
final class WallTime implements Passing {
  @Override
  public void pass(Duration time) throws InterruptedException {
    var _ = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
  }
}
