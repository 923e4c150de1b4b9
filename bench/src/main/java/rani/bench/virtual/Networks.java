// SPDX-License-Identifier: Apache-2.0
package rani.bench.virtual;

import java.util.Locale;

/** The networks of this case, as experiments. */
final class Networks {
  /** Constant flows through a chain, each of 62.5 packets of 1000 bytes per second. */
  static final int CHAIN_FLOWS = 100;

  /** Constant flows through each of many parallel chains. */
  static final int ROW_FLOWS = 10;

  private static final long INTERVAL_NANOS = 16_000_000;

  /** The longest time for a hop; a packet crosses a link in 1.08 ms. */
  private static final long HOP_NANOS_MAX = 2_000_000;

  private static final String CHAIN =
      """
      experiment: bench-chain
      topology:
        topology: bench-chain
        defaults:
          link: {rate: 100Mbit/s, delay: 1ms, hello: 60s}
          node: {queue: {placement: link, discipline: drop-tail, limit: 100packet}}
        nodes:
      %s  links:
      %straffic:
      %srun: {until: traffic-done, linger: 1s, max: 3600s}
      measure: {queue: n1 -> n2}
      """;

  /** {@code config/topologies/acc.yaml} with RED and without ACC. */
  private static final String ACC =
      """
      experiment: bench-acc
      topology:
        topology: bench-acc
        defaults:
          link: {rate: 10Mbit/s, delay: 10ms, hello: 60s}
          node: {queue: {placement: link, discipline: drop-tail, limit: 1000packet}}
        nodes:
      %s    r1: {}
          r2: {}
          r3: {}
          s: {}
        links:
      %s    r1 -- r2: {delay: 100ms}
          r2 -- r3:
            rate: 2Mbit/s
            queue:
              discipline: red
              limit: 50packet
              weight: 0.002
              min-th: 5packet
              max-th: 15packet
              max-p: 0.1
          r3 -- s: {}
      traffic:
        - from: b1..b10
          to: s
          kind: bulk
          packets: 0
          size: 1000B
          start-spread: 1s
          congestion: reno
          initial-window: 2
          limited-transmit: false
          undo-spurious-timeouts: false
          rto-min: 200ms
          sink: {delayed-ack: 0s}
        - from: c1..c10
          to: s
          kind: on-off
          packets: 0
          rate: 100kbit/s
          on: 2.5s
          off: 2.5s
          times: exponential
          size: 1000B
      run: {until: %ds, linger: 0s, max: %ds}
      measure: {queue: r2 -> r3}
      """;

  private Networks() {}

  /** Returns a chain of nodes with this number of packets in each flow. */
  static String chain(int nodes, int flows, int packets) {
    StringBuilder names = new StringBuilder();
    StringBuilder links = new StringBuilder();
    StringBuilder traffic = new StringBuilder();
    for (int node = 1; node <= nodes; node++) {
      names.append("    n%d: {}\n".formatted(node));
      if (node > 1) {
        links.append("    n%d -- n%d: {}\n".formatted(node - 1, node));
      }
    }
    for (int flow = 0; flow < flows; flow++) {
      String start = String.format(Locale.ROOT, "%.2fms", flow * INTERVAL_NANOS / 1e6 / flows);
      traffic.append(
          "  - {from: n1, to: n%d, kind: cbr, rate: 62.5packet/s, packets: %d, start: %s}\n"
              .formatted(nodes, packets, start));
    }
    return CHAIN.formatted(names, links, traffic);
  }

  /** Returns the duration of a chain's run until the last packet has arrived. */
  static long chainNanos(int nodes, int packets) {
    return (packets + 2) * INTERVAL_NANOS + nodes * HOP_NANOS_MAX;
  }

  /** Returns ten bulk flows over a long link and ten on-off flows at one bottleneck. */
  static String acc(int seconds) {
    StringBuilder names = new StringBuilder();
    StringBuilder links = new StringBuilder();
    for (int k = 1; k <= 10; k++) {
      names.append("    b%d: {}\n    c%d: {}\n".formatted(k, k));
      links.append("    b%d -- r1: {}\n    c%d -- r2: {}\n".formatted(k, k));
    }
    return ACC.formatted(names, links, seconds, seconds);
  }
}
