// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.List;
import java.util.Optional;

/** All comparisons with ns-2. */
public final class FidelityCases {
  /** In the order in which they are run. */
  private static final List<FidelityCase> ALL =
      List.of(
          new RedCase(),
          new FlowCase(),
          new NetworkCase(
              "pair", "two connections of unlike round trips", new Studies.UnlikeRoundTrips()),
          new NetworkCase("acc", "goodput over delay, queue and sender", new Studies.AccNetwork()),
          new NetworkCase("law", "goodput by the rate of random loss", new Studies.SquareRootLaw()),
          new NetworkCase(
              "gateway", "use, drops and flows at a RED gateway", new Studies.RedGateway()),
          new NetworkCase(
              "ufc", "TCP beside UDP through domains with drop precedences", new UfcStudy()));

  private FidelityCases() {}

  public static Optional<FidelityCase> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  public static List<String> names() {
    return ALL.stream().map(FidelityCase::name).toList();
  }
}
