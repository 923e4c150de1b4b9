// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.EventLoop;

/**
 * Detects stalls of the event loop: the process was stopped, the machine was busy, or a service
 * blocked. It beats with and without traffic.
 */
final class Heartbeat {
  /** Interval between beats. */
  static final long INTERVAL_NANOS = 20_000_000;

  /** A gap between two beats that is longer than this is a stall. */
  static final long STALL_NANOS = 100_000_000;

  private final LoopClock clock;
  private final LoopTimer timer;
  private boolean beating;
  private long lastNanos;
  private long stalls;
  private long longestNanos;

  Heartbeat(EventLoop loop, LoopClock clock) {
    this.clock = clock;
    this.timer = new LoopTimer(loop, clock, this::beat);
  }

  /**
   * Begins to beat, unless it beats already.
   *
   * @param sinceNanos when the first beat was due; if that has long passed, it is a stall
   */
  void start(long sinceNanos) {
    if (!beating) {
      beating = true;
      lastNanos = Math.min(sinceNanos, clock.read());
      beat();
    }
  }

  void stop() {
    beating = false;
    timer.disarm();
  }

  private void beat() {
    look();
    timer.armAt(lastNanos + INTERVAL_NANOS);
  }

  /** Records the time since the last beat, as each beat does. */
  void look() {
    if (!beating) {
      return;
    }
    long nowNanos = clock.read();
    long gapNanos = nowNanos - lastNanos;
    if (gapNanos > STALL_NANOS) {
      stalls++;
    }
    longestNanos = Math.max(longestNanos, gapNanos);
    lastNanos = nowNanos;
  }

  /** The number of stalls. */
  long stalls() {
    return stalls;
  }

  /** The longest time between two beats. */
  long longestNanos() {
    return longestNanos;
  }
}
