// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/** Where a lab waits; a node that dies wakes it. */
public final class LabWatch {
  private @Nullable String death;
  private boolean closing;
  private boolean interrupted;

  /** A node's process has ended. The first to die before {@link #closing} is the culprit. */
  public synchronized void died(String message) {
    if (death == null && !closing) {
      death = message;
      notifyAll();
    }
  }

  /** From now on nodes may end. */
  public synchronized void closing() {
    closing = true;
  }

  /** The JVM is told to end: whatever fails from now on is no one's fault. */
  public synchronized void interrupted() {
    interrupted = true;
    closing = true;
    notifyAll();
  }

  /**
   * Waits.
   *
   * @throws LabFailure at once if a node has died, or dies meanwhile
   */
  public void pause(long nanos) throws LabFailure {
    long deadlineNanos = System.nanoTime() + nanos;
    boolean ending;
    synchronized (this) {
      for (long left = nanos; left > 0 && !interrupted; left = deadlineNanos - System.nanoTime()) {
        check();
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new LabFailure("interrupted", e);
        }
      }
      ending = interrupted;
      check();
    }
    if (ending) {
      awaitEndOfJvm();
    }
  }

  private void check() throws LabFailure {
    if (death != null) {
      throw new LabFailure(death);
    }
  }

  /** What the failure of a node's answer is put down to: rather its death than its silence. */
  public LabFailure explain(LabFailure silence) {
    boolean ending;
    String dead;
    synchronized (this) {
      ending = interrupted;
      dead = death;
    }
    if (ending) {
      awaitEndOfJvm();
    }
    return dead == null ? silence : new LabFailure(dead, silence);
  }

  /** The shutdown hook is ending the nodes, and nothing that is said about that would be true. */
  private static void awaitEndOfJvm() {
    CountDownLatch never = new CountDownLatch(1);
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
