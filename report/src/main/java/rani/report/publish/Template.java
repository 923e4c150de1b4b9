// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.ground.LabFailure;

/**
 * A table with places to be filled.
 *
 * <p>A row behind {@code for VARIABLE…:} is repeated for each value that the results have, in the
 * order of the file, or for those that are listed, {@code for delay=10ms,300ms:}. {@code
 * {VARIABLE}} is the value, {@code {^VARIABLE}} only where it differs from the row above.
 *
 * <p>What else stands in braces is a {@link Field}.
 */
record Template(List<Line> lines) {
  private static final Pattern PLACE = Pattern.compile("\\{([^{}]+)\\}");
  private static final Pattern FOR = Pattern.compile("for ([^:]+):\\s*(\\|.*)");
  private static final Pattern AMOUNT = Pattern.compile("(-?[\\d.]+)([A-Za-z%].*)");

  static Template of(String text) {
    return new Template(text.strip().lines().map(line -> Line.of(line.strip())).toList());
  }

  /**
   * A line with places, and the variables for which it is repeated, each with its listed values; an
   * empty list stands for all values.
   */
  private record Line(SequencedMap<String, List<String>> variables, String cells) {
    static Line of(String text) {
      Matcher repeated = FOR.matcher(text);
      SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
      if (!repeated.matches()) {
        return new Line(variables, text);
      }
      for (String variable : repeated.group(1).split(" +")) {
        String[] words = variable.split("=", 2);
        variables.put(words[0], words.length == 1 ? List.of() : List.of(words[1].split(",")));
      }
      return new Line(variables, repeated.group(2));
    }

    boolean isVariable(String place) {
      return variables.containsKey(place.startsWith("^") ? place.substring(1) : place);
    }
  }

  /** Returns the needed metrics by results; {@code first} is for fields that name no results. */
  SequencedMap<String, SequencedSet<String>> metrics(String first) throws LabFailure {
    SequencedMap<String, SequencedSet<String>> found = new LinkedHashMap<>();
    for (Line line : lines) {
      Matcher place = PLACE.matcher(line.cells);
      while (place.find()) {
        String text = place.group(1).strip();
        if (!line.isVariable(text)) {
          Field field = Field.of(text);
          found
              .computeIfAbsent(field.resultsOr(first), _ -> new LinkedHashSet<>())
              .addAll(field.metrics());
        }
      }
    }
    return found;
  }

  /** Fills the template; fields that name no results use the first. */
  String filled(SequencedMap<String, TableData> results) throws LabFailure {
    StringBuilder text = new StringBuilder();
    Map<String, String> above = Map.of();
    for (Line line : lines) {
      for (SequencedMap<String, String> labels : combined(line, results)) {
        text.append(filled(line, labels, above, results)).append('\n');
        above = labels;
      }
    }
    return text.toString();
  }

  private static List<SequencedMap<String, String>> combined(
      Line line, SequencedMap<String, TableData> results) throws LabFailure {
    List<SequencedMap<String, String>> combined = List.of(new LinkedHashMap<>());
    for (Map.Entry<String, List<String>> variable : line.variables.entrySet()) {
      List<String> values = variable.getValue();
      if (values.isEmpty()) {
        values = values(variable.getKey(), results);
      }
      List<SequencedMap<String, String>> more = new ArrayList<>();
      for (SequencedMap<String, String> labels : combined) {
        for (String value : values) {
          SequencedMap<String, String> with = new LinkedHashMap<>(labels);
          with.put(variable.getKey(), value);
          more.add(with);
        }
      }
      combined = more;
    }
    return combined;
  }

  private static List<String> values(String variable, SequencedMap<String, TableData> results)
      throws LabFailure {
    for (TableData one : results.values()) {
      List<String> values = one.variables().get(variable);
      if (values != null) {
        return values;
      }
    }
    throw new LabFailure("no results of the table have a variable `" + variable + "`");
  }

  private static String filled(
      Line line,
      Map<String, String> labels,
      Map<String, String> above,
      SequencedMap<String, TableData> results)
      throws LabFailure {
    StringBuilder text = new StringBuilder();
    Matcher place = PLACE.matcher(line.cells);
    while (place.find()) {
      String asked = place.group(1).strip();
      String shown =
          line.isVariable(asked)
              ? value(asked, labels, above)
              : Field.of(asked).shown(labels, results);
      place.appendReplacement(text, Matcher.quoteReplacement(shown));
    }
    return place.appendTail(text).toString();
  }

  private static String value(String asked, Map<String, String> labels, Map<String, String> above) {
    boolean onlyOther = asked.startsWith("^");
    String name = onlyOther ? asked.substring(1) : asked;
    String value = labels.getOrDefault(name, "");
    UnaryOperator<String> spaced = text -> AMOUNT.matcher(text).replaceFirst("$1 $2");
    return onlyOther && value.equals(above.get(name)) ? "" : spaced.apply(value);
  }
}
