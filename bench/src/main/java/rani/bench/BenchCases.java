// SPDX-License-Identifier: Apache-2.0
package rani.bench;

import java.util.List;
import java.util.Optional;
import rani.bench.edge.EdgeCase;
import rani.bench.forward.ForwardCase;
import rani.bench.harness.BenchCase;
import rani.bench.idle.IdleCase;
import rani.bench.latency.LatencyCase;
import rani.bench.overload.OverloadCase;
import rani.bench.rdp.RdpCase;
import rani.bench.scale.ScaleCase;
import rani.bench.served.ServedCase;
import rani.bench.served.WasmCase;
import rani.bench.shaping.ShapingCase;
import rani.bench.start.StartCase;
import rani.bench.virtual.VirtualCase;

/** All benchmarks. */
public final class BenchCases {
  /** In the order in which they are run. */
  private static final List<BenchCase> ALL =
      List.of(
          new ForwardCase(),
          new ServedCase(),
          new WasmCase(),
          new IdleCase(),
          new OverloadCase(),
          new LatencyCase(),
          new ShapingCase(),
          new StartCase(),
          new RdpCase(),
          new EdgeCase(),
          new VirtualCase(),
          new ScaleCase());

  private BenchCases() {}

  public static Optional<BenchCase> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  public static List<String> names() {
    return ALL.stream().map(BenchCase::name).toList();
  }
}
