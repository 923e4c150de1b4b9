// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.model.file.CsvField;
import rani.report.SensitivityAnalysis.Compared;
import rani.study.statistics.PairedDifference;

/** {@code sensitivity.csv}: every number with every alternative. */
final class SensitivityCsv {
  private SensitivityCsv() {}

  static String of(List<Compared> all) {
    StringBuilder text = new StringBuilder();
    text.append("variant,metric,paper,choice,mean,half_width_95,difference,");
    text.append("difference_half_width_95,moves,agrees,nearer,p,p_holm,family\n");
    for (Compared one : all) {
      Sensitivity.Effect effect = one.effect();
      String printed = one.number().printed();
      text.append(CsvField.of(SweepVariants.name(one.number().labels()))).append(',');
      text.append(CsvField.of(one.number().metric())).append(',');
      text.append(CsvField.of(printed == null ? "" : printed)).append(',');
      text.append(CsvField.of(effect.label())).append(',');
      text.append(number(effect.ours())).append(',').append(number(effect.halfWidth()));
      text.append(',').append(number(effect.difference())).append(',');
      text.append(number(effect.differenceHalfWidth())).append(',').append(one.moves());
      text.append(',').append(effect.agrees()).append(',').append(effect.nearer());
      PairedDifference difference = one.difference();
      text.append(',').append(difference == null ? "" : number(difference.p()));
      text.append(',').append(difference == null ? "" : number(difference.correctedP()));
      text.append(',').append(difference == null ? "" : difference.family()).append('\n');
    }
    return text.toString();
  }

  private static String number(@Nullable Double value) {
    return value == null || value.isNaN() ? "" : value.toString();
  }
}
