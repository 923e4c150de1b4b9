// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

/** Topologies of small networks that warm up the JIT compiler for a node and common services. */
public final class WarmUpNetworks {
  /** Two kinds of datagram flows through a RED queue. */
  public static final String DATAGRAMS =
      """
      topology: rehearsal
      defaults: {link: {rate: 20000packet/s, delay: 100us, hello: 100ms}}
      nodes:
        source:
          services:
            source:
              flows:
                - {to: sink, kind: bursts, packets: 400, bursts: 10, gap: 10ms, size: 1000B}
                - {to: sink, kind: responsive, packets: 200, size: 1000B}
        middle:
          queue: {placement: node, rate: 10000packet/s, discipline: red, action: none,
                  limit: 100packet, min-th: 5packet, max-th: 20packet, weight: 0.02}
          services: {lgc: {tx: 1s}, active-filter: {}}
        sink: {services: {sink: {}}}
      links:
        source -- middle: {}
        middle -- sink: {}
      """;

  /** Connections that share an overflowing queue, which exercises loss recovery as well. */
  public static final String CONNECTIONS =
      """
      topology: rehearsal
      defaults: {link: {delay: 100us, hello: 100ms}}
      nodes:
        source:
          services:
            acc-filter: {start: on-packet}
            source:
              flows:
                - {to: sink, kind: bursts, packets: 400, bursts: 10, gap: 10ms, size: 1000B}
                - {to: sink, kind: responsive, packets: 200, size: 1000B}
                - {to: sink, kind: bulk, packets: 3000, size: 500B, router-state: true}
                - {to: sink, kind: bulk, packets: 3000, size: 500B, router-state: true}
        middle:
          services:
            lgc: {tx: 1s}
            active-filter: {}
            acc-monitor: {trigger: drop-tail}
            flakeway: {rules: [{name: longer, to: sink, protocol: rdp, delay: 1ms}]}
        sink: {services: {sink: {}}}
      links:
        source -- middle: {}
        middle -- sink:
          middle -> sink:
            rate: 20Mbit/s
            queue: {discipline: red, action: none, limit: 20packet, min-th: 5packet,
                    max-th: 15packet, weight: 0.02}
      """;

  private WarmUpNetworks() {}
}
