// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import rani.ground.LabFailure;
import rani.testbed.Lab;
import rani.testbed.VirtualLab;

/** How one waits for a network: by the clock, or by letting virtual time pass. */
public interface Waiting {
  /** By the clock of this machine. */
  Waiting REAL =
      new Waiting() {
        @Override
        public long nowNanos() {
          return System.nanoTime();
        }

        @Override
        public void pause(Duration duration) throws LabFailure {
          LockSupport.parkNanos(duration.toNanos());
          if (Thread.currentThread().isInterrupted()) {
            throw new LabFailure("interrupted");
          }
        }
      };

  /** As this network's time passes. */
  static Waiting of(Lab lab) {
    return lab instanceof VirtualLab virtual ? inVirtualTime(virtual) : REAL;
  }

  private static Waiting inVirtualTime(VirtualLab lab) {
    return new Waiting() {
      @Override
      public long nowNanos() {
        return lab.nowNanos();
      }

      @Override
      public void pause(Duration duration) throws LabFailure {
        lab.runFor(duration);
      }
    };
  }

  /** The time, from any origin. */
  long nowNanos();

  /** Lets time pass. */
  void pause(Duration duration) throws LabFailure;
}
