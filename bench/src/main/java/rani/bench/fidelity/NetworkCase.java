// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import rani.ground.LabFailure;
import rani.study.experiment.Experiment;
import rani.study.trial.VirtualTrial;

/** Compares means over seeds, because ns-2 and rani draw different random numbers. */
record NetworkCase(String name, String summary, Study study) implements FidelityCase {
  /**
   * A run's packets of each sender (acknowledged in ns-2, delivered in order in rani; received
   * datagrams), timeouts of all connections, drops at the bottleneck, and counts by queue and then
   * by drop precedence.
   */
  record Outcome(List<Double> packets, double timeouts, double drops, List<Marked> marked) {
    double all() {
      return packets.stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  /** Arrivals and drops at a queue with one drop precedence. */
  record Marked(double arrivals, double drops) {}

  /**
   * Parameters of both sides. {@code network.tcl} gets the network and, after the seconds, the
   * words; rani runs the text. Senders and queues (counted by drop precedence) are in ns-2's order.
   * The goal is the largest relative difference of all senders' goodput; NaN for none.
   */
  record Point(
      String network,
      String label,
      List<String> words,
      int seconds,
      int seeds,
      String text,
      List<String> senders,
      List<PrecedenceCount.Queue> queues,
      double goal) {
    String file() {
      return network + "-" + String.join("-", words);
    }
  }

  /** Results of both sides at one point, an outcome for each seed. */
  record Pair(Point point, List<Outcome> theirs, List<Outcome> ours) {
    /** Returns packets per second of all senders together. */
    static Interval goodput(Point point, List<Outcome> outcomes) {
      return Interval.of(outcomes.stream().map(each -> each.all() / point.seconds()).toList());
    }

    Interval difference() {
      return Interval.relative(goodput(point, ours), goodput(point, theirs));
    }

    /** Judges the relative difference by the point's goal. */
    Verdict verdict() {
      return Verdict.of(difference(), point.goal());
    }

    /** Returns the results of one sender only. */
    Pair alone(int sender, String label, double goal) {
      Point same =
          new Point(
              point.network(),
              label,
              point.words(),
              point.seconds(),
              point.seeds(),
              point.text(),
              List.of(point.senders().get(sender)),
              point.queues(),
              goal);
      return new Pair(same, alone(theirs, sender), alone(ours, sender));
    }

    private static List<Outcome> alone(List<Outcome> outcomes, int sender) {
      return outcomes.stream()
          .map(
              each ->
                  new Outcome(
                      List.of(each.packets().get(sender)),
                      each.timeouts(),
                      each.drops(),
                      each.marked()))
          .toList();
    }
  }

  /** A set of points, and the texts around their table. */
  interface Study {
    List<Point> points(boolean quick);

    /** Describes the results of all points. */
    Agreement agreement(String name, List<Pair> pairs);

    /** Describes the queues' drops by drop precedence; empty if the study does not count them. */
    default Optional<Agreement> precedences(String name, List<Pair> pairs) {
      return Optional.empty();
    }
  }

  private record Run(Point point, int seed) {}

  @Override
  public void run(Sides sides, Consumer<Agreement> found)
      throws LabFailure, IOException, InterruptedException {
    List<Pair> pairs = new ArrayList<>();
    for (Point point : study.points(sides.isQuick())) {
      sides.progress(name + ": " + point.label());
      List<Run> runs =
          IntStream.rangeClosed(1, point.seeds()).mapToObj(seed -> new Run(point, seed)).toList();
      Experiment experiment = sides.experiment(point.file(), point.text());
      List<Outcome> theirs = sides.each(runs, run -> theirs(sides, run));
      List<Outcome> ours = sides.each(runs, run -> ours(point, experiment, run.seed()));
      pairs.add(new Pair(point, theirs, ours));
    }
    found.accept(study.agreement(name, pairs));
    study.precedences(name, pairs).ifPresent(found);
  }

  private static Outcome theirs(Sides sides, Run run) throws LabFailure, IOException {
    Point point = run.point();
    List<String> words = new ArrayList<>();
    words.addAll(List.of(point.network(), "" + run.seed(), "" + point.seconds()));
    words.addAll(point.words());
    return theirs(point, sides.ns2(point.file() + "-" + run.seed(), "network.tcl", words));
  }

  /** Parses the output of {@code network.tcl}. */
  static Outcome theirs(Point point, List<String> lines) throws LabFailure {
    List<Double> packets = new ArrayList<>();
    List<Marked> marked = new ArrayList<>();
    double timeouts = 0;
    double drops = 0;
    for (String line : lines) {
      String[] part = line.split(" ");
      if (part[0].equals("f")) {
        packets.add(Double.parseDouble(part[2]));
        timeouts += Double.parseDouble(part[3]);
      } else if (part[0].equals("p")) {
        marked.add(new Marked(Double.parseDouble(part[3]), Double.parseDouble(part[4])));
      } else if (part[0].equals("q")) {
        drops = Double.parseDouble(part[2]);
      }
    }
    if (packets.size() != point.senders().size()) {
      throw new LabFailure("ns-2 told of " + packets.size() + " senders in " + point.file());
    }
    return new Outcome(packets, timeouts, drops, marked);
  }

  /** Runs rani with one seed. */
  static Outcome ours(Point point, Experiment experiment, int seed) throws LabFailure {
    PrecedenceCount count = new PrecedenceCount(experiment.topology(), point.queues());
    SequencedMap<String, Double> metrics =
        VirtualTrial.outcome(experiment, seed, false, count::at, "rani fidelity").metrics();
    List<Double> packets = new ArrayList<>();
    for (String sender : point.senders()) {
      packets.add(metric(metrics, "delivered." + sender));
    }
    return new Outcome(
        packets,
        metric(metrics, "rdp.timeouts.total"),
        metrics.getOrDefault("drops.total", 0.0),
        count.marked());
  }

  private static double metric(SequencedMap<String, Double> metrics, String name)
      throws LabFailure {
    Double value = metrics.get(name);
    if (value == null) {
      throw new LabFailure("rani measured no " + name + ", only " + metrics.keySet());
    }
    return value;
  }

  /** Returns a row: label, goodput of both sides, difference, timeouts of both sides, verdict. */
  static List<Object> row(Pair pair) {
    Point point = pair.point();
    return List.of(
        point.label(),
        Pair.goodput(point, pair.theirs()),
        Pair.goodput(point, pair.ours()),
        Markdown.percent(pair.difference()),
        mean(pair.theirs()),
        mean(pair.ours()),
        Double.isNaN(point.goal()) ? "" : pair.verdict().text());
  }

  private static Double mean(List<Outcome> outcomes) {
    return Math.round(outcomes.stream().mapToDouble(Outcome::timeouts).average().orElseThrow() * 10)
        / 10.0;
  }

  /** Returns the headings for {@link #row}. */
  static List<String> columns(String first) {
    return List.of(
        first,
        "ns-2, packets/s",
        "rani, packets/s",
        "difference",
        "timeouts, ns-2",
        "timeouts, rani",
        "goal");
  }

  /** Summarizes points that have the same goal. */
  static Goal goal(String wanted, List<Pair> pairs) {
    Verdict worst =
        pairs.stream().map(Pair::verdict).max(Comparator.naturalOrder()).orElse(Verdict.AGREES);
    long within = pairs.stream().filter(pair -> pair.verdict().compareTo(Verdict.OPEN) < 0).count();
    long all = pairs.stream().filter(pair -> pair.verdict() == Verdict.AGREES).count();
    double furthest =
        pairs.stream().mapToDouble(pair -> Math.abs(pair.difference().mean())).max().orElse(0);
    return new Goal(
        wanted,
        String.format(
            Locale.ROOT,
            "%d of %d points within, %d of them with all of their interval; furthest %.1f %%",
            within,
            pairs.size(),
            all,
            100 * furthest),
        worst);
  }
}
