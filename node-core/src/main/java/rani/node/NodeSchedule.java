// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.world.Timers;

/** Operations at times after the start of traffic. An empty schedule sets no timer. */
final class NodeSchedule implements Timers.Due {
  private final List<NodeConfig.Timed> entries;
  private final Operations operations;
  private final Timers.@Nullable Timer timer;
  private long goNanos;
  private int next;

  NodeSchedule(List<NodeConfig.Timed> entries, Operations operations, Timers timers) {
    this.entries = entries;
    this.operations = operations;
    this.timer = entries.isEmpty() ? null : timers.timer(this);
  }

  void begin(long nowNanos) {
    goNanos = nowNanos;
    arm();
  }

  @Override
  public void due(long nowNanos) {
    while (isPending() && dueNanos() <= nowNanos) {
      Command.Operation operation = entries.get(next).operation();
      next++;
      operations.execute(nowNanos, operation, Operations.SCHEDULE);
    }
    arm();
  }

  boolean isPending() {
    return next < entries.size();
  }

  void stop() {
    next = entries.size();
    if (timer != null) {
      timer.disarm();
    }
  }

  private void arm() {
    if (timer != null && isPending()) {
      timer.armAt(dueNanos());
    }
  }

  private long dueNanos() {
    return goNanos + entries.get(next).atNanos();
  }
}
