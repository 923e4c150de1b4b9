// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import rani.report.ReportInput.Expectation;
import rani.report.ReportInput.Flow;
import rani.report.ReportInput.ObservedQueue;
import rani.report.ReportInput.Provenance;
import rani.report.ReportInput.Subject;
import rani.report.ReportInput.Topology;
import rani.report.ReportInput.Trust;
import rani.service.metric.Crossing;
import rani.service.metric.FilterSpan;
import rani.service.metric.NoteMark.QueueMark;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.DropSample;
import rani.study.observe.EdgeFlows;
import rani.study.observe.QueueMoment;
import rani.study.observe.QueueSample;
import rani.study.observe.ServiceNotes;
import rani.world.Note;
import rani.world.Verdict;

/**
 * A made-up run that looks like the LGC paper's first experiment: one FIFO drained at 40 packets a
 * second, six window-limited sources, and one that sends bursts.
 */
public final class SampleRun {
  private static final long DRAIN_NANOS = 25_000_000L;
  private static final long ROUND_TRIP_NANOS = 1_300_000_000L;
  private static final double WEIGHT = 0.02;
  private static final double MAX_TH = 25;

  private final List<QueueSample> samples = new ArrayList<>();
  private final List<DropSample> drops = new ArrayList<>();
  private final List<QueueMoment> triggers = new ArrayList<>();
  private final List<FilterSpan> filters = new ArrayList<>();
  private final List<Crossing> crossings = new ArrayList<>();
  private final int[] delivered = new int[8];
  private Note decision = Note.NOTHING;

  private SampleRun(int bursts, long gapNanos) {
    var arrivals = new ArrayList<Packet>();
    for (int burst = 0; burst < bursts; burst++) {
      for (int i = 0; i < 200 / bursts + (burst < 200 % bursts ? 1 : 0); i++) {
        arrivals.add(new Packet(40_000_000L + burst * gapNanos + i * 5_000_000L, 1));
      }
    }
    for (int source = 2; source <= 7; source++) {
      long round = (source - 2) * 160_000_000L;
      int window = 1;
      for (int sent = 0; sent < 50; sent += window, round += ROUND_TRIP_NANOS) {
        window = Math.min(sent == 0 ? 1 : 2 * window, Math.min(6, 50 - sent));
        for (int i = 0; i < window; i++) {
          arrivals.add(new Packet(round + i * 11_000_000L, source));
        }
      }
    }
    arrivals.sort(Comparator.comparingLong(Packet::timeNanos));
    drain(arrivals);
  }

  private record Packet(long timeNanos, int source) {}

  private void drain(List<Packet> arrivals) {
    var waiting = new ArrayDeque<Packet>();
    long freeAt = 0;
    double average = 0;
    for (Packet packet : arrivals) {
      long now = packet.timeNanos;
      while (!waiting.isEmpty() && freeAt <= now) {
        waiting.removeFirst();
        freeAt += DRAIN_NANOS;
      }
      if (packet.source == 1 && !filters.isEmpty()) {
        drops.add(new DropSample(now, "n7", address(1), "filtered"));
        continue;
      }
      average += WEIGHT * (waiting.size() - average);
      samples.add(
          new QueueSample(
              samples.size() + 1,
              now,
              address(packet.source),
              waiting.size(),
              average,
              Verdict.ENQUEUE));
      watch(now, average, waiting);
      delivered[packet.source]++;
      freeAt = waiting.isEmpty() ? Math.max(freeAt, now) + DRAIN_NANOS : freeAt;
      waiting.addLast(packet);
    }
  }

  private void watch(long now, double average, ArrayDeque<Packet> waiting) {
    boolean above = !crossings.isEmpty() && crossings.getLast().belowNanos().isEmpty();
    if (!above && average > MAX_TH) {
      crossings.add(new Crossing(now, OptionalLong.empty()));
      if (!triggers.isEmpty()) {
        return;
      }
      int held = (int) waiting.stream().filter(packet -> packet.source == 1).count();
      Note told =
          Note.of("gci", address(1)).and("held", held).and("p", waiting.size()).and("r", 17);
      decision = told;
      QueueMark mark = requireNonNull(requireNonNull(ServiceNotes.mark("lgc", "trigger")).chart());
      triggers.add(QueueMoment.of(now, mark, told, _ -> "n1"));
      filters.add(
          new FilterSpan(
              "n7",
              OptionalInt.of(0),
              address(1),
              now,
              now + 100_000_000_000L,
              OptionalLong.empty(),
              0));
    } else if (above && average <= MAX_TH) {
      crossings.add(new Crossing(crossings.removeLast().aboveNanos(), OptionalLong.of(now)));
    }
  }

  /** One greedy source among six responsive ones: figure 5. */
  public static ReportInput greedy() {
    return new SampleRun(5, 1_000_000_000L)
        .input("lgc-1-basic", "One greedy source among six responsive ones", "figure 5");
  }

  /** The same source made moderate: figure 6. */
  public static ReportInput moderate() {
    return new SampleRun(15, 3_000_000_000L)
        .input("lgc-1-moderate", "The same source made moderate: LGC stays silent", "figure 6");
  }

  private static QueueMoment renamed(QueueMoment moment, String name) {
    return new QueueMoment(
        moment.timeNanos(),
        moment.mark(),
        moment.text().replace("n1", name),
        moment.brief().replace("n1", name));
  }

  /** The parts of a run that samples change. */
  private static final class Parts {
    private final ReportInput run;
    Subject subject;
    Provenance provenance;
    Trust trust;
    List<Expectation> expectations;
    SequencedMap<String, Double> metrics;
    String queueNode;
    List<QueueSample> samples;
    List<QueueMoment> moments;
    List<FilterSpan> filters;
    SequencedMap<String, String> addressNames;
    List<ConnectionSeries> connections;
    List<EdgeFlows> edges;
    List<Flow> flows;
    SequencedMap<String, String> printed;
    List<SweepReportInput.Row> trials;
    SequencedMap<String, String> setUp;
    Topology topology;

    Parts(ReportInput run) {
      this.run = run;
      this.subject = run.subject();
      this.provenance = run.provenance();
      this.trust = run.trust();
      this.expectations = run.expectations();
      this.metrics = run.metrics();
      this.queueNode = run.queue().node();
      this.samples = run.queue().samples();
      this.moments = run.queue().moments();
      this.filters = run.queue().filters();
      this.addressNames = run.queue().addressNames();
      this.connections = run.connections();
      this.edges = run.edges();
      this.flows = run.flows();
      this.printed = run.printed();
      this.trials = run.trials();
      this.setUp = run.setUp();
      this.topology = run.topology();
    }

    ReportInput input() {
      ObservedQueue queue = run.queue();
      return new ReportInput(
          subject,
          provenance,
          trust,
          expectations,
          metrics,
          new ObservedQueue(
              queueNode,
              queue.queue(),
              queue.maxThFrames(),
              samples,
              moments,
              filters,
              queue.crossings(),
              queue.drops(),
              addressNames),
          connections,
          edges,
          flows,
          printed,
          trials,
          setUp,
          topology);
    }
  }

  /** The greedy run with every name replaced. */
  public static ReportInput named(String name) {
    ReportInput run = greedy();
    Parts parts = new Parts(run);
    parts.subject = new Subject(name, name, name, name, name, name);
    parts.provenance = new Provenance("virtual", 7, 7, 1, name, name, name);
    parts.trust = new Trust(name, List.of(name));
    parts.expectations = List.of(new Expectation(name, name, 1.0, name, true, ""));
    parts.metrics = new LinkedHashMap<>(run.metrics());
    parts.metrics.put(name, 1.0);
    parts.queueNode = name;
    parts.moments = run.queue().moments().stream().map(moment -> renamed(moment, name)).toList();
    parts.addressNames = new LinkedHashMap<>();
    run.queue().addressNames().keySet().forEach(one -> parts.addressNames.put(one, name));
    parts.flows =
        run.flows().stream()
            .map(f -> new Flow(name, f.kind(), f.offered(), f.delivered(), f.paperThrough()))
            .toList();
    parts.printed = printed(name);
    parts.setUp = new LinkedHashMap<>();
    parts.setUp.put(name, name);
    parts.topology =
        new Topology(name, "<svg xmlns='http://www.w3.org/2000/svg'><text>n1</text></svg>");
    return parts.input();
  }

  /** The greedy run with a failed expectation and little trust. */
  public static ReportInput failed() {
    ReportInput run = greedy();
    var expectations = new ArrayList<>(run.expectations());
    expectations.set(
        3,
        new Expectation(
            "A to B",
            "lgc.gap-seconds",
            null,
            "below 4",
            false,
            "the run has no metric lgc.gap-seconds"));
    Parts parts = new Parts(run);
    parts.provenance =
        new Provenance("live", 1, 1, 1, "0.1.0-SNAPSHOT", "./rani run lgc-1-basic.yaml", null);
    parts.trust = new Trust("doubtful", List.of("node n7 was late"));
    parts.expectations = expectations;
    return parts.input();
  }

  /** A filter that moved from node to node, as in figure 9. */
  static ReportInput walked() {
    var spans = new ArrayList<FilterSpan>();
    String[] nodes = {"i3", "i2", "i1"};
    long[] caught = {10, 40, 78};
    for (int i = 0; i < nodes.length; i++) {
      long at = 2_100_000_000L + i * 200_000_000L;
      boolean last = i == nodes.length - 1;
      long until = at + (last ? 100_000_000_000L : 5_000_000_000L);
      spans.add(
          new FilterSpan(
              nodes[i],
              OptionalInt.of(0),
              address(1),
              at,
              until,
              last ? OptionalLong.empty() : OptionalLong.of(until),
              caught[i]));
    }
    SequencedMap<String, String> printed = new LinkedHashMap<>();
    printed.put("lgc.trigger.p", "39");
    printed.put("filter.caught.i3", "13");
    printed.put("lgc.trigger.entered.total", "48");
    Parts parts = new Parts(greedy());
    parts.filters = spans;
    parts.metrics = new LinkedHashMap<>(parts.metrics);
    spans.forEach(
        span -> parts.metrics.put("filter.caught." + span.node(), (double) span.caughtFrames()));
    parts.printed = printed;
    parts.topology =
        new Topology("A chain", null, "<svg xmlns='http://www.w3.org/2000/svg'></svg>", List.of());
    return parts.input();
  }

  /** A run as the first of five that differ a little. */
  static ReportInput severalTrials(ReportInput run) {
    var trials = new ArrayList<SweepReportInput.Row>();
    for (int k = 0; k < 5; k++) {
      SequencedMap<String, Double> metrics = new LinkedHashMap<>(run.metrics());
      metrics.put("lgc.trigger.p", 40.0 + k % 3);
      trials.add(
          new SweepReportInput.Row(
              new LinkedHashMap<>(),
              k,
              7 + k,
              true,
              null,
              List.of(),
              metrics,
              "rani run lgc-1-basic.yaml --trials 1 --seed " + (7 + k)));
    }
    Parts parts = new Parts(run);
    parts.provenance =
        new Provenance("virtual", 7, 7, 5, "0.1.0-SNAPSHOT", "rani run x --trials 5", null);
    parts.trials = trials;
    return parts.input();
  }

  /** The greedy run's packets again and again. */
  public static ReportInput repeated(int times) {
    ReportInput run = greedy();
    var samples = new ArrayList<QueueSample>();
    for (int i = 0; i < times; i++) {
      for (QueueSample sample : run.queue().samples()) {
        samples.add(
            new QueueSample(
                samples.size() + 1,
                sample.timeNanos() + i * 20_000_000_000L,
                sample.source(),
                sample.queuedFrames(),
                sample.averageFrames(),
                sample.verdict()));
      }
    }
    return withSamples(run, samples);
  }

  /** A run in which nothing happened. */
  static ReportInput empty() {
    return withSamples(moderate(), List.of());
  }

  /** The moderate run with connections. */
  static ReportInput connected(List<ConnectionSeries> connections) {
    Parts parts = new Parts(moderate());
    parts.connections = connections;
    return parts.input();
  }

  /** The greedy run with other filters. */
  static ReportInput filtered(List<FilterSpan> spans) {
    Parts parts = new Parts(greedy());
    parts.filters = spans;
    return parts.input();
  }

  /** The moderate run with connections, and a link that was cut and mended. */
  static ReportInput scheduled(List<ConnectionSeries> connections) {
    return scheduled(
        connections,
        List.of(
            new ReportInput.Scheduled(500_000_000L, "cut n1 -- n2"),
            new ReportInput.Scheduled(1_000_000_000L, "mend n1 -- n2")));
  }

  /** The moderate run with connections and a schedule. */
  static ReportInput scheduled(
      List<ConnectionSeries> connections, List<ReportInput.Scheduled> schedule) {
    ReportInput run = connected(connections);
    Parts parts = new Parts(run);
    parts.topology = new Topology(run.topology().summary(), run.topology().svg(), null, schedule);
    return parts.input();
  }

  /** The moderate run with flows of edges. */
  static ReportInput withEdges(List<EdgeFlows> edges) {
    Parts parts = new Parts(moderate());
    parts.edges = edges;
    return parts.input();
  }

  private static ReportInput withSamples(ReportInput run, List<QueueSample> samples) {
    Parts parts = new Parts(run);
    parts.samples = samples;
    return parts.input();
  }

  private ReportInput input(String experiment, String title, String figure) {
    SequencedMap<String, String> names = new LinkedHashMap<>();
    for (int node = 1; node <= 8; node++) {
      names.put(address(node), "n" + node);
    }
    double averageMax = samples.stream().mapToDouble(QueueSample::averageFrames).max().orElse(0);
    SequencedMap<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("lgc.triggers", (double) triggers.size());
    metrics.put("queue.n7.average-max", averageMax);
    metrics.put("through.n1", delivered[1] / 200.0);
    metrics.put("drops.total", (double) drops.size());
    boolean hasTrigger = !triggers.isEmpty();
    if (hasTrigger) {
      metrics.put("lgc.trigger.p", decision.decimal("p").orElseThrow());
      metrics.put("lgc.trigger.held", decision.decimal("held").orElseThrow());
      long below = crossings.getFirst().belowNanos().orElseThrow();
      metrics.put("lgc.gap-seconds", (below - crossings.getFirst().aboveNanos()) / 1e9);
      metrics.put("lgc.trigger.n", 7.0);
      metrics.put("lgc.trigger.r", 17.0);
    }
    return new ReportInput(
        new Subject(
            experiment,
            title,
            null,
            "Prabhavalkar and Parashar, Controlling Unresponsive Connections in an Active Network"
                + " Architecture",
            "5.1",
            figure),
        new Provenance(
            "virtual",
            7,
            7,
            1,
            "0.1.0-SNAPSHOT",
            "./rani run config/experiments/" + experiment + ".yaml --mode virtual --seed 7",
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        new Trust("exact", List.of()),
        expectations(metrics, hasTrigger),
        metrics,
        new ObservedQueue(
            "n7",
            "node",
            OptionalDouble.of(MAX_TH),
            samples,
            triggers,
            filters,
            crossings,
            drops,
            names),
        List.of(),
        List.of(),
        flows(hasTrigger),
        printed(hasTrigger),
        List.of(),
        setUp(),
        new Topology(
            "Eight nodes; n1 to n6 by one link each to n7, which sources too; n8 is the sink.",
            null));
  }

  private static List<Expectation> expectations(
      SequencedMap<String, Double> metrics, boolean hasTrigger) {
    Double triggers = metrics.get("lgc.triggers");
    Double gap = metrics.get("lgc.gap-seconds");
    if (!hasTrigger) {
      Double average = metrics.get("queue.n7.average-max");
      return List.of(
          new Expectation("no trigger", "lgc.triggers", triggers, "equals 0", true, ""),
          new Expectation(
              "greatest average", "queue.n7.average-max", average, "between 2 and 10", true, ""),
          new Expectation("no loss", "drops.total", 0.0, "equals 0", true, ""));
    }
    return List.of(
        new Expectation("exactly one trigger", "lgc.triggers", triggers, "equals 1", true, ""),
        new Expectation(
            "greedy share",
            "through.n1",
            metrics.get("through.n1"),
            "between 45% and 60%",
            true,
            ""),
        new Expectation(
            "seven connections",
            "lgc.trigger.n",
            metrics.get("lgc.trigger.n"),
            "equals 7",
            true,
            ""),
        new Expectation("A to B", "lgc.gap-seconds", gap, "below 4", true, ""));
  }

  private List<Flow> flows(boolean hasTrigger) {
    var flows = new ArrayList<Flow>();
    flows.add(new Flow("n1", "bursts", 200, delivered[1], hasTrigger ? 0.535 : 1.0));
    for (int node = 2; node <= 7; node++) {
      flows.add(new Flow("n" + node, "responsive", 50, delivered[node], 1.0));
    }
    return flows;
  }

  private static SequencedMap<String, String> printed(String metric) {
    SequencedMap<String, String> printed = new LinkedHashMap<>();
    printed.put(metric, "1");
    return printed;
  }

  private static SequencedMap<String, String> printed(boolean hasTrigger) {
    SequencedMap<String, String> printed = new LinkedHashMap<>();
    if (hasTrigger) {
      printed.put("lgc.triggers", "1");
      printed.put("lgc.trigger.p", "39");
      printed.put("lgc.trigger.n", "7");
      printed.put("lgc.trigger.r", "17");
      printed.put("lgc.trigger.held", "21");
      printed.put("through.n1", "53.5%");
    } else {
      printed.put("lgc.triggers", "0");
      printed.put("queue.n7.average-max", "<10");
      printed.put("through.n1", "100%");
    }
    return printed;
  }

  private static SequencedMap<String, String> setUp() {
    SequencedMap<String, String> setUp = new LinkedHashMap<>();
    setUp.put("drain of n7", "40 packet/s (a fit; the paper does not print it)");
    setUp.put("source links", "200 packet/s");
    setUp.put("one-way delay", "620 ms, behind n7");
    setUp.put("receive window", "6 packets");
    return setUp;
  }

  private static String address(int node) {
    return "10.0.0." + node;
  }
}
