// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A small experiment of any shape, as a file: sources and sinks at up to three routers in a row,
 * queues, wires and traffic of every kind, and a measured span that need not lie within the run.
 */
public final class RandomExperiment {
  private final long seed;
  private final Random random;
  private final int sources;
  private final int sinks;
  private final int routers;

  /** Routers answer losses of connections that show their state. */
  private final boolean acc;

  public RandomExperiment(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.sources = count(1, 4);
    this.sinks = count(1, 2);
    this.routers = count(1, 3);
    this.acc = chance(0.4);
  }

  private int count(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  private boolean chance(double share) {
    return random.nextDouble() < share;
  }

  private String one(String... of) {
    return of[random.nextInt(of.length)];
  }

  /** The experiment's file. */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add("experiment: random-" + seed);
    lines.add("topology:");
    lines.add("  topology: random-" + seed);
    lines.add("  defaults: {link: {hello: 500ms}}");
    lines.add("  nodes:");
    for (int number = 1; number <= sources; number++) {
      lines.add("    s" + number + ": {}");
    }
    for (int number = 1; number <= sinks; number++) {
      lines.add("    d" + number + ": {services: {sink: {" + sink() + "}}}");
    }
    List<String> queues = new ArrayList<>();
    for (int number = 1; number <= routers; number++) {
      String queue = queue();
      queues.add(queue);
      lines.add("    r" + number + ": {queue: {" + queue + "}, services: {" + menu(queue) + "}}");
    }
    lines.add("  links:");
    int first = count(1, routers);
    for (int number = 1; number <= sources; number++) {
      int router = number == 1 ? first : count(1, routers);
      lines.add("    s" + number + " -- r" + router + ": {" + wire(true) + "}");
    }
    for (int number = 1; number < routers; number++) {
      lines.add("    r" + number + " -- r" + (number + 1) + ": {" + wire(fast(queues)) + "}");
    }
    for (int number = 1; number <= sinks; number++) {
      lines.add("    d" + number + " -- r" + count(1, routers) + ": {" + wire(fast(queues)) + "}");
    }
    lines.add("traffic:");
    for (int number = 1; number <= sources; number++) {
      for (int flow = count(1, 2); flow > 0; flow--) {
        lines.add("  - {from: s" + number + ", to: d" + count(1, sinks) + ", " + flow() + "}");
      }
    }
    boolean toTheEnd = chance(0.5);
    lines.add("run: " + run(toTheEnd));
    if (chance(0.4)) {
      lines.add("schedule:");
      lines.add("  - {at: " + count(200, 900) + "ms, node: r1, filter: {flow: s1, for: 300ms}}");
      lines.add("  - {at: 1s, link: s1 -> r" + first + ", set: {rate: 2Mbit/s}}");
    }
    lines.add("measure: {queue: " + measured(queues.getFirst()) + ", " + span(toTheEnd) + "}");
    return String.join("\n", lines) + "\n";
  }

  private static boolean fast(List<String> queues) {
    return queues.stream().anyMatch(queue -> queue.contains("placement: node"));
  }

  private String sink() {
    return one("", "delayed-ack: 0s", "ordered: false");
  }

  private String queue() {
    String red = "weight: 0.02, min-th: 3packet, max-th: 9packet, limit: 20packet";
    return switch (random.nextInt(9)) {
      case 0 -> "discipline: red, action: drop, " + red;
      case 1 -> "discipline: red, action: mark, " + red;
      case 2 -> "discipline: codel";
      case 3 -> "discipline: fq-codel, flows: 16, limit: 30packet";
      case 4 -> "discipline: pie, limit: 30packet";
      case 6 -> "discipline: rio-c, limit: 20packet";
      case 5 ->
          "placement: node, rate: "
              + count(80, 200)
              + "packet/s, discipline: red, action: none, "
              + red;
      default -> "discipline: drop-tail, limit: " + count(5, 40) + "packet";
    };
  }

  private String menu(String queue) {
    String menu =
        queue.contains("action: none")
            ? "active-filter: {itime: 500ms, fhtime: 1s}, lgc: {tx: 400ms}"
            : "active-filter: {itime: 400ms, fhtime: 2s}";
    menu += acc ? ", acc-monitor: {}, acc-filter: {}" : "";
    menu += chance(0.3) ? ", ufc-core: {interval: 200ms}" : "";
    menu += chance(0.2) ? ", abcd-monitor: {capacity: 1Mbit/s, split: " + chance(0.3) + "}" : "";
    menu += chance(0.2) ? ", abcd-splitter: {mode: " + one("split", "shrink") + "}" : "";
    menu += chance(0.2) ? ", flakeway: {rules: [{protocol: udp, delay: 5ms, loss: 1%}]}" : "";
    return menu;
  }

  private String wire(boolean fast) {
    String rate = fast ? one("unlimited", "20Mbit/s") : count(300, 3000) + "kbit/s";
    String wire = "rate: " + rate + ", delay: " + count(2, 30) + "ms";
    wire += chance(0.3) ? ", jitter: 2ms" : "";
    wire += chance(0.3) ? ", loss: 1%" : "";
    wire += chance(0.1) ? ", duplicate: 2%" : "";
    wire += chance(0.1) ? ", reorder: 2%" : "";
    wire += chance(0.1) ? ", corrupt: 1%" : "";
    return wire;
  }

  private String flow() {
    String start = "start: " + count(0, 1500) + "ms, ";
    String size = "size: " + count(100, 1400) + "B, ";
    String marked = chance(0.3) ? "dscp: " + one("af11", "af12", "ef") + ", " : "";
    return start
        + marked
        + switch (random.nextInt(8)) {
          case 0 -> size + "kind: cbr, rate: " + count(20, 200) + "packet/s, packets: 200";
          case 1 -> size + "kind: poisson, rate: " + count(20, 200) + "packet/s, duration: 2s";
          case 2 -> size + "kind: on-off, rate: 1Mbit/s, on: 200ms, off: 200ms, duration: 2s";
          case 3 -> size + "kind: bursts, packets: 200, bursts: 5, gap: 300ms";
          case 4 -> size + "kind: responsive, packets: 150, rto-min: 200ms";
          case 5 -> "kind: request-response, requests: 8, response-size: 3000B, think: 50ms";
          default ->
              size
                  + "kind: bulk, "
                  + one("packets: 200", "packets: 50", "duration: 1500ms")
                  + ", rto-min: 200ms, congestion: "
                  + one(
                      "reno",
                      "newreno",
                      "sack",
                      "cubic",
                      "newreno, profile: ns-2",
                      "sack, profile: ns-2")
                  + (acc ? ", router-state: true" : one("", ", router-state: true, media: true"))
                  + ", ecn: "
                  + chance(0.5);
        };
  }

  private String run(boolean toTheEnd) {
    return toTheEnd
        ? "{until: traffic-done, linger: " + count(0, 300) + "ms, max: " + count(4, 20) + "s}"
        : "{until: " + count(2, 5) + "s, linger: " + count(0, 300) + "ms, max: 20s}";
  }

  private String measured(String queue) {
    return queue.contains("placement: node") ? "r1" : routers > 1 ? "r1 -> r2" : "s1";
  }

  /** Some begin late, some end with the run or after it. */
  private String span(boolean toTheEnd) {
    return switch (random.nextInt(4)) {
      case 0 -> "from: 0s";
      case 1 -> "from: " + count(100, 1900) + "ms";
      case 2 -> "from: 0s, until: " + (toTheEnd ? "4s" : "2s");
      default -> "from: " + count(100, 900) + "ms, until: " + count(1000, 2000) + "ms";
    };
  }
}
