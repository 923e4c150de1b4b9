// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.service.metric.ServiceFacts;
import rani.study.experiment.Experiment;
import rani.study.experiment.Measure;
import rani.study.experiment.RunRule;
import rani.testbed.Lab;

/** Runs a network for its experiment's time, and reads facts at both ends of the observed span. */
public final class RunClock {
  private final Lab lab;
  private final Measure measure;

  /** Times at which facts are still to be read, since the start of the run. */
  private final Deque<Long> momentsNanos = new ArrayDeque<>();

  private final List<SequencedMap<String, Map<String, ?>>> said = new ArrayList<>();

  private RunClock(Lab lab, Measure measure) {
    this.lab = lab;
    this.measure = measure;
    if (measure.fromNanos() > 0) {
      momentsNanos.add(measure.fromNanos() - 1); // an event at that time belongs to the span
    }
    measure.untilNanos().ifPresent(momentsNanos::add);
  }

  public static ServiceFacts run(Lab lab, Experiment experiment) throws LabFailure {
    RunClock clock = new RunClock(lab, experiment.measure());
    clock.run(experiment.run());
    return clock.facts();
  }

  private void run(RunRule rule) throws LabFailure {
    boolean ended =
        rule.untilTrafficDone()
            ? pass(rule.maxNanos(), true)
            : pass(Math.min(rule.untilNanos(), rule.maxNanos()), false);
    if (!rule.untilTrafficDone() || ended) {
      boolean _ = pass(rule.lingerNanos(), false);
    }
  }

  /** Runs the network for a time, or until its traffic is done. Returns whether it is done. */
  private boolean pass(long nanos, boolean untilDone) throws LabFailure {
    long endNanos = sinceGoNanos() + nanos;
    while (!momentsNanos.isEmpty() && momentsNanos.getFirst() < endNanos) {
      if (runTo(momentsNanos.getFirst(), untilDone)) {
        return true;
      }
      momentsNanos.removeFirst();
      said.add(ObservationSetup.facts(lab));
    }
    return runTo(endNanos, untilDone);
  }

  private boolean runTo(long nanos, boolean untilDone) throws LabFailure {
    Duration left = Duration.ofNanos(Math.max(0, nanos - sinceGoNanos()));
    if (untilDone) {
      return lab.runUntilDone(left);
    }
    lab.runFor(left);
    return false;
  }

  private long sinceGoNanos() throws LabFailure {
    return lab.sinceGoNanos().orElseThrow();
  }

  private ServiceFacts facts() throws LabFailure {
    var atEnd = ObservationSetup.facts(lab);
    var atUntil = momentsNanos.isEmpty() && !said.isEmpty() ? said.getLast() : atEnd;
    return new ServiceFacts(
        measure.fromNanos() == 0 ? Map.of() : said.isEmpty() ? atEnd : said.getFirst(),
        measure.untilNanos().isPresent() ? atUntil : atEnd,
        atEnd);
  }
}
