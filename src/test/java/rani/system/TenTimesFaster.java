// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.util.ArrayList;
import java.util.List;

/**
 * LGC's first experiments with every gap, delay and timer divided by ten and every rate multiplied
 * by ten, which keeps all counts, so that live runs take a tenth of the time.
 */
final class TenTimesFaster {
  private static final List<String> NETWORK =
      List.of(
          "topology.defaults.link.rate=2000packet/s",
          "topology.defaults.link.delay=100us",
          "topology.nodes.n7.queue.rate=400packet/s",
          "topology.nodes.n7.services.lgc.tx=400ms",
          "topology.nodes.n7.services.active-filter.itime=500ms",
          "topology.nodes.n7.services.active-filter.fhtime=10s",
          "topology.links.n7 -- n8.delay=62ms",
          "traffic.0.lifetime=1s",
          "traffic.1.lifetime=1s",
          "traffic.1.start-spread=5ms",
          "traffic.1.rto-initial=300ms",
          "traffic.1.rto-min=100ms",
          "run.linger=200ms");

  /** The greedy source's experiment, about three seconds long. */
  static final List<String> BASIC =
      arguments(
          "config/experiments/lgc-1-basic.yaml",
          "traffic.0.gap=100ms",
          "expect.filtered for FHTime as at the first hop.equals=10s",
          "expect.A to B within Tx.below=400ms");

  /** The moderate source's experiment, about five seconds long. */
  static final List<String> MODERATE =
      arguments("config/experiments/lgc-1-moderate.yaml", "traffic.0.gap=300ms");

  private TenTimesFaster() {}

  private static List<String> arguments(String experiment, String... more) {
    List<String> words = new ArrayList<>(List.of("run", Checkout.file(experiment)));
    List<String> sets = new ArrayList<>(NETWORK);
    sets.addAll(List.of(more));
    for (String set : sets) {
      words.add("--set");
      words.add(set);
    }
    return List.copyOf(words);
  }
}
