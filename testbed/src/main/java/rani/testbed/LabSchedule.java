// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.Units;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.Topology;
import rani.world.Reply;

/** The entries of a network's schedule, which its lab executes like an operator's commands. */
final class LabSchedule {
  private final Queue<ScheduleEntry> left;

  interface Doer {
    SequencedMap<String, Reply> operate(String entry) throws LabFailure, FileError;
  }

  LabSchedule(Topology topology) {
    left = new ArrayDeque<>(topology.scheduleOfLab());
  }

  boolean isDone() {
    return left.isEmpty();
  }

  /** Returns when the next entry is due, in nanoseconds since the start, or MAX_VALUE. */
  long nextNanos() {
    ScheduleEntry next = left.peek();
    return next == null ? Long.MAX_VALUE : next.atNanos();
  }

  List<ScheduleEntry> left() {
    return List.copyOf(left);
  }

  /** Removes entries that were dropped because an operator removed their node or link. */
  void keepOnly(Topology topology) {
    left.retainAll(topology.schedule());
  }

  ScheduleEntry take() {
    return left.remove();
  }

  /** Executes an entry. A refusal by any node is a failure. */
  static void execute(ScheduleEntry entry, Doer doer) throws LabFailure {
    List<String> refused = new ArrayList<>();
    try {
      for (Map.Entry<String, Reply> reply : doer.operate(entry.operation()).entrySet()) {
        if (!reply.getValue().ok()) {
          refused.add(reply.getKey() + ": " + reply.getValue().message());
        }
      }
    } catch (FileError | LabFailure e) {
      refused.add(String.valueOf(e.getMessage()));
    }
    if (!refused.isEmpty()) {
      throw new LabFailure(
          "what the schedule wants at %s (%s) cannot be done: %s"
              .formatted(
                  Units.printDuration(entry.atNanos()), entry.where(), String.join("; ", refused)));
    }
  }
}
