// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Detects services that block their nodes. One thread samples every node of the JVM, twenty times a
 * second; it runs only while there are nodes.
 *
 * <p>A service is charged only for the time that it caused. While the node's thread waits, that is
 * the time between two samples, at most twice the sampling interval, because the whole process may
 * have been stopped. While the thread runs or is runnable, it is the thread's processor time,
 * because on a busy machine a node stalls without any service's fault.
 */
final class Watchdog {
  /** Sampling interval. */
  static final long LOOK_NANOS = 50_000_000;

  /**
   * Observed duration from which a call is reported. The call may have begun one sample earlier,
   * and is reported one sample later, which is still within the limit.
   */
  static final long SEEN_NANOS = BlockedCall.LIMIT_NANOS - 2 * LOOK_NANOS;

  private static final int STACK_FRAMES_MAX = 64;
  private static final String CALLER = "rani.node.InstalledService";
  private static final List<Watched> ALL = new CopyOnWriteArrayList<>();
  private static @Nullable Thread thread;

  private Watchdog() {}

  /** Watches a node until the node is closed. */
  static synchronized Watched watch(
      String node, ThreadState loop, CallMark mark, ServiceFaultListener told) {
    Watched watched =
        new Watched(node, loop.thread(), loop::now, mark, told, BlockedCall.stuckNanos());
    ALL.add(watched);
    if (thread == null) {
      thread = Thread.ofPlatform().name("rani-watchdog").daemon(true).start(Watchdog::run);
    }
    return watched;
  }

  private static void run() {
    long lastNanos = System.nanoTime();
    while (!isDone()) {
      LockSupport.parkNanos(LOOK_NANOS);
      long nowNanos = System.nanoTime();
      long elapsedNanos = Math.min(nowNanos - lastNanos, 2 * LOOK_NANOS);
      lastNanos = nowNanos;
      ALL.forEach(watched -> watched.look(nowNanos, elapsedNanos));
    }
  }

  private static synchronized boolean isDone() {
    if (ALL.isEmpty()) {
      thread = null;
    }
    return ALL.isEmpty();
  }

  /** One node, and the calls that the last sample found. */
  static final class Watched implements AutoCloseable {
    private final String node;
    private final Thread loop;
    private final Supplier<ThreadState.Sample> use;
    private final CallMark mark;
    private final ServiceFaultListener told;
    private final long stuckNanos;
    private final Seen outer = new Seen();
    private final Seen inner = new Seen();
    private long cpuNanos;

    /** One call, while it lasts. */
    private static final class Seen {
      private long call;
      private long sinceNanos;
      private long countedNanos;
      private boolean isReported;
      private boolean isStuck;

      /** Counts another sample of a call; returns false if the previous sample saw another call. */
      private boolean again(long seen, long nowNanos, long moreNanos) {
        if (call == seen) {
          countedNanos += moreNanos;
          return true;
        }
        call = seen;
        sinceNanos = nowNanos;
        countedNanos = 0;
        isReported = false;
        isStuck = false;
        return false;
      }
    }

    Watched(
        String node,
        Thread loop,
        Supplier<ThreadState.Sample> use,
        CallMark mark,
        ServiceFaultListener told,
        long stuckNanos) {
      this.node = node;
      this.loop = loop;
      this.use = use;
      this.mark = mark;
      this.told = told;
      this.stuckNanos = stuckNanos;
    }

    /**
     * Samples the node. A nested call is charged for its own time; the outer call is judged only
     * after the nested call has returned.
     */
    void look(long nowNanos, long elapsedNanos) {
      long call = mark.look();
      if (call == 0) {
        outer.again(0, nowNanos, 0);
        return;
      }
      long moreNanos = counted(elapsedNanos);
      if ((call & CallMark.NESTED) != 0) {
        outer.countedNanos += moreNanos;
        judge(inner, call, nowNanos, moreNanos);
      } else {
        judge(outer, call, nowNanos, moreNanos);
      }
    }

    /** Returns the time since the last sample, less that spent waiting for a processor. */
    private long counted(long elapsedNanos) {
      ThreadState.Sample sample = use.get();
      long hadNanos = sample.cpuNanos() - cpuNanos;
      cpuNanos = sample.cpuNanos();
      return sample.isAwake() ? hadNanos : elapsedNanos;
    }

    private void judge(Seen seen, long call, long nowNanos, long moreNanos) {
      if (!seen.again(call, nowNanos, moreNanos)) {
        return;
      }
      if (!seen.isReported && seen.countedNanos >= SEEN_NANOS) {
        seen.isReported = true;
        BlockedCall blocked = blocked(call, nowNanos - seen.sinceNanos);
        if (mark.look() == call) {
          mark.report(call, seen.sinceNanos);
          told.blocked(blocked);
        }
      }
      if (!seen.isStuck && seen.countedNanos >= stuckNanos) {
        seen.isStuck = true;
        told.stuck(blocked(call, nowNanos - seen.sinceNanos));
      }
    }

    private BlockedCall blocked(long call, long nanos) {
      String service = mark.service(call);
      List<String> stack = new ArrayList<>();
      for (StackTraceElement frame : loop.getStackTrace()) {
        if (frame.getClassName().startsWith(CALLER) || stack.size() == STACK_FRAMES_MAX) {
          break;
        }
        stack.add(frame.getClassName() + "." + frame.getMethodName() + place(frame));
      }
      return new BlockedCall(node, service, nanos, stack);
    }

    private static String place(StackTraceElement frame) {
      return frame.getFileName() == null
          ? ""
          : "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
    }

    @Override
    public void close() {
      ALL.remove(this);
    }
  }
}
