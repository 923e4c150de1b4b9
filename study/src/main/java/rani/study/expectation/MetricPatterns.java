// SPDX-License-Identifier: Apache-2.0
package rani.study.expectation;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Quoted;

/** Metrics that a user asks for: names, or patterns in which {@code *} is any text. */
public final class MetricPatterns {
  private static final String ANY = "*";

  /** What was asked for as written, with its pattern. */
  private final SequencedMap<String, Pattern> asked = new LinkedHashMap<>();

  private final Location at;

  private MetricPatterns(List<String> asked, Location at) {
    asked.forEach(name -> this.asked.put(name, pattern(name)));
    this.at = at;
  }

  private static Pattern pattern(String name) {
    return Pattern.compile(
        Stream.of(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  /**
   * Reads what was asked for; nothing means all metrics.
   *
   * @param option of the command line, such as {@code --metric}
   * @throws FileError for a name that no run can have
   */
  public static MetricPatterns of(List<String> asked, String option) throws FileError {
    Location at = Location.ofFile(option);
    Problems problems = new Problems();
    for (String name : asked) {
      if (MetricNames.isRelative(name)) {
        problems.report(at, Quoted.of(name) + " is a comparison, and no metric of a run");
      } else if (!name.contains(ANY)) {
        MetricNames.check(name, at, problems);
      }
    }
    problems.throwIfAny();
    return new MetricPatterns(asked, at);
  }

  /** Returns whether a metric is among those that were asked for. */
  public boolean asksFor(String metric) {
    return asked.isEmpty()
        || asked.values().stream().anyMatch(pattern -> pattern.matcher(metric).matches());
  }

  /**
   * Returns the metrics that were asked for, in the order of the request.
   *
   * @param known names of the metrics that there are
   * @throws FileError for a name or pattern that fits none of these
   */
  public SequencedSet<String> select(Collection<String> known) throws FileError {
    SequencedSet<String> selected = new LinkedHashSet<>();
    Problems problems = new Problems();
    asked.forEach(
        (name, pattern) -> {
          List<String> fitting =
              known.stream().filter(each -> pattern.matcher(each).matches()).toList();
          if (fitting.isEmpty()) {
            problems.reportName(at, "nothing has the metric " + Quoted.of(name), name, known);
          }
          selected.addAll(fitting);
        });
    problems.throwIfAny();
    if (asked.isEmpty()) {
      selected.addAll(known);
    }
    return selected;
  }
}
