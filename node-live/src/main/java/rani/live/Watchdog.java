// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Notices services that hold up their nodes. One thread looks at every node of the JVM, twenty
 * times a second; there is none when there are no nodes.
 *
 * <p>It counts time by its own looks, and of the time between two no more than twice of what should
 * be: when the whole process was stopped, no service is to blame.
 */
final class Watchdog {
  /** Between two looks. */
  static final long LOOK_NANOS = 50_000_000;

  private static final int STACK_FRAMES_MAX = 64;
  private static final String CALLER = "rani.node.InstalledService";
  private static final List<Watched> ALL = new CopyOnWriteArrayList<>();
  private static @Nullable Thread thread;

  private Watchdog() {}

  /** Watches a node until that is closed. */
  static synchronized Watched watch(String node, Thread loop, CallMark mark, CallWatch told) {
    Watched watched = new Watched(node, loop, mark, told, BlockedCall.stuckNanos());
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
      long countedNanos = Math.min(nowNanos - lastNanos, 2 * LOOK_NANOS);
      lastNanos = nowNanos;
      ALL.forEach(watched -> watched.look(nowNanos, countedNanos));
    }
  }

  private static synchronized boolean isDone() {
    if (ALL.isEmpty()) {
      thread = null;
    }
    return ALL.isEmpty();
  }

  /** One node, and the calls in which it was seen last. */
  static final class Watched implements AutoCloseable {
    private final String node;
    private final Thread loop;
    private final CallMark mark;
    private final CallWatch told;
    private final long stuckNanos;
    private final Seen outer = new Seen();
    private final Seen inner = new Seen();

    /** One call, while it lasts. */
    private static final class Seen {
      private long call;
      private long sinceNanos;
      private long countedNanos;
      private boolean isReported;
      private boolean isStuck;

      /** Whether it was seen before, too. */
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

    Watched(String node, Thread loop, CallMark mark, CallWatch told, long stuckNanos) {
      this.node = node;
      this.loop = loop;
      this.mark = mark;
      this.told = told;
      this.stuckNanos = stuckNanos;
    }

    /** A call within a call is blamed for its own time; the outer one only once it is back. */
    void look(long nowNanos, long moreNanos) {
      long call = mark.look();
      if ((call & CallMark.NESTED) != 0) {
        outer.countedNanos += moreNanos;
        judge(inner, call, nowNanos, moreNanos);
      } else if (call != 0) {
        judge(outer, call, nowNanos, moreNanos);
      } else {
        outer.again(0, nowNanos, 0);
      }
    }

    private void judge(Seen seen, long call, long nowNanos, long moreNanos) {
      if (!seen.again(call, nowNanos, moreNanos)) {
        return;
      }
      if (!seen.isReported && seen.countedNanos >= BlockedCall.LIMIT_NANOS) {
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
