// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.List;
import java.util.Locale;

/** The networks that the ns-2 script {@code network.tcl} simulates, written as experiments. */
final class Networks {
  private static final String FRAME =
      """
      experiment: fidelity-%s
      topology:
        topology: fidelity-%s
        defaults:
          link: {rate: 10Mbit/s, delay: 10ms, hello: 60s}
          node: {queue: {placement: link, discipline: drop-tail, limit: 1000packet}}
        nodes: {%s}
        links:
      %s
      traffic:
      %s
      run: {until: %ds, linger: 0s, max: %ds}
      measure: {queue: %s}
      """;

  /** Traffic with the options that all connections share. */
  private static final String BULK =
      """
        - from: %s
          to: %s
          kind: bulk
          packets: 0
          size: %dB
          start-spread: %s
          congestion: %s
          profile: ns-2
          initial-window: %d
          window: %d
          ssthresh: %7$d
          limited-transmit: %b
          undo-spurious-timeouts: false
          send-buffer: 8MB
          rto-min: %s
          sink: {window: %7$d, delayed-ack: %s}
      """;

  private static final int OPEN_WINDOW = 4000;

  private Networks() {}

  /**
   * Connections that send until the end of the run, from a node or from several as {@code b1..b10}.
   * Starts are random within {@code spread}; {@code window}, in packets, is the receiver's and the
   * slow-start threshold; {@code limited} is whether the sender has limited transmit.
   */
  private record Bulk(
      String from,
      String to,
      int bytes,
      String spread,
      String sender,
      int initialWindow,
      int window,
      boolean limited,
      String rtoMin,
      String delayedAck) {
    String text() {
      return BULK.formatted(
          from, to, bytes, spread, sender, initialWindow, window, limited, rtoMin, delayedAck);
    }
  }

  private static String bulk(String from, String to, int bytes, String spread, String sender) {
    return new Bulk(from, to, bytes, spread, sender, 2, OPEN_WINDOW, true, "1s", "0s").text();
  }

  /**
   * Returns {@code config/topologies/acc.yaml} without Active Congestion Control: ten connections
   * over a long link and ten on-off sources share one bottleneck.
   */
  static String acc(String sender, double delay, boolean red, int seconds) {
    StringBuilder nodes = new StringBuilder("r1: {}, r2: {}, r3: {}, s: {}");
    StringBuilder links = new StringBuilder();
    for (int k = 1; k <= 10; k++) {
      nodes.append(String.format(Locale.ROOT, ", b%d: {}, c%d: {}", k, k));
      links.append("    b%d -- r1: {}\n    c%d -- r2: {}\n".formatted(k, k));
    }
    String queue =
        red
            ? "discipline: red, limit: 50packet, weight: 0.002, min-th: 5packet, max-th: 15packet,"
                + " max-p: 0.1, rules: ns-2"
            : "discipline: drop-tail, limit: 50packet";
    links.append("    r1 -- r2: {delay: %dms}\n".formatted(Math.round(1000 * delay)));
    links.append("    r2 -- r3: {rate: 2Mbit/s, r2 -> r3: {queue: {%s}}}\n".formatted(queue));
    links.append("    r3 -- s: {}");
    String traffic =
        new Bulk("b1..b10", "s", 1000, "1s", sender, 2, OPEN_WINDOW, false, "200ms", "0s").text()
            + """
              - from: c1..c10
                to: s
                kind: on-off
                packets: 0
                rate: 100kbit/s
                on: 2.5s
                off: 2.5s
                times: exponential
                size: 1000B
            """;
    return frame("acc", nodes.toString(), links.toString(), traffic, seconds, "r2 -> r3");
  }

  /**
   * Returns {@code config/topologies/ufc.yaml} without control, coupled as {@code rio-c} or {@code
   * rio-d}: ten connections and ten constant sources, each with a rate, share the path through two
   * domains, and the sources meet a bottleneck last. The second domain marks the connections'
   * packets again, too, because an edge of ns-2 marks all packets.
   */
  static String ufc(String sender, String coupling, int bottleneckMbit, int rateKbit, int seconds) {
    String queue =
        "queue: {discipline: "
            + coupling
            + ", rules: ns-2, limit: 100packet, weight: 0.002, mean-packet: 1024B,"
            + " dp0: {min-th: 40packet, max-th: 55packet, max-p: 0.02},"
            + " dp1: {min-th: 25packet, max-th: 40packet, max-p: 0.05},"
            + " dp2: {min-th: 10packet, max-th: 25packet, max-p: 0.1}}";
    String edge =
        queue
            + ", services: {ufc-edge: {control: false, profiles: ["
            + "{name: tcp, from: n1, cir: 5Mbit/s}, {name: udp, from: n2, cir: 5Mbit/s}]}}";
    String nodes =
        "n1: {}, n2: {}, n3: {}, n4: {}, e1: {%s}, c1: {%s}, e2: {%s}, e3: {%s}, c2: {%s}, e4: {%s}"
            .formatted(edge, queue, queue, edge, queue, queue);
    StringBuilder links = new StringBuilder();
    for (String link :
        List.of(
            "n1 -- e1",
            "n2 -- e1",
            "e1 -- c1",
            "c1 -- e2",
            "e2 -- e3",
            "e3 -- c2",
            "c2 -- e4",
            "e4 -- n3")) {
      links.append("    ").append(link).append(": {delay: 5ms}\n");
    }
    links.append("    e4 -- n4: {rate: %dMbit/s, delay: 5ms}".formatted(bottleneckMbit));
    String traffic =
        new Bulk("n1", "n3", 1024, "100ms", sender, 2, 64, false, "200ms", "0s").text()
            + """
                copies: 10
              - from: n2
                to: n4
                kind: cbr
                copies: 10
                packets: 1000000
                rate: %dkbit/s
                size: 1024B
                start-spread: 20ms
            """
                .formatted(rateKbit);
    return frame("ufc", nodes, links.toString(), traffic, seconds, "e4 -> n4");
  }

  /** Returns one connection over a link with random loss. */
  static String law(String sender, double loss, int seconds) {
    String links =
        "    a -- b: {delay: 50ms, a -> b: {loss: %s, queue: {limit: 10000packet}}}"
            .formatted(100 * loss + "%");
    return frame(
        "law", "a: {}, b: {}", links, bulk("a", "b", 1000, "0s", sender), seconds, "a -> b");
  }

  /** Returns two connections with different round-trip times at one short queue. */
  static String pair(String sender, double farDelay, int seconds) {
    String links =
        """
            near -- r1: {delay: 1ms}
            far -- r1: {delay: %sms}
            r1 -- r2: {rate: 2Mbit/s, r1 -> r2: {queue: {limit: 20packet}}}
            r2 -- s: {delay: 1ms}\
        """
            .formatted(Markdown.number(1000 * farDelay));
    String traffic = bulk("near", "s", 1000, "1s", sender) + bulk("far", "s", 1000, "1s", sender);
    return frame(
        "pair", "near: {}, far: {}, r1: {}, r2: {}, s: {}", links, traffic, seconds, "r1 -> r2");
  }

  /** Returns {@code config/topologies/red-gateway.yaml} with RED by ns-2's rules. */
  static String gateway(int seconds) {
    StringBuilder links = new StringBuilder();
    for (int k = 1; k <= 4; k++) {
      links.append("    c%d -- gateway: {rate: 103.3Mbit/s, delay: 1ms}\n".formatted(k));
    }
    links.append("    c5 -- gateway: {rate: 31.0Mbit/s, delay: 16ms}\n");
    links.append(
        "    gateway -- sink: {rate: 51.7Mbit/s, delay: 2ms, gateway -> sink: {queue: {"
            + "discipline: red, limit: 16packet, min-th: 4packet, max-th: 8packet, weight: 0.002,"
            + " max-p: 0.02, mean-packet: 572B, rules: ns-2}}}");
    return frame(
        "gateway",
        "c1: {}, c2: {}, c3: {}, c4: {}, c5: {}, gateway: {}, sink: {}",
        links.toString(),
        new Bulk("c1..c5", "sink", 572, "100ms", "newreno", 1, 128, false, "1s", "200ms").text(),
        seconds,
        "gateway -> sink");
  }

  private static String frame(
      String name, String nodes, String links, String traffic, int seconds, String queue) {
    return FRAME.formatted(
        name, name, nodes, links, traffic.stripTrailing(), seconds, seconds, queue);
  }
}
