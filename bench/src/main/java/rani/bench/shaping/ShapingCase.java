// SPDX-License-Identifier: Apache-2.0
package rani.bench.shaping;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Finding;
import rani.bench.harness.Measures;
import rani.bench.harness.Measures.Figure;
import rani.bench.harness.Measures.Kind;
import rani.bench.harness.Measures.Row;
import rani.bench.harness.Spread;
import rani.bench.harness.Workspace;
import rani.bench.hop.Hop;
import rani.bench.hop.PaceAnswer;
import rani.bench.hop.PaceOrder;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Measures how regularly a live node's rate-limited link sends at 1.3 times its rate in load,
 * relative to the kernel's shaper (tc-tbf(8)) between two network namespaces.
 *
 * <p>The kernel reports when frames arrive at the sink. The goals: the long-term rate is within 0.1
 * %; the distance of the 1st and 99th percentile of gaps is at most 1.5 times the kernel's; the
 * node is late by its own clock with a median of at most 60 µs. The shaper counts headers, too; its
 * rate is set so that packets are due at the same intervals.
 */
public final class ShapingCase implements BenchCase {
  /** Warm-up windows: the JIT compilers take time during the first ten thousand packets. */
  private static final int WARM_UPS = 4;

  private static final int LENGTH_BYTES = 1000;

  /** Headers around a packet on Ethernet: rani's, UDP, IPv4 and Ethernet. */
  private static final int AROUND_BYTES = 16 + 8 + 20 + 14;

  private static final double OFFERED = 1.3;
  private static final int BURST_BYTES = 1600;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final List<String> RATES_MEGABITS = List.of("2", "10", "51.7", "100");

  /** With fewer packets, a window is made longer, because its percentiles would be unreliable. */
  private static final int PACKETS_MIN = 250;

  @Override
  public String name() {
    return "shaping";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    for (String megabits : RATES_MEGABITS) {
      String variant = megabits + " Mbit/s, packets of " + LENGTH_BYTES + " B";
      if (options.measures(variant)) {
        try (Workspace workshop = new Workspace()) {
          found.accept(play(workshop, variant, megabits, options));
        }
      }
    }
  }

  private Measures play(Workspace workshop, String variant, String megabits, BenchOptions options)
      throws LabFailure, IOException, InterruptedException {
    double perSecond = Double.parseDouble(megabits) * 1e6 / (8 * LENGTH_BYTES);
    Duration length = options.window();
    if (!length.isZero() && perSecond * length.toNanos() / NANOS_PER_SECOND < PACKETS_MIN / 2.0) {
      length = length.multipliedBy(2);
    }
    PaceOrder order =
        new PaceOrder(LENGTH_BYTES, OFFERED * perSecond, length, 1, NANOS_PER_SECOND / perSecond);
    Hop node =
        Hop.node(
            workshop, Transport.best(), "rate: " + megabits + "Mbit/s, queue: {limit: 20packet}");
    node.warmUp(LENGTH_BYTES, OFFERED * perSecond, options.warmUp().multipliedBy(WARM_UPS));
    List<PaceAnswer> ofNode = new ArrayList<>();
    List<PaceAnswer> ofKernel = new ArrayList<>();
    SequencedMap<String, String> leftOut = new LinkedHashMap<>();
    @Nullable Hop kernel = null;
    try {
      long bits = Math.round(perSecond * 8 * (LENGTH_BYTES + AROUND_BYTES));
      kernel = Hop.kernel(workshop, bits, BURST_BYTES);
      kernel.warmUp(LENGTH_BYTES, OFFERED * perSecond, options.window());
    } catch (LabFailure e) {
      leftOut.put("left out", "tc tbf: " + e.getMessage());
    }
    for (int round = 1; round <= options.rounds(); round++) {
      options.progress().accept(name() + ", " + variant + ": round " + round);
      ofNode.add(node.pace(order));
      if (kernel != null) {
        ofKernel.add(kernel.pace(order));
      }
    }
    List<Row> rows = new ArrayList<>();
    if (kernel != null) {
      rows.add(new Row("tc tbf", figures(ofKernel, order)));
    }
    List<Figure> figures = figures(ofNode, order);
    figures.add(late(node));
    if (kernel != null) {
      figures.add(ratio(ofNode, ofKernel));
    }
    rows.add(new Row(node.name(), figures));
    return new Measures(
        name(),
        variant,
        options.rounds(),
        false,
        rows,
        new Remarks("rate error ≤ 0.1%, spread ratio ≤ 1.5, late p50 ≤ 60 µs", leftOut));
  }

  /** Facts about the whole variant; {@code leftOut} has a reason by {@code left out}, if any. */
  private record Remarks(String goal, @Inline SequencedMap<String, String> leftOut)
      implements Facts {}

  private static List<Figure> figures(List<PaceAnswer> answers, PaceOrder order) {
    return new ArrayList<>(
        List.of(
            new Figure(
                "rate error",
                Kind.PART,
                Spread.of(
                    answers,
                    each -> (each.arrivals() - 1) * order.gapNanos() / each.spanNanos() - 1)),
            nanos("gap p1", Spread.of(answers, PaceAnswer::gapP1)),
            nanos("gap p50", Spread.of(answers, PaceAnswer::gapP50)),
            nanos("gap p99", Spread.of(answers, PaceAnswer::gapP99)),
            nanos("spread", Spread.of(answers, ShapingCase::spread)),
            nanos("lag p50", Spread.of(answers, PaceAnswer::lagP50)),
            nanos("lag p99", Spread.of(answers, PaceAnswer::lagP99))));
  }

  private static Figure nanos(String name, Spread values) {
    return new Figure(name, Kind.NANOS, values);
  }

  private static double spread(PaceAnswer answer) {
    return answer.gapP99() - answer.gapP1();
  }

  private static Figure ratio(List<PaceAnswer> ofNode, List<PaceAnswer> ofKernel) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ofNode.size(); round++) {
      ratios.add(spread(ofNode.get(round)) / spread(ofKernel.get(round)));
    }
    return Figure.of("spread ratio", Kind.RATIO, ratios);
  }

  /** Returns how late the node's serializer was, by its own count of departures. */
  private static Figure late(Hop node) throws LabFailure {
    List<Double> values = new ArrayList<>();
    NodeFacts.Queue queue = node.show(StatusQuery.QUEUES).queues().get(Hop.LINK_TO_SINK);
    if (queue != null) {
      values.add((double) queue.departures().lateP50Nanos());
    }
    return Figure.of("late p50", Kind.NANOS, values);
  }
}
