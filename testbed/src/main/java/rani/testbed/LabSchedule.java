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

/**
 * What of a network's schedule its lab has to do: links and nodes that come and go, and what stands
 * behind them. Each is done as an operator would do it, by {@code Testbed.operate}.
 */
final class LabSchedule {
  private final Queue<ScheduleEntry> left;

  /** Does an entry of a schedule without its time. */
  interface Doer {
    SequencedMap<String, Reply> operate(String entry) throws LabFailure, FileError;
  }

  LabSchedule(Topology topology) {
    left = new ArrayDeque<>(topology.scheduleOfLab());
  }

  boolean isDone() {
    return left.isEmpty();
  }

  /** When the next is due, since go; the end of time if none is left. */
  long nextNanos() {
    ScheduleEntry next = left.peek();
    return next == null ? Long.MAX_VALUE : next.atNanos();
  }

  /** What is still to come. */
  List<ScheduleEntry> left() {
    return List.copyOf(left);
  }

  /**
   * Forgets what a network's schedule no longer has, since an operator removed what it is about.
   */
  void keepOnly(Topology topology) {
    left.retainAll(topology.schedule());
  }

  /** Takes the next one out. */
  ScheduleEntry take() {
    return left.remove();
  }

  /**
   * Does what was taken.
   *
   * @throws LabFailure if that is refused
   */
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
          "what the schedule wants at "
              + Units.printDuration(entry.atNanos())
              + " ("
              + entry.where()
              + ") cannot be done: "
              + String.join("; ", refused));
    }
  }
}
