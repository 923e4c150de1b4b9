// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rani.lab.LabFailure;

/** One connection, send by send. */
final class FlowCase implements FidelityCase {
  /** ns-2 rounds the times of its trace to a microsecond. */
  private static final double MICROS_MAX = 2;

  private static final int SEGMENTS = 300;
  private static final int SECONDS = 60;
  private static final String NO_LOSS = "none";

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
          send-buffer: 8MB
          %s
          sink: {window: 4000, delayed-ack: %s}
      run: {until: %ds, linger: 0s, max: %ds}
      measure: {queue: r1 -> r2}
      """;

  /**
   * One connection.
   *
   * @param sender in rani's words
   * @param delayedAck in seconds; 0 for none
   */
  record Flow(String sender, double delayedAck) {
    String words() {
      return sender + (delayedAck > 0 ? ", delayed ACK" : "");
    }
  }

  /** Every sender with and without delayed acknowledgements. */
  static List<Flow> flows() {
    List<Flow> flows = new ArrayList<>();
    for (String sender : List.of("reno", "newreno", "sack")) {
      flows.add(new Flow(sender, 0));
      flows.add(new Flow(sender, 0.2));
    }
    return flows;
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
  }

  private Agreement withoutLoss(Sides sides) throws LabFailure, InterruptedException {
    List<List<Object>> rows =
        sides.each(
            flows(),
            flow -> {
              String name = "flow-" + flow.sender() + "-" + flow.delayedAck();
              Sends theirs = theirs(sides, name, flow, SEGMENTS, NO_LOSS);
              Sends ours = ours(sides, name, flow, SEGMENTS, NO_LOSS, "");
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

  /** What ns-2 sends. */
  static Sends theirs(Sides sides, String name, Flow flow, int segments, String lost)
      throws LabFailure, IOException {
    return Sends.parse(
        sides.ns2(
            name,
            "flow.tcl",
            List.of(
                flow.sender(), "" + flow.delayedAck(), "1", "" + segments, "" + SECONDS, lost)));
  }

  /** What rani sends. */
  static Sends ours(Sides sides, String name, Flow flow, int segments, String lost, String profile)
      throws LabFailure, IOException {
    String text =
        EXPERIMENT.formatted(
            lost.equals(NO_LOSS) ? "" : "r2 -> b: {drop: [" + lost + "], drop-count: data}",
            segments,
            flow.sender(),
            profile,
            flow.delayedAck() > 0 ? "200ms" : "0s",
            SECONDS,
            SECONDS);
    return Sends.of(sides.experiment(name, text), "a", SECONDS * 1_000_000_000L);
  }
}
