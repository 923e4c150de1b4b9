// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.study.experiment.Experiment;
import rani.world.Streams;

/** Compares one connection in ns-2 and rani, segment by segment. */
final class FlowCase implements FidelityCase {
  /** Tolerance in microseconds: ns-2 rounds the times of its trace to a microsecond. */
  private static final double MICROS_MAX = 2;

  private static final int SEGMENTS = 300;
  private static final int LOSSY_SEGMENTS = 150;
  private static final int SINGLES = 40;
  private static final int DRAWN = 60;

  /** The most differing lists that are reported for each sender. */
  private static final int SHOWN = 3;

  private static final int SECONDS = 60;
  private static final String NO_LOSS = "none";

  /** The profile of rani's senders that behave as those of ns-2. */
  static final String NS_2 = "ns-2";

  /** The network of {@code flow.tcl}. */
  private static final String EXPERIMENT =
      """
      experiment: fidelity-flow
      topology:
        topology: fidelity-flow
        defaults:
          link: {rate: 10Mbit/s, delay: 1ms, hello: 60s}
          node: {queue: {placement: link, discipline: drop-tail, limit: 10000packet}}
        nodes: {a: {}, r1: {}, r2: {}, b: {}}
        links:
          a -- r1: {}
          r1 -- r2: {rate: 2Mbit/s, delay: 40ms}
          r2 -- b: {%s}
      traffic:
        - from: a
          to: b
          kind: bulk
          packets: %d
          size: 1000B
          congestion: %s
          initial-window: 2
          limited-transmit: true
          undo-spurious-timeouts: false
          window: 4000
          ssthresh: 4000
          rto-min: 1s
          send-buffer: 8MB
          profile: %s
          sink: {window: 4000, delayed-ack: %s}
      run: {until: %ds, linger: 0s, max: %ds}
      measure: {queue: r1 -> r2}
      """;

  /** A connection's congestion control, and its delayed ACK in seconds (0 for none). */
  record Flow(String sender, double delayedAck) {
    String words() {
      return sender + (delayedAck > 0 ? ", delayed ACK" : "");
    }
  }

  /** Returns every sender with and without delayed acknowledgements. */
  static List<Flow> flows() {
    return Studies.SENDERS.stream()
        .flatMap(sender -> Stream.of(new Flow(sender, 0), new Flow(sender, 0.2)))
        .toList();
  }

  @Override
  public String name() {
    return "flow";
  }

  @Override
  public String summary() {
    return "one connection of Reno, NewReno and SACK, send by send";
  }

  @Override
  public void run(Sides sides, Consumer<Agreement> found)
      throws LabFailure, IOException, InterruptedException {
    found.accept(withoutLoss(sides));
    found.accept(withLosses(sides));
  }

  /**
   * Returns lists of packets to drop. A list has the numbers of data packets: each single one from
   * 1 to 40, then random ones in a short range.
   */
  static List<String> losses(boolean quick) {
    List<String> lists = new ArrayList<>();
    for (int lost = 1; lost <= SINGLES; lost += quick ? 4 : 1) {
      lists.add("" + lost);
    }
    RandomGenerator random = Streams.of(1, "fidelity", "losses");
    for (int i = 0; i < (quick ? 10 : DRAWN); i++) {
      int first = 4 + (int) Streams.below(random, 40);
      SortedSet<Integer> lost = new TreeSet<>(List.of(first));
      int count = 2 + i % 4;
      while (lost.size() < count) {
        lost.add(first + 1 + (int) Streams.below(random, 15));
      }
      lists.add(lost.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
    return lists;
  }

  /** The comparison for one list of drops; {@code parting} describes the first difference. */
  private record Beside(boolean timeout, boolean same, boolean sameByRfc, String parting) {}

  private Agreement withLosses(Sides sides) throws LabFailure, InterruptedException {
    List<String> lists = losses(sides.isQuick());
    List<List<Object>> rows = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    int counted = 0;
    int same = 0;
    for (Flow flow : flows()) {
      sides.progress("flow: " + lists.size() + " lists of losses, " + flow.words());
      List<Beside> found = sides.each(lists, lost -> beside(sides, flow, lost));
      List<Beside> plain = found.stream().filter(each -> !each.timeout()).toList();
      long alike = plain.stream().filter(Beside::same).count();
      long byRfc = plain.stream().filter(Beside::sameByRfc).count();
      long withTimeout = found.stream().filter(each -> each.timeout() && each.same()).count();
      int timeouts = found.size() - plain.size();
      rows.add(List.of(flow.words(), plain.size(), alike, byRfc, timeouts, withTimeout));
      if (!flow.sender().equals("reno")) {
        counted += plain.size();
        same += (int) alike;
      }
      found.stream()
          .filter(each -> !each.timeout() && !each.same())
          .limit(SHOWN)
          .forEach(each -> remarks.add(flow.words() + ": " + each.parting()));
    }
    remarks.add(
        "Where ns-2 leaves the RFCs, which `profile: rfc` keeps to: ssthresh comes of cwnd (RFC"
            + " 5681 §3.1 and RFC 6675 §5 say FlightSize); below two segments a window is halved"
            + " to 1.5 (RFC 5681: at least two); the full acknowledgement that ends recovery also"
            + " opens the window (RFC 6582 §3.2 sets it to ssthresh); in recovery an"
            + " acknowledgement lets at most two packets out (RFC 6675 §5: as many as pipe"
            + " allows). The RFCs are right.");
    return new Agreement(
        name(),
        "chosen losses",
        lists.size()
            + " lists of packets that are dropped on the last link, each for every sender with"
            + " `profile: ns-2`; the same are the whole sequences of segments sent, old or new."
            + " Beside them how many of the same lists agree with `profile: rfc`.",
        List.of(
            "sender",
            "lists without a timeout",
            "same sequence",
            "same by the RFCs",
            "lists with a timeout",
            "same sequence all the same"),
        rows,
        List.of(
            Goal.noneOf(
                "NewReno and SACK: the same sequence on every list that causes no timeout",
                same + " of " + counted,
                same == counted)),
        remarks);
  }

  private static Beside beside(Sides sides, Flow flow, String lost) throws LabFailure, IOException {
    String name = "flow-" + flow.sender() + "-" + flow.delayedAck() + "-lost-" + lost;
    Sends theirs = theirs(sides, name, flow, LOSSY_SEGMENTS, lost);
    Sends ours = ours(sides, name, flow, LOSSY_SEGMENTS, lost, NS_2);
    Sends byRfc = ours(sides, name + "-rfc", flow, LOSSY_SEGMENTS, lost, "rfc");
    return new Beside(
        theirs.timeouts() > 0,
        ours.sameSequence(theirs),
        byRfc.sameSequence(theirs),
        "lost " + lost + ", " + ours.parting(theirs));
  }

  private Agreement withoutLoss(Sides sides) throws LabFailure, InterruptedException {
    List<List<Object>> rows =
        sides.each(
            flows(),
            flow -> {
              String name = "flow-" + flow.sender() + "-" + flow.delayedAck();
              Sends theirs = theirs(sides, name, flow, SEGMENTS, NO_LOSS);
              Sends ours = ours(sides, name, flow, SEGMENTS, NO_LOSS, NS_2);
              return List.of(
                  flow.words(),
                  theirs.all().size(),
                  ours.alike(theirs, MICROS_MAX),
                  ours.furthestMicros(theirs));
            });
    boolean alike = rows.stream().allMatch(row -> row.get(1).equals(row.get(2)));
    return new Agreement(
        name(),
        "without loss",
        SEGMENTS
            + " segments of 1000 bytes over 10, 2 and 10 Mbit/s, 84 ms there and back, one queue"
            + " that never fills; times from the first segment on.",
        List.of("sender", "sends", "alike", "furthest apart, µs"),
        rows,
        List.of(
            Goal.noneOf(
                "the same segments at the same times, to a microsecond of rounding on each side",
                alike ? "every send" : "not every send",
                alike)),
        List.of());
  }

  /** Runs ns-2; returns the segments that it sends. */
  private static Sends theirs(Sides sides, String name, Flow flow, int segments, String lost)
      throws LabFailure, IOException {
    return Sends.parse(
        sides.ns2(
            name,
            "flow.tcl",
            List.of(
                flow.sender(), "" + flow.delayedAck(), "1", "" + segments, "" + SECONDS, lost)));
  }

  /** Runs rani; returns the segments that it sends. */
  private static Sends ours(
      Sides sides, String name, Flow flow, int segments, String lost, String profile)
      throws LabFailure, IOException {
    return sends(sides.experiment(name, text(flow, segments, lost, profile)));
  }

  /** Returns the segments that rani sends in an experiment. */
  static Sends sends(Experiment experiment) {
    return Sends.of(experiment, "a", SECONDS * 1_000_000_000L);
  }

  /** Returns rani's experiment with the network of {@code flow.tcl}. */
  static String text(Flow flow, int segments, String lost, String profile) {
    return EXPERIMENT.formatted(
        lost.equals(NO_LOSS) ? "" : "r2 -> b: {drop: [" + lost + "], drop-count: data}",
        segments,
        flow.sender(),
        profile,
        flow.delayedAck() > 0 ? "200ms" : "0s",
        SECONDS,
        SECONDS);
  }
}
