// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

/**
 * A place of a table: {@code METRIC LABEL=VALUE… *FACTOR FORM}. With several results the metric is
 * {@code RESULTS:METRIC}. A metric may be a sum or a ratio of metrics, trial by trial: {@code a+b},
 * {@code a/b}. A value with a blank stands between single quotes. Forms:
 *
 * <pre>
 * mean.D    the mean with D decimals
 * ci.D      mean ± half the width of its 95 % interval
 * pair.D    the mean difference from the baseline's trial of the same seed, as a share of the
 *           baseline's mean, in %, with its 95 % interval
 * range.D   least to greatest
 * least.D, most.D, median.D, sum.D
 * paper     what the paper prints for those labels, from the experiment's `paper:`, as it stands
 *           there; paper.D a plain number of it times the factor
 * void      (v) where the number is not 0
 * </pre>
 *
 * @param text as it was written
 * @param results whose metric it is; null for the first of the table
 */
record Field(
    String text,
    @Nullable String results,
    String metric,
    SequencedMap<String, String> labels,
    double factor,
    String form,
    int decimals) {
  private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*')+");
  private static final Pattern FORM =
      Pattern.compile("(mean|ci|pair|range|least|most|median|sum|paper)\\.(\\d)|paper|void");
  private static final int AS_PRINTED = -1;
  private static final double PERCENT = 100;
  private static final String MINUS = "\u2212";

  static Field of(String text) throws LabFailure {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(word.group().replace("'", ""));
    }
    SequencedMap<String, String> labels = new LinkedHashMap<>();
    double factor = 1;
    String form = "";
    int decimals = AS_PRINTED;
    for (String each : words.subList(1, words.size())) {
      Matcher asked = FORM.matcher(each);
      if (each.startsWith("*")) {
        factor = factor(text, each);
      } else if (each.contains("=")) {
        String[] label = each.split("=", 2);
        labels.put(label[0], label[1]);
      } else if (asked.matches()) {
        form = asked.group(1) == null ? each : asked.group(1);
        decimals = asked.group(2) == null ? AS_PRINTED : Integer.parseInt(asked.group(2));
      } else {
        throw wrong(text, "`" + each + "` is neither LABEL=VALUE, *FACTOR nor a form");
      }
    }
    if (form.isEmpty()) {
      throw wrong(text, "has no form such as mean.2, or is no variable of its row");
    }
    String[] name = words.getFirst().split(":", 2);
    return new Field(
        text,
        name.length == 1 ? null : name[0],
        name[name.length - 1],
        labels,
        factor,
        form,
        decimals);
  }

  private static double factor(String text, String word) throws LabFailure {
    try {
      return Double.parseDouble(word.substring(1));
    } catch (NumberFormatException e) {
      throw wrong(text, "`" + word + "` is no factor");
    }
  }

  private static LabFailure wrong(String text, String why) {
    return new LabFailure("{" + text + "}: " + why);
  }

  /** Returns the name of the results that this field reads; {@code first} if it names none. */
  String resultsOr(String first) {
    return results == null ? first : results;
  }

  /** Returns the metrics that this field needs in the results. */
  List<String> metrics() {
    return form.equals("paper") ? List.of() : List.of(metric.split("[+/]"));
  }

  /** Returns the text that replaces this field in a row with these labels. */
  String shown(Map<String, String> row, SequencedMap<String, TableData> all) throws LabFailure {
    TableData of = all.get(resultsOr(all.firstEntry().getKey()));
    if (of == null) {
      throw wrong(text, "the table does not name `" + results + "`");
    }
    SequencedMap<String, String> with = new LinkedHashMap<>(row);
    with.putAll(labels);
    return switch (form) {
      case "paper" -> paper(of.printed(metric, with));
      case "pair" -> pair(of.pairs(metric, with));
      default -> shown(of.values(metric, with));
    };
  }

  private String paper(String printed) throws LabFailure {
    try {
      return decimals == AS_PRINTED ? printed : number(factor * Double.parseDouble(printed));
    } catch (NumberFormatException e) {
      throw wrong(text, "the paper prints `" + printed + "`, which is no plain number");
    }
  }

  private String pair(TableData.Pairs pairs) throws LabFailure {
    double base = Summary.of(pairs.baseline()).mean();
    if (base == 0) {
      throw wrong(text, "the baseline's mean is 0");
    }
    PairedDifference difference = PairedDifference.of(pairs.baseline(), pairs.other());
    double share = PERCENT / base;
    return withInterval(
        signed(share * difference.mean()), Math.abs(share) * difference.halfWidth95());
  }

  private String shown(double[] values) {
    for (int k = 0; k < values.length; k++) {
      values[k] *= factor;
    }
    Summary summary = Summary.of(values);
    return switch (form) {
      case "mean" -> number(summary.mean());
      case "ci" -> withInterval(number(summary.mean()), summary.halfWidth95());
      case "range" -> {
        String least = number(summary.min());
        String most = number(summary.max());
        yield least.equals(most) ? least : least + " to " + most;
      }
      case "least" -> number(summary.min());
      case "most" -> number(summary.max());
      case "median" -> number(summary.p50());
      case "sum" -> number(Arrays.stream(values).sum());
      case "void" -> summary.mean() == 0 ? "" : " (v)";
      default -> throw new IllegalStateException(form);
    };
  }

  /** Appends an interval, unless there is a single value or all values are the same. */
  private String withInterval(String mean, double half) {
    return Double.isNaN(half) || half == 0 ? mean : mean + " ± " + number(half);
  }

  private String signed(double value) {
    String shown = number(value);
    boolean positive = value > 0 && shown.chars().anyMatch(c -> c >= '1' && c <= '9');
    return positive ? "+" + shown : shown;
  }

  private String number(double value) {
    String text = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    boolean zero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return zero ? text.replace("-", "") : text.replace("-", MINUS);
  }
}
