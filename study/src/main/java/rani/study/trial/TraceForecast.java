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
 * same nodes write the same lines; the rest is extrapolated from the later half of that. So
 * sources, links and connections count as in the file, but traffic that starts late does not, nor
 * does overload of the machine.
 *
 * @param bytes of all nodes
 * @param busiestBytes of the node that writes most
 * @param spanNanos how long it was taken to last, from go
 * @param isUpperEnd whether the end of traffic is unknown, so that this is an upper bound
 */
public record TraceForecast(long bytes, long busiestBytes, long spanNanos, boolean isUpperEnd) {
  /** How many lines of the beginning are looked at. */
  static final long LINES_MAX = 20_000;

  private static final long STEP_NANOS_MIN = 1_000_000;

  /** So that dense traffic that begins late does not take long to be carried out. */
  private static final long STEP_NANOS_MAX = 250_000_000;

  /** The least number of steps of a beginning. */
  private static final int STEPS_MIN = 16;

  /** What one node has written. */
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

  /** What all nodes had written at a time since go. */
  private record Moment(long nanos, List<Long> bytes) {}

  /** That of an experiment; empty if it cannot live in virtual time. */
  static Optional<TraceForecast> of(Experiment experiment, long seed) {
    SequencedMap<String, Written> nodes = new LinkedHashMap<>();
    try {
      VirtualTrial.check(experiment);
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
      return Optional.empty(); // the live run will say so, or do what virtual time cannot
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
    Moment half = moments.getFirst();
    for (Moment each : moments) {
      half = each.nanos() <= last.nanos() / 2 ? each : half;
    }
    double later = (double) (spanNanos - last.nanos()) / (last.nanos() - half.nanos());
    List<Long> bytes = new ArrayList<>();
    for (int k = 0; k < last.bytes().size(); k++) {
      long before = k < half.bytes().size() ? half.bytes().get(k) : 0; // else it came since
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
