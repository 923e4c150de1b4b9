// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import rani.nodehost.edge.ProgramFacts;
import rani.service.metric.MetricRow;

/** Metrics of the programs at edges. */
public final class ProgramMetrics {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          edge.PROGRAM.exit-code | ORDINAL | RUN | the operating system
            exit code of program PROGRAM
            what the program at an edge ended with before the run did; 128 and the signal's number
            if a signal ended it
          edge.PROGRAM.duration-seconds | MACHINE_SECONDS | RUN | the node's clock
            seconds that program PROGRAM ran
            time from the start of the program at an edge to its end or, if it had none, the run's
          """);

  private static final String BEGINNING = "edge.";
  private static final String EXIT_CODE = ".exit-code";
  private static final String DURATION = ".duration-seconds";

  private ProgramMetrics() {}

  /** Adds what became of programs that have started. */
  public static void addTo(Map<String, Double> metrics, List<ProgramFacts> programs) {
    for (ProgramFacts program : programs) {
      if (program.hasEnded()) {
        metrics.put(exitCode(program.program()), (double) program.exitCode());
      }
      if (!program.state().equals(ProgramFacts.WAITING)) {
        metrics.put(duration(program.program()), program.seconds());
      }
    }
  }

  /** Returns the programs that have started, by the names of a run's metrics. */
  public static List<String> programs(Collection<String> metrics) {
    return metrics.stream()
        .filter(metric -> metric.startsWith(BEGINNING) && metric.endsWith(DURATION))
        .map(metric -> metric.substring(BEGINNING.length(), metric.length() - DURATION.length()))
        .toList();
  }

  public static String exitCode(String program) {
    return BEGINNING + program + EXIT_CODE;
  }

  public static String duration(String program) {
    return BEGINNING + program + DURATION;
  }
}
