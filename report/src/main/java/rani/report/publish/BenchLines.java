// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import tools.jackson.core.JacksonException;

/**
 * The parsed output of {@code rani bench --json}: a line for the machine, and one for each variant
 * of a case. Each contender in a variant becomes a row. Its metrics are the medians of its figures
 * and, with the suffixes {@code .minimum} and {@code .maximum}, their extremes. Figures of a whole
 * variant are in a row without a contender.
 */
record BenchLines(String machine, List<JsonObject> findings) {
  /** The columns that identify a row. */
  static final List<String> LABELS = List.of("variant", "contender");

  private static final String BENCH = "bench";
  private static final String MEDIAN = "median";
  private static final List<String> MANY = List.of("rivals", "contenders");
  private static final List<String> ONE = List.of("reference", "control");

  static BenchLines of(List<String> lines) throws LabFailure {
    String machine = "";
    List<JsonObject> findings = new ArrayList<>();
    for (int k = 0; k < lines.size(); k++) {
      JsonObject object;
      try {
        object = Json.object(lines.get(k));
      } catch (JacksonException e) {
        throw new LabFailure("line " + (k + 1) + " is no line of `rani bench --json`", e);
      }
      if (object.has(BENCH)) {
        findings.add(object);
      } else {
        machine =
            object.byKey().entrySet().stream()
                .map(fact -> fact.getKey() + " " + fact.getValue())
                .collect(Collectors.joining(", "));
      }
    }
    return new BenchLines(machine, findings);
  }

  /** Returns the names of all cases. */
  SequencedSet<String> cases() {
    SequencedSet<String> names = new LinkedHashSet<>();
    findings.forEach(finding -> names.add(String.valueOf(finding.find(BENCH))));
    return names;
  }

  /** Returns the rows of a case. */
  List<ResultFile.Row> rows(String name) {
    List<ResultFile.Row> rows = new ArrayList<>();
    for (JsonObject finding : findings) {
      if (name.equals(finding.find(BENCH))) {
        add(finding, rows);
      }
    }
    return rows;
  }

  private static void add(JsonObject finding, List<ResultFile.Row> rows) {
    String variant = String.valueOf(finding.find("variant"));
    SequencedMap<String, Double> whole = new LinkedHashMap<>();
    finding
        .byKey()
        .forEach(
            (key, value) -> {
              if (MANY.contains(key) && value instanceof List<?> contenders) {
                contenders.forEach(each -> add(variant, each, rows));
              } else if (ONE.contains(key)) {
                add(variant, value, rows);
              } else {
                collect(key, value, whole);
              }
            });
    rows.add(new ResultFile.Row(labels(variant, ""), 0, whole));
  }

  private static void add(String variant, @Nullable Object contender, List<ResultFile.Row> rows) {
    if (contender instanceof Map<?, ?> facts) {
      SequencedMap<String, Double> figures = new LinkedHashMap<>();
      facts.forEach((key, value) -> collect(String.valueOf(key), value, figures));
      String name = String.valueOf(facts.get("contender"));
      rows.add(new ResultFile.Row(labels(variant, name), 0, figures));
    }
  }

  private static SequencedMap<String, String> labels(String variant, String contender) {
    SequencedMap<String, String> labels = new LinkedHashMap<>();
    labels.put(LABELS.getFirst(), variant);
    labels.put(LABELS.getLast(), contender);
    return labels;
  }

  private static void collect(
      String key, @Nullable Object value, SequencedMap<String, Double> figures) {
    switch (value) {
      case Number number -> figures.put(key, number.doubleValue());
      case Boolean truth -> figures.put(key, truth ? 1.0 : 0.0);
      case Map<?, ?> inside ->
          inside.forEach(
              (name, deeper) ->
                  collect(MEDIAN.equals(name) ? key : key + "." + name, deeper, figures));
      case null, default -> {} // words are no figures
    }
  }
}
