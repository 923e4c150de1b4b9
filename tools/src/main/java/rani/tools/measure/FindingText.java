// SPDX-License-Identifier: Apache-2.0
package rani.tools.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.Stream;
import rani.bench.harness.Comparison;
import rani.bench.harness.ContenderResult;
import rani.bench.harness.Finding;
import rani.bench.harness.Measures;
import rani.bench.harness.Spread;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.tools.screen.TerminalColours;

/** Formats a benchmark's finding: medians, and ratios with minimum and maximum. */
final class FindingText {
  private static final double MIB = 1 << 20;

  private FindingText() {}

  static String print(Finding finding) {
    StringBuilder text = new StringBuilder();
    text.append("\n" + finding.bench() + ", " + finding.variant() + ", ");
    text.append(Quantity.count(finding.rounds(), "round", "rounds") + "\n");
    Table table =
        switch (finding) {
          case Comparison comparison -> table(comparison);
          case Measures measures -> table(measures);
        };
    text.append(table.text(TerminalColours.ofStandardOutput()));
    finding.others().byKey().forEach((name, value) -> text.append(name + " " + value + "\n"));
    if (finding.isVoid()) {
      text.append("void: the reference strayed from itself; measure again on a quiet machine\n");
    }
    return text.toString();
  }

  private static Table table(Comparison comparison) {
    String unit = comparison.unit();
    Table table =
        new Table(
            List.of(
                "contender",
                ">" + unit + "s/s",
                ">CPU/" + unit,
                ">ratio",
                "",
                ">CPU ratio",
                "",
                ""));
    Stream.concat(
            Stream.of(comparison.reference(), comparison.control()), comparison.rivals().stream())
        .forEach(standing -> table.row(row(standing)));
    return table;
  }

  private static List<String> row(ContenderResult standing) {
    return List.of(
        standing.contender(),
        Quantity.figures(standing.perSecond().median()),
        Quantity.time(standing.cpuNanos().median()),
        median(standing.ratio()),
        range(standing.ratio()),
        median(standing.cpuRatio()),
        range(standing.cpuRatio()),
        standing.dropped() == 0
            ? ""
            : Quantity.count(standing.dropped(), "window dropped", "windows dropped"));
  }

  private static Table table(Measures measures) {
    SequencedSet<String> names = measures.names();
    List<String> headings = new ArrayList<>(List.of("contender"));
    names.forEach(name -> headings.add(">" + name));
    Table table = new Table(headings);
    for (Measures.Row row : measures.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.contender()));
      names.forEach(name -> cells.add(row.figure(name).map(FindingText::cell).orElse("")));
      table.row(cells);
    }
    return table;
  }

  private static String cell(Measures.Figure figure) {
    Spread values = figure.values();
    if (values.count() == 0) {
      return "";
    }
    return switch (figure.kind()) {
      case NANOS -> Quantity.time(values.median());
      case BYTES -> Quantity.figures(values.median() / MIB) + " MiB";
      case PER_SECOND -> Quantity.figures(values.median()) + "/s";
      case COUNT -> Quantity.figures(values.median());
      case PART -> Quantity.percent(values.median());
      case RATIO -> median(values) + " (" + range(values) + ")";
    };
  }

  private static String median(Spread ratio) {
    return ratio.count() == 0 ? "" : "%.2f".formatted(ratio.median());
  }

  private static String range(Spread ratio) {
    return ratio.count() == 0 ? "" : "%.2f…%.2f".formatted(ratio.minimum(), ratio.maximum());
  }
}
