// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.List;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedValue;
import rani.model.file.Problems;
import rani.model.file.Units;
import rani.model.topology.ScheduleEntry;

/** Appends an experiment's schedule to that of its topology, so that every node finds its part. */
final class ScheduleJoin {
  static final String SCHEDULE = "schedule";

  private ScheduleJoin() {}

  /** Returns the tree of a topology with {@code more} entries in its schedule. */
  static LocatedMap join(LocatedMap topology, List<LocatedValue> more) {
    if (more.isEmpty()) {
      return topology;
    }
    List<LocatedValue> all = new ArrayList<>();
    topology
        .get(SCHEDULE)
        .filter(value -> !value.isNull())
        .ifPresent(
            value ->
                all.addAll(value instanceof LocatedList list ? list.values() : List.of(value)));
    all.addAll(more);
    return topology.with(
        SCHEDULE, more.getFirst().at(), new LocatedList(more.getFirst().at(), all));
  }

  /** Reports operations and packets that are scheduled after the end of the run. */
  static void checkEnd(List<ScheduleEntry> schedule, RunRule run, Problems problems) {
    long endNanos = run.untilTrafficDone() ? run.maxNanos() : run.untilNanos() + run.lingerNanos();
    for (ScheduleEntry entry : schedule) {
      if (entry.atNanos() > endNanos) {
        problems.report(
            entry.where(),
            "%s is after the end of the run, %s at the latest"
                .formatted(Units.printDuration(entry.atNanos()), Units.printDuration(endNanos)),
            () -> "see `run`");
      } else if (entry.action() instanceof ScheduleEntry.Inject inject
          && inject.gapNanos() * (inject.count() - 1.0) + entry.atNanos() > endNanos) {
        problems.report(
            entry.where(),
            "the last of %s packets would leave after the end of the run, %s at the latest"
                .formatted(inject.count(), Units.printDuration(endNanos)));
      }
    }
  }
}
