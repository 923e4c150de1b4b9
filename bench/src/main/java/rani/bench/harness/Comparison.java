// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.List;
import rani.world.Facts;

/**
 * The result of one variant of a case.
 *
 * @param bench the case
 * @param variant in words, such as {@code 256 B, one by one}
 * @param unit the counted unit, such as {@code packet}
 * @param rounds that were played
 * @param reference the contender that the others are compared with; without ratios if there was
 *     none
 * @param control a second instance of the reference, measured like a rival; no ratios, if there was
 *     none
 * @param rivals in the order of the case
 * @param others figures of another kind
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

  /** Whether the results are invalid, since the control deviates from the reference. */
  @Override
  public boolean isVoid() {
    double ratio = control.ratio().median();
    return control.ratio().count() == 0 || Math.abs(ratio - 1) > CONTROL_STRAY_MAX;
  }

  /** The same with figures of another kind. */
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
