// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.List;
import rani.world.Facts;

/**
 * The result of a variant, such as {@code 256 B, one by one}, in a unit, such as {@code packet},
 * per second. The control is a second instance of the reference, measured like a rival; it has no
 * ratios if there was none.
 */
public record Comparison(
    String bench,
    String variant,
    String unit,
    int rounds,
    ContenderResult reference,
    ContenderResult control,
    List<ContenderResult> rivals,
    Facts others)
    implements Finding {
  /** The largest deviation of the control from the reference for valid results. */
  public static final double CONTROL_STRAY_MAX = 0.05;

  /** Returns whether the results are invalid, because the control deviates from the reference. */
  @Override
  public boolean isVoid() {
    return isVoid(control.ratio());
  }

  static boolean isVoid(Spread control) {
    return control.count() == 0 || Math.abs(control.median() - 1) > CONTROL_STRAY_MAX;
  }

  /** Adds figures of the whole variant. */
  public Comparison with(Facts figures) {
    return new Comparison(bench, variant, unit, rounds, reference, control, rivals, figures);
  }

  @Override
  public Facts contenders() {
    return new Contenders(
        reference.facts(unit),
        control.facts(unit),
        rivals.stream().map(each -> each.facts(unit)).toList());
  }

  private record Contenders(Facts reference, Facts control, List<Facts> rivals) implements Facts {}
}
