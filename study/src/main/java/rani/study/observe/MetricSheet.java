// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import rani.model.topology.TopologyNode;
import rani.service.metric.MetricRow;

/**
 * What is known of every metric that a run may have: what it is called, counted in, computed from
 * and taken over. Each row is declared beside the code that measures it; here they come together.
 */
public final class MetricSheet {
  /** What stands for what differs. */
  private static final Pattern WORD = Pattern.compile("A->B|[A-Z]+");

  /** Of a node: its name or, if no node has it, its address. */
  private static final String PLACE =
      "((?!(?:"
          + String.join("|", TopologyNode.NAMES_OF_ALL)
          + ")(?:\\.|$))(?:[0-9]+(?:\\.[0-9]+){3}|[^.]+))";

  private static final String NUMBER = "([0-9]+)";
  private static final String REASON = "((?!total$)[^.]+)";
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
              FilterWatch.ROWS,
              OperationWatch.ROWS,
              LiveMetrics.ROWS)
          .flatMap(List::stream)
          .toList();

  private static final Map<String, List<Line>> BY_BEGINNING = byBeginning();

  private MetricSheet() {}

  /**
   * A metric of a run.
   *
   * @param row what is said of it
   * @param places what stands in its name for the words of the row's pattern
   */
  public record Named(MetricRow row, SequencedMap<String, String> places) {
    /** What it measures. */
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
      StringBuilder pattern = new StringBuilder();
      List<String> words = new ArrayList<>();
      Matcher word = WORD.matcher(row.pattern());
      int from = 0;
      while (word.find()) {
        words.add(word.group());
        pattern.append(Pattern.quote(row.pattern().substring(from, word.start())));
        pattern.append(
            switch (word.group()) {
              case "NODE", "SOURCE" -> PLACE;
              case "REASON" -> REASON;
              case "K" -> NUMBER;
              default -> ANYTHING;
            });
        from = word.end();
      }
      pattern.append(Pattern.quote(row.pattern().substring(from)));
      return new Line(row, Pattern.compile(pattern.toString()), words);
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

  private static Map<String, List<Line>> byBeginning() {
    Map<String, List<Line>> lines = new LinkedHashMap<>();
    for (MetricRow row : ROWS) {
      lines.computeIfAbsent(beginning(row.pattern()), _ -> new ArrayList<>()).add(Line.of(row));
    }
    return lines;
  }

  /** Up to the first dot, where no row has a word that stands for others. */
  private static String beginning(String metric) {
    int dot = metric.indexOf('.');
    return dot < 0 ? metric : metric.substring(0, dot);
  }

  /** Every row, in the order in which tables show them. */
  public static List<MetricRow> rows() {
    return ROWS;
  }

  /** Every row that a name fits: of a metric of a run there is one. */
  public static List<Named> all(String metric) {
    return BY_BEGINNING.getOrDefault(beginning(metric), List.of()).stream()
        .flatMap(line -> line.named(metric).stream())
        .toList();
  }

  /** What is known of a metric; empty if no run has one of that name. */
  public static Optional<Named> find(String metric) {
    return all(metric).stream().findFirst();
  }
}
