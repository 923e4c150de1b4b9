// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

final class TopTable {
  private static final String FORMAT =
      "%-10s %-8s %-10s %-5s %9s %9s %9s %9s %6s %5s %8s %6s %8s  %s";
  private static final String HEAD =
      "node       place    peer       state  in pkt/s  in bit/s "
          + "out pkt/s out bit/s   used queue  average  limit late p99  drops/s";
  private static final double THOUSAND = 1000;
  private static final String[] PREFIXES = {"", "k", "M", "G", "T"};

  private TopTable() {}

  enum Sort {
    NODE,
    IN,
    OUT,
    QUEUE,
    UTILISATION,
    DROPS
  }

  /** Sorts rows. Ties keep the topology's order. */
  static List<TopRow> sorted(List<TopRow> rows, Sort sort) {
    Comparator<TopRow> most =
        switch (sort) {
          case NODE -> Comparator.comparingInt(row -> 0);
          case IN -> most(row -> of(row, TopRow.Traffic::inBitsPerSecond));
          case OUT -> most(row -> of(row, TopRow.Traffic::outBitsPerSecond));
          case QUEUE -> most(TopRow::queuedPackets);
          case UTILISATION -> most(row -> row.utilisation() == null ? -1 : row.utilisation());
          case DROPS -> most(TopRow::drops);
        };
    return rows.stream().sorted(most).toList();
  }

  private static Comparator<TopRow> most(ToDoubleFunction<TopRow> of) {
    return Comparator.comparingDouble(of).reversed();
  }

  private static double of(TopRow row, ToDoubleFunction<TopRow.Traffic> figure) {
    return row.traffic() == null ? 0 : figure.applyAsDouble(row.traffic());
  }

  /** Returns the lines of the table, heading first. */
  static List<String> lines(List<TopRow> rows) {
    List<String> lines = new ArrayList<>();
    lines.add(HEAD);
    for (TopRow row : rows) {
      TopRow.Traffic link = row.traffic();
      lines.add(
          String.format(
                  FORMAT,
                  row.node(),
                  row.place(),
                  link == null ? "" : link.peer(),
                  link == null ? "" : link.state(),
                  link == null ? "" : short3(link.inPacketsPerSecond()),
                  link == null ? "" : short3(link.inBitsPerSecond()),
                  link == null ? "" : short3(link.outPacketsPerSecond()),
                  link == null ? "" : short3(link.outBitsPerSecond()),
                  row.utilisation() == null
                      ? ""
                      : String.format(Locale.ROOT, "%.0f%%", 100 * row.utilisation()),
                  short3(row.queuedPackets()),
                  String.format(Locale.ROOT, "%.1f", row.averagePackets()),
                  short3(row.limitPackets()),
                  String.format(Locale.ROOT, "%.1fms", row.lateP99Milliseconds()),
                  drops(row))
              .stripTrailing());
    }
    return lines;
  }

  private static String drops(TopRow row) {
    return row.dropsPerSecond().entrySet().stream()
        .map(drops -> short3(drops.getValue()) + " " + drops.getKey())
        .collect(Collectors.joining(", "));
  }

  /** Formats three significant digits with an SI prefix: {@code 1.25M}. */
  static String short3(double value) {
    double left = value;
    int prefix = 0;
    while (left >= THOUSAND - 0.5 && prefix < PREFIXES.length - 1) {
      left /= THOUSAND;
      prefix++;
    }
    boolean whole = left >= 99.95 || left == Math.rint(left);
    String format = whole ? "%.0f%s" : left >= 9.995 ? "%.1f%s" : "%.2f%s";
    return String.format(Locale.ROOT, format, left, PREFIXES[prefix]);
  }
}
