// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import rani.link.LatenessHistogram;

/**
 * Measures how late this machine wakes a thread that sleeps until a given time, like a node's
 * thread until the next frame of a paced link is due.
 */
public final class WakeUpLatency {
  private static final long CLOSE_MILLIS_MAX = 1000;

  private final LatenessHistogram lateness = new LatenessHistogram();
  private final CompletableFuture<LatenessHistogram> done = new CompletableFuture<>();
  private final LoopClock clock = new LoopClock(0);
  private final LoopTimer timer;
  private final long gapNanos;
  private int left;
  private long dueNanos;

  private WakeUpLatency(EventLoop loop, int times, long gapNanos) {
    this.gapNanos = gapNanos;
    this.left = times;
    this.timer = new LoopTimer(loop, clock, this::wake);
  }

  /**
   * Measures on a thread of its own with an event loop of the transport, for {@code times} · {@code
   * gapNanos}; both are at least 1.
   */
  public static LatenessHistogram measure(Transport transport, int times, long gapNanos) {
    MultiThreadIoEventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("rani-wake-ups", true), transport.ioHandler());
    try {
      EventLoop loop = group.next();
      WakeUpLatency wakeUps = new WakeUpLatency(loop, times, gapNanos);
      loop.execute(wakeUps::begin);
      return wakeUps.done.join();
    } finally {
      group
          .shutdownGracefully(0, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS)
          .awaitUninterruptibly(CLOSE_MILLIS_MAX);
    }
  }

  private void begin() {
    boolean _ = LinuxCalls.wakeOnTime();
    dueNanos = clock.read() + gapNanos;
    timer.armAt(dueNanos);
  }

  private void wake() {
    lateness.record(Math.max(0, clock.read() - dueNanos), 0);
    if (--left == 0) {
      done.complete(lateness);
      return;
    }
    dueNanos += gapNanos;
    timer.armAt(dueNanos);
  }
}
