// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rani.model.topology.TopologyNode;
import rani.nodehost.edge.EdgeMetrics;
import rani.service.metric.MetricRow;

/**
 * Descriptions of all metrics: name, unit, computation and span. Each row is declared beside the
 * code that measures the metric, and this class collects the rows.
 */
public final class MetricSheet {
  private static final Pattern WORD = Pattern.compile("A->B|[A-Z]+");

  /** Pattern of a node in a metric's name: its name, or an address that no node has. */
  private static final String PLACE =
      "((?!(?:"
          + String.join("|", TopologyNode.NAMES_OF_ALL)
          + ")(?:\\.|$))(?:[0-9]+(?:\\.[0-9]+){3}|[^.]+))";

  private static final String NUMBER = "([0-9]+)";
  private static final String REASON = "((?!total$)[^.]+)";
  private static final String CLASS = "(small|medium|large)";
  private static final String ANYTHING = "(.+)";

  private static final List<MetricRow> ROWS =
      Stream.of(
              ServiceNotes.rows(),
              PacketWatch.ROWS,
              Observations.ROWS,
              QueueWatch.ROWS,
              LinkWatch.ROWS,
              SojournWatch.ROWS,
              ConnectionMetrics.ROWS,
              FlowWatch.ROWS,
              EdgeMetrics.ROWS,
              FilterWatch.ROWS,
              OperationWatch.ROWS,
              LiveMetrics.ROWS,
              ProgramMetrics.ROWS,
              Iperf3Metrics.ROWS)
          .flatMap(List::stream)
          .toList();

  private static final Map<String, List<Line>> BY_BEGINNING =
      ROWS.stream()
          .map(Line::of)
          .collect(Collectors.groupingBy(line -> beginning(line.row().pattern())));

  private MetricSheet() {}

  /** A metric of a run: its description, and the values of the placeholders in its pattern. */
  public record Named(MetricRow row, SequencedMap<String, String> places) {
    public String inWords() {
      String text = row.words();
      for (Map.Entry<String, String> place : places.entrySet()) {
        text =
            Pattern.compile("\\b" + place.getKey() + "\\b")
                .matcher(text)
                .replaceAll(Matcher.quoteReplacement(place.getValue()));
      }
      return text;
    }
  }

  private record Line(MetricRow row, Pattern pattern, List<String> words) {
    static Line of(MetricRow row) {
      String pattern =
          WORD.matcher(row.pattern())
              .replaceAll(word -> Matcher.quoteReplacement("\\E" + form(word.group()) + "\\Q"));
      return new Line(
          row,
          Pattern.compile("\\Q" + pattern + "\\E"),
          WORD.matcher(row.pattern()).results().map(MatchResult::group).toList());
    }

    private static String form(String word) {
      return switch (word) {
        case "NODE", "SOURCE" -> PLACE;
        case "REASON" -> REASON;
        case "K" -> NUMBER;
        case "CLASS" -> CLASS;
        default -> ANYTHING;
      };
    }

    Optional<Named> named(String metric) {
      Matcher matcher = pattern.matcher(metric);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      SequencedMap<String, String> places = new LinkedHashMap<>();
      for (int k = 0; k < words.size(); k++) {
        places.put(words.get(k), matcher.group(k + 1));
      }
      return Optional.of(new Named(row, places));
    }
  }

  /** Returns the name up to the first dot; no row has a placeholder there. */
  static String beginning(String metric) {
    int dot = metric.indexOf('.');
    return dot < 0 ? metric : metric.substring(0, dot);
  }

  public static List<MetricRow> rows() {
    return ROWS;
  }

  /** Returns the rows whose pattern a name fits; a metric of a run fits exactly one. */
  public static List<Named> all(String metric) {
    return BY_BEGINNING.getOrDefault(beginning(metric), List.of()).stream()
        .flatMap(line -> line.named(metric).stream())
        .toList();
  }

  /** Returns the description of a metric; empty if no run can have a metric of that name. */
  public static Optional<Named> find(String metric) {
    return all(metric).stream().findFirst();
  }
}
