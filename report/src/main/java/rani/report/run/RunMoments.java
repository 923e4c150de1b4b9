// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.TopologyLink;
import rani.report.ReportInput.Scheduled;
import rani.study.experiment.Experiment;
import rani.study.experiment.TrafficFlow;
import rani.study.observe.LinkChange;

/** What charts over time mark: what a schedule does, later flows, and what nodes find of it. */
record RunMoments(Experiment experiment) {
  /** Returns the schedule, and the flows that begin later than the run, in order of time. */
  List<Scheduled> planned() {
    List<Scheduled> planned = new ArrayList<>();
    for (ScheduleEntry entry : experiment.topology().schedule()) {
      planned.add(new Scheduled(entry.atNanos(), entry.inWords()));
    }
    for (TrafficFlow flow : experiment.traffic()) {
      long beginsNanos = beginsNanos(flow);
      if (beginsNanos > 0) {
        String who = String.join(", ", flow.from()) + " \u2192 " + flow.to();
        planned.add(new Scheduled(beginsNanos, who + " begins"));
      }
    }
    return sorted(planned);
  }

  /** Returns the same with the times at which nodes found links down, or up again. */
  List<Scheduled> with(List<LinkChange> found) {
    List<Scheduled> all = new ArrayList<>(planned());
    SequencedMap<String, List<TopologyLink>> links = experiment.topology().linksByNode();
    for (LinkChange one : found) {
      List<TopologyLink> own = links.getOrDefault(one.node(), List.of());
      if (one.link() < own.size()) {
        String end = own.get(one.link()).farEnd(one.node()).node();
        String what = one.up() ? " up again" : " down";
        all.add(new Scheduled(one.timeNanos(), one.node() + " finds " + end + what));
      }
    }
    return sorted(all);
  }

  private static List<Scheduled> sorted(List<Scheduled> moments) {
    return moments.stream().sorted(Comparator.comparingLong(Scheduled::atNanos)).toList();
  }

  private static long beginsNanos(TrafficFlow flow) {
    try {
      return flow.options().get("start").orElse(null) instanceof LocatedScalar scalar
          ? Units.durationNanos(scalar.text())
          : 0;
    } catch (UnitError e) {
      return 0; // programs, whose options are others
    }
  }
}
