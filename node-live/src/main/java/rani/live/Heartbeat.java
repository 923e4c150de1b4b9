// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.EventLoop;

/**
 * Periodic task that detects stalls of the event loop, also without traffic: the process was
 * stopped, the machine was busy, or a service blocked.
 */
final class Heartbeat {
  /** Interval between heartbeats. */
  static final long INTERVAL_NANOS = 20_000_000;

  /** Interval between two heartbeats that counts as a stall. */
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

  /** Starts the heartbeat, unless it runs. A first one that is long overdue counts as a stall. */
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

  /** Records the time since the last heartbeat, also before the counters are read. */
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

  long stalls() {
    return stalls;
  }

  /** Returns the longest time between two heartbeats. */
  long longestNanos() {
    return longestNanos;
  }
}
