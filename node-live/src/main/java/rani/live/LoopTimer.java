// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.world.Timers;

/**
 * A timer on an event loop, in absolute node time. Of several requested times the earliest wins.
 * Used only by the thread of the event loop.
 */
final class LoopTimer {
  private final EventLoop loop;
  private final LoopClock clock;
  private final Runnable task;
  private @Nullable ScheduledFuture<?> scheduled;
  private long dueNanos = Timers.NEVER;

  LoopTimer(EventLoop loop, LoopClock clock, Runnable task) {
    this.loop = loop;
    this.clock = clock;
    this.task = task;
  }

  void armAt(long deadlineNanos) {
    if (deadlineNanos >= dueNanos) {
      return;
    }
    if (scheduled != null) {
      scheduled.cancel(false);
    }
    dueNanos = deadlineNanos;
    long delayNanos = Math.max(0, deadlineNanos - clock.read());
    scheduled = loop.schedule(this::fire, delayNanos, TimeUnit.NANOSECONDS);
  }

  void disarm() {
    if (scheduled != null) {
      scheduled.cancel(false);
      scheduled = null;
    }
    dueNanos = Timers.NEVER;
  }

  private void fire() {
    scheduled = null;
    dueNanos = Timers.NEVER;
    task.run();
  }
}
