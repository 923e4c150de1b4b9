// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/** Lets a lab wait for a time, or until a node's process ends. */
public final class LabWatch {
  private @Nullable String death;
  private boolean closing;
  private boolean interrupted;

  /** Reports the unexpected end of a node's process; the first report is the cause of others. */
  public synchronized void died(String message) {
    if (death == null && !closing) {
      death = message;
      notifyAll();
    }
  }

  /** Makes later ends of nodes expected. */
  public synchronized void closing() {
    closing = true;
  }

  /** Notes that the JVM is terminating: later failures are not reported. */
  public synchronized void interrupted() {
    interrupted = true;
    closing = true;
    notifyAll();
  }

  /** Waits; fails at once if a node has died, or dies meanwhile. */
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

  /** Returns the failure to report when a node does not answer: a node's death, if one has died. */
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

  /** Blocks, because a shutdown hook is ending the nodes, so any failure message would be wrong. */
  private static void awaitEndOfJvm() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
