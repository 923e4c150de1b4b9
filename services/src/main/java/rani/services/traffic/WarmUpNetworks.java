// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

/** Topology files of small networks that exercise the code of a node and of common services. */
public final class WarmUpNetworks {
  /** Datagrams of two kinds through a RED queue and a service. */
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

  /** Two connections share a queue that overflows, so that loss recovery is warm, too. */
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
