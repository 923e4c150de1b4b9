// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.node.TraceLines;
import rani.study.experiment.Experiment;
import rani.study.experiment.RunRule;
import rani.testbed.VirtualLab;

/**
 * An estimate of the size of an experiment's traces. Its start is run in virtual time, where the
 * same nodes write the same lines, and the later half of that is extrapolated. The estimate
 * includes sources, links and connections of the file, but neither traffic that starts late nor
 * effects of an overloaded machine.
 *
 * @param bytes of all nodes
 * @param busiestBytes of the node that writes most
 * @param spanNanos assumed length of the run
 * @param isUpperEnd whether the end of traffic is unknown, so that the estimate is an upper bound
 */
public record TraceForecast(long bytes, long busiestBytes, long spanNanos, boolean isUpperEnd) {
  /** Number of lines of the start that are simulated. */
  static final long LINES_MAX = 20_000;

  private static final long STEP_NANOS_MIN = 1_000_000;

  /** Largest step, so that dense traffic that begins late is not simulated for long. */
  private static final long STEP_NANOS_MAX = 250_000_000;

  /** Smallest number of steps in which the start is simulated. */
  private static final int STEPS_MIN = 16;

  private static final class Written implements TraceLines.Sink {
    private long bytes;
    private long lines;

    @Override
    public void line(byte[] ascii) {
      line(ascii, 0, ascii.length);
    }

    @Override
    public void line(byte[] ascii, int from, int length) {
      bytes += length;
      lines++;
    }
  }

  /** Sizes of all nodes' traces at a time since the start of the run. */
  private record Moment(long nanos, List<Long> bytes) {}

  /** Returns the forecast of an experiment; empty if it cannot run in virtual time. */
  static Optional<TraceForecast> of(Experiment experiment, long seed) {
    SequencedMap<String, Written> nodes = new LinkedHashMap<>();
    try {
      VirtualTrial.check(experiment.topology());
      try (VirtualLab lab =
          VirtualLab.oneOfMany(
              experiment.network(),
              seed,
              false,
              node -> new TraceLines(node, nodes.computeIfAbsent(node, _ -> new Written())),
              "")) {
        lab.start();
        nodes.values().forEach(written -> written.bytes = written.lines = 0);
        lab.go();
        return Optional.of(of(lab, experiment.run(), nodes));
      }
    } catch (LabFailure e) {
      return Optional
          .empty(); // an error appears in the live run too, unless only virtual time has it
    }
  }

  private static TraceForecast of(VirtualLab lab, RunRule rule, SequencedMap<String, Written> nodes)
      throws LabFailure {
    long spanNanos =
        rule.untilTrafficDone()
            ? rule.maxNanos()
            : Math.min(rule.untilNanos() + rule.lingerNanos(), rule.maxNanos());
    List<Moment> moments = new ArrayList<>(List.of(moment(0, nodes)));
    long nanos = 0;
    long stepNanos = STEP_NANOS_MIN;
    boolean isDone = false;
    while (nanos < spanNanos && !isDone && lines(nodes) < LINES_MAX) {
      long before = lines(nodes);
      Duration step = Duration.ofNanos(Math.min(stepNanos, spanNanos - nanos));
      if (rule.untilTrafficDone()) {
        isDone = lab.runUntilDone(step);
      } else {
        lab.runFor(step);
      }
      nanos += step.toNanos();
      moments.add(moment(nanos, nodes));
      if (lines(nodes) - before < LINES_MAX / STEPS_MIN) {
        stepNanos = Math.min(2 * stepNanos, STEP_NANOS_MAX);
      }
    }
    boolean isWhole = isDone || nanos == spanNanos;
    List<Long> bytes = isWhole ? moments.getLast().bytes() : extrapolated(moments, spanNanos);
    return new TraceForecast(
        bytes.stream().mapToLong(Long::longValue).sum(),
        bytes.stream().mapToLong(Long::longValue).max().orElse(0),
        isDone ? nanos : spanNanos,
        rule.untilTrafficDone() && !isWhole);
  }

  private static List<Long> extrapolated(List<Moment> moments, long spanNanos) {
    Moment last = moments.getLast();
    Moment half =
        moments.reversed().stream()
            .filter(each -> each.nanos() <= last.nanos() / 2)
            .findFirst()
            .orElseThrow();
    double later = (double) (spanNanos - last.nanos()) / (last.nanos() - half.nanos());
    List<Long> bytes = new ArrayList<>();
    for (int k = 0; k < last.bytes().size(); k++) {
      long before = k < half.bytes().size() ? half.bytes().get(k) : 0; // else it is a new node
      long lately = last.bytes().get(k) - before;
      bytes.add(last.bytes().get(k) + Math.round(later * lately));
    }
    return bytes;
  }

  private static Moment moment(long nanos, SequencedMap<String, Written> nodes) {
    return new Moment(nanos, nodes.values().stream().map(written -> written.bytes).toList());
  }

  private static long lines(SequencedMap<String, Written> nodes) {
    return nodes.values().stream().mapToLong(written -> written.lines).sum();
  }
}
