// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rani.report.paper.Comparison;

/** Adds the choice that explains a disagreement: with its other value, both numbers agree. */
public final class DecidingChoice {
  static final String STALE =
      "Which choice decides is not said: what was recorded is of the file as it was before a"
          + " change. `rani sensitivity FILE --record` makes it again.";

  private DecidingChoice() {}

  /** Completes the comparison of a number of the variant with these labels. */
  static Comparison by(
      Comparison compared, Map<String, String> labels, @Nullable Sensitivity known) {
    return decided(
        compared,
        known,
        known == null
            ? List.of()
            : known.numbers().stream()
                .filter(number -> number.metric().equals(compared.metric()))
                .filter(number -> number.labels().equals(labels))
                .toList());
  }

  /** Completes comparisons of a run by metric and printed value: its variant is unknown. */
  public static List<Comparison> ofRun(List<Comparison> compared, @Nullable Sensitivity known) {
    return known == null
        ? compared
        : compared.stream()
            .map(
                one ->
                    decided(
                        one,
                        known,
                        known.numbers().stream()
                            .filter(number -> number.metric().equals(one.metric()))
                            .filter(number -> SensitivityWords.paper(number).equals(one.paper()))
                            .toList()))
            .toList();
  }

  private static Comparison decided(
      Comparison compared, @Nullable Sensitivity known, List<Sensitivity.Number> found) {
    if (known == null || known.stale() || !compared.disagrees() || found.size() != 1) {
      return compared;
    }
    return compared.decidedBy(SensitivityWords.decision(found.getFirst(), known));
  }
}
