// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rani.service.ServiceProvider;
import rani.service.Trial;

/** Draws a topology file: a tree with extra links, and every kind of queue, service and traffic. */
final class ChaosNetwork {
  /** Options of RDP with short timers, so that connections end soon. */
  static final String IMPATIENT =
      "rto-initial: 500ms, rto-min: 200ms, rto-max: 2s, retries: 5, keep-alive: 2s";

  private static final long MILLI = 1_000_000;

  private final ChaosRandom random;
  private final long faultsNanos;
  private final int size;
  private final SequencedMap<String, SequencedMap<String, String>> menus = new LinkedHashMap<>();
  private final SequencedMap<String, String> queues = new LinkedHashMap<>();
  private final SequencedMap<String, SequencedSet<String>> neighbours = new LinkedHashMap<>();
  private final List<Joined> links = new ArrayList<>();

  /** A link between two nodes; its options are YAML and hold in both directions. */
  record Joined(String a, String b, String settings) {
    String name() {
      return a + " -- " + b;
    }
  }

  ChaosNetwork(long seed, int nodes, long faultsNanos) {
    this.random = new ChaosRandom(seed, "network");
    this.faultsNanos = faultsNanos;
    this.size = nodes;
    for (int number = 1; number <= nodes; number++) {
      menus.put("n" + number, new LinkedHashMap<>());
      neighbours.put("n" + number, new LinkedHashSet<>());
    }
    List<String> names = names();
    names.forEach(this::furnish);
    for (int number = 1; number < nodes; number++) {
      // Joins nodes with near numbers, so that paths are long.
      join(names.get(number), names.get(random.count(Math.max(0, number - 12), number - 1)));
    }
    for (int more = nodes * 2 / 5; more > 0; more--) {
      join(random.one(names), random.one(names));
    }
    names.forEach(this::setTraffic);
  }

  List<String> names() {
    return List.copyOf(menus.sequencedKeySet());
  }

  List<Joined> links() {
    return links;
  }

  /** Returns the services of a node that can be stopped and started, with their options in YAML. */
  SequencedMap<String, String> menu(String node) {
    return menus.getOrDefault(node, new LinkedHashMap<>());
  }

  private void furnish(String node) {
    SequencedMap<String, String> menu = menu(node);
    menu.put("sink", "{" + IMPATIENT + (random.chance(0.5) ? ", delayed-ack: 0s}" : "}"));
    menu.put("source", "{}");
    menu.put(JudgedTraffic.NAME, "{" + IMPATIENT + "}");
    menu.put("ping", "{}");
    if (random.chance(0.3)) {
      menu.put("traceroute", "{}");
    }
    String queue = drawnQueue();
    queues.put(node, queue);
    boolean averages = queue.contains("red, ");
    for (ServiceProvider service : ChaosServices.TRIED) {
      furnish(menu, service, requireNonNull(service.trial()), averages);
    }
    if (random.chance(0.1)) {
      menu.put(
          "flakeway",
          "{rules: [{protocol: "
              + random.one(List.of("udp", "rdp"))
              + ", delay: 3ms, jitter: 2ms, loss: 1%, duplicate: 1%, reorder: 1%}]}");
    }
  }

  private void furnish(
      SequencedMap<String, String> menu, ServiceProvider service, Trial trial, boolean averages) {
    boolean forAverages = trial.share() == 0;
    if (menu.containsKey(service.name())
        || !(forAverages ? averages : random.chance(trial.share()))) {
      return;
    }
    for (ServiceProvider needed : ChaosServices.TRIED) {
      if (service.dependsOn().contains(needed.name())) {
        menu.put(needed.name(), requireNonNull(needed.trial()).beside());
      }
    }
    List<String> options = trial.options();
    boolean first = options.size() == 1 || random.chance(0.5);
    menu.put(service.name(), first ? options.getFirst() : options.getLast());
  }

  private String drawnQueue() {
    return switch (random.weighed(12, 4, 3, 3, 2, 1, 1, 2)) {
      case 0 -> "{discipline: drop-tail, limit: " + random.count(10, 100) + "packet}";
      case 1 -> red("limit: 40packet, action: drop");
      case 2 -> "{discipline: codel, ecn: " + random.chance(0.5) + "}";
      case 3 -> "{discipline: fq-codel, flows: 64}";
      case 4 -> "{discipline: pie}";
      case 5 -> "{discipline: wred}";
      case 6 -> "{discipline: rio-c}";
      default ->
          red(
              "placement: node, rate: %spacket/s, limit: 50packet, action: none"
                  .formatted(random.count(200, 2000)));
    };
  }

  private static String red(String more) {
    return "{discipline: red, weight: 0.02, min-th: 5packet, max-th: 15packet, " + more + "}";
  }

  private boolean isOneQueue(String node) {
    return queues.getOrDefault(node, "").contains("placement: node");
  }

  private void join(String a, String b) {
    SequencedSet<String> known = neighbours.getOrDefault(a, new LinkedHashSet<>());
    if (a.equals(b) || !known.add(b)) {
      return;
    }
    neighbours.getOrDefault(b, new LinkedHashSet<>()).add(a);
    long delay = random.between(500, 15_000);
    // No link of a node with a single queue may be slower than that queue.
    String rate =
        isOneQueue(a) || isOneQueue(b) || random.chance(0.3)
            ? "unlimited"
            : random.count(500, 5000) + "kbit/s";
    String keys = List.of("off", "off", "control", "all").get(random.count(0, 3));
    String mtu = random.chance(0.1) ? ", mtu: " + random.count(600, 1400) + "B" : "";
    int dropped = random.count(5, 500);
    String drop = random.chance(0.1) ? ", drop: [" + dropped + ".." + (dropped + 3) + "]" : "";
    links.add(
        new Joined(
            a,
            b,
            "rate: " + rate + ", delay: " + delay + "us, keys: \"" + keys + "\"" + mtu + drop));
  }

  private void setTraffic(String node) {
    if (random.chance(0.4)) {
      menu(node).put(JudgedTraffic.NAME, "{" + IMPATIENT + ", " + flows(() -> judged(node)) + "}");
    }
    if (random.chance(0.2)) {
      menu(node).put("source", "{" + flows(() -> flow(node)) + "}");
    }
  }

  /** Returns one or two drawn flows as an option of a service. */
  private String flows(Supplier<String> flow) {
    return Stream.generate(flow)
        .limit(random.count(1, 2))
        .collect(Collectors.joining(", ", "flows: [", "]"));
  }

  private String another(String from) {
    String to;
    do {
      to = random.one(names());
    } while (to.equals(from));
    return to;
  }

  /** Returns a flow whose delivery is checked at its destination. */
  private String judged(String from) {
    String kind =
        switch (random.weighed(4, 2, 2)) {
          case 0 ->
              "kind: messages, count: %s, answers: %s, %s"
                  .formatted(random.count(20, 200), random.count(0, 60), connection());
          case 1 ->
              "kind: stream, count: %s, answers: %s, %s"
                  .formatted(random.count(1, 100_000), random.count(1, 20_000), connection());
          default -> datagrams();
        };
    return "{to: %s, start: %sms, %s}"
        .formatted(another(from), random.between(0, faultsNanos / MILLI), kind);
  }

  /** Returns datagrams, some of which expire on their way or exceed the MTU of a link. */
  private String datagrams() {
    return "kind: datagrams, count: %s, size: %sB, gap: %sms, lifetime: %sms"
        .formatted(
            random.count(20, 100),
            random.chance(0.1) ? random.count(1400, 3000) : random.count(100, 1400),
            random.count(1, 20),
            random.chance(0.4) ? random.count(1, 80) : 10_000);
  }

  private String connection() {
    return "congestion: %s, router-state: %s, ecn: %s%s, %s"
        .formatted(
            random.one(List.of("reno", "newreno", "sack", "cubic")),
            random.chance(0.6),
            random.chance(0.3),
            random.chance(0.3) ? ", segment: " + random.count(100, 1000) + "B" : "",
            IMPATIENT);
  }

  private String flow(String from) {
    String kind =
        switch (random.weighed(4, 2, 1, 1, 1, 2)) {
          case 0 ->
              "kind: bulk, packets: " + random.count(20, 200) + ", send-ahead: 4, " + connection();
          case 1 ->
              "kind: request-response, requests: %s, response-size: %sB, think: 50ms, %s"
                  .formatted(random.count(5, 30), random.count(100, 5000), IMPATIENT);
          case 2 -> "kind: bursts, packets: " + random.count(20, 200) + ", bursts: 4, gap: 300ms";
          case 3 -> "kind: cbr, rate: " + random.count(20, 200) + "packet/s, packets: 150";
          case 4 -> "kind: on-off, rate: 300kbit/s, on: 200ms, off: 200ms, duration: 2s";
          default -> "kind: responsive, packets: " + random.count(20, 150) + ", rto-min: 200ms";
        };
    String marked =
        random.chance(0.2) ? ", dscp: " + random.one(List.of("af11", "af21", "ef")) : "";
    return "{to: %s, start: %sms, %s%s}"
        .formatted(another(from), random.between(0, faultsNanos / MILLI), kind, marked);
  }

  String text(long seed) {
    StringBuilder text = new StringBuilder();
    text.append("topology: chaos-").append(seed).append('\n');
    text.append("description: ").append(size).append(" nodes, drawn by this seed\n");
    text.append("defaults:\n  link: {hello: 300ms}\nnodes:\n");
    menus.forEach(
        (node, menu) -> {
          text.append("  ").append(node).append(":\n");
          text.append("    queue: ").append(queues.get(node)).append("\n    services:\n");
          menu.forEach(
              (service, options) ->
                  text.append("      ").append(service).append(": ").append(options).append('\n'));
        });
    text.append("links:\n");
    for (Joined link : links) {
      text.append("  ").append(link.name()).append(": {").append(link.settings()).append("}\n");
    }
    return text.toString();
  }
}
