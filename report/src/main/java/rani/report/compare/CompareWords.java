// SPDX-License-Identifier: Apache-2.0
package rani.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import rani.report.ReportInput;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.paper.PaperNumbers;
import rani.study.compare.FinishedRun;
import rani.study.compare.RunComparison.OfMetric;
import rani.study.compare.RunComparison.WithOther;
import rani.study.statistics.MeanDifference;

/** Words about runs and their differences. Runs are called A, B, C and so on, in their order. */
public final class CompareWords {
  private static final int FILE_DIFFERENCES_MAX = 10;

  private CompareWords() {}

  /** Returns the letter of a run, by its index. */
  public static String letter(int index) {
    return Character.toString('A' + index);
  }

  /** Describes a run: {@code virtual time · seeds 1–20 · 20 trials · rani 1.0}. */
  public static String run(FinishedRun run) {
    boolean isHash = run.code().matches("[0-9a-f]{64}");
    String code = isHash ? "code " + run.code().substring(0, 12) : run.code();
    return String.join(
        " · ",
        run.experiment(),
        ReportInput.Provenance.world(run.mode()),
        run.seeds(),
        Figures.counted(run.trials().size(), "trial"),
        code);
  }

  /** Returns how the differences were found, and what else is known of the two, a line each. */
  public static List<String> about(WithOther other, String letter) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        other.files().stream()
            .limit(FILE_DIFFERENCES_MAX)
            .map(difference -> "the file of " + letter + " differs in " + difference)
            .toList());
    if (other.files().size() > FILE_DIFFERENCES_MAX) {
      lines.add("and in " + (other.files().size() - FILE_DIFFERENCES_MAX) + " more places");
    }
    if (other.digests() > 0) {
      lines.add(
          "%s of %s traces on common seeds are the same to the byte"
              .formatted(other.sameDigests(), other.digests()));
    }
    lines.add(how(other));
    if (other.onlyBefore() + other.onlyAfter() > 0) {
      lines.add(
          "%s that only A has and %s that only %s has are left out"
              .formatted(
                  Figures.counted((int) other.onlyBefore(), "variant"), other.onlyAfter(), letter));
    }
    return lines;
  }

  private static String how(WithOther other) {
    List<MeanDifference> all =
        other.variants().stream()
            .flatMap(variant -> variant.metrics().values().stream())
            .map(OfMetric::difference)
            .toList();
    if (all.stream().allMatch(difference -> difference.test() == MeanDifference.Test.NONE)) {
      return "single trials: there is no interval, and nothing tells what chance does";
    }
    boolean paired =
        all.stream().anyMatch(difference -> difference.test() == MeanDifference.Test.PAIRED);
    long family = all.stream().mapToLong(MeanDifference::family).max().orElse(0);
    return (paired
            ? "trials with common seeds are compared in pairs (paired t test)"
            : "no two seeds are common, so that means are compared (Welch's t test)")
        + ", corrected for up to "
        + family
        + " comparisons (Holm)";
  }

  /** Returns the difference for a cell: {@code 12.3 ± 1.1 percentage points less}. */
  public static String cell(String metric, MeanDifference difference) {
    if (difference.isSame()) {
      return "the same";
    }
    return isSeen(difference) ? words(metric, difference) : "no difference seen";
  }

  /** Returns whether there is a difference that chance hardly made, or of single trials any. */
  public static boolean isSeen(MeanDifference difference) {
    return !difference.isSame()
        && (difference.test() == MeanDifference.Test.NONE || difference.isSignificant());
  }

  private static String words(String metric, MeanDifference difference) {
    Unit unit = Unit.inRow(metric);
    return Figures.apart(unit, Math.abs(difference.mean()), difference.halfWidth95())
        + (difference.mean() < 0 ? " less" : " more");
  }

  /** Returns a sentence about a metric whose difference is seen. */
  public static String sentence(
      Map<String, String> variant, String metric, MeanDifference difference, String letter) {
    String where =
        variant.isEmpty()
            ? ""
            : "At "
                + variant.entrySet().stream()
                    .map(label -> label.getKey() + " " + label.getValue())
                    .collect(Collectors.joining(", "))
                + ", ";
    String sentence =
        "%sthe %s is %s in %s than in A."
            .formatted(where, PaperNumbers.inWords(metric), words(metric, difference), letter);
    return Figures.capitalised(sentence);
  }

  /** Returns how many metrics differ: {@code 5 of 40 numbers differ, 30 are the same, …}. */
  public static String counts(WithOther other) {
    List<MeanDifference> all =
        other.variants().stream()
            .flatMap(variant -> variant.metrics().values().stream())
            .map(OfMetric::difference)
            .toList();
    long same = all.stream().filter(MeanDifference::isSame).count();
    long seen = all.stream().filter(CompareWords::isSeen).count();
    long unseen = all.size() - same - seen;
    return "%s of %s numbers differ, %s are the same%s"
        .formatted(
            seen,
            all.size(),
            same,
            unseen == 0 ? "" : ", and in " + unseen + " no difference is seen");
  }
}
