// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.FileFormat;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.nodehost.folder.RunDirectory;
import rani.study.observe.MetricOrder;
import rani.study.sweep.TrialsCsv;
import tools.jackson.core.JacksonException;

/**
 * Writes the report of a run: {@code report.html}, which needs no network; the CSV files with the
 * data of its charts and tables; and {@code report.json}, from which {@link ReportFile} can make
 * all of them again. The same input gives the same bytes. The page includes a {@code
 * recording.json} and a {@link Sensitivity} that exist in the folder.
 */
public final class Report {
  /** One row per packet that reached the observed queue. */
  public static final String QUEUE_CSV = "queue.csv";

  /** One row per source. */
  public static final String FLOWS_CSV = "flows.csv";

  /** One row per change of a congestion window; written only for runs with connections. */
  public static final String CONNECTIONS_CSV = "connections.csv";

  /** One row per transfer of a source; written only for runs with transfers. */
  public static final String COMPLETIONS_CSV = "flow-completions.csv";

  /** Two rows per flow of an edge, one each way; written only for runs with edges. */
  public static final String EDGE_FLOWS_CSV = "edge-flows.csv";

  /** One row per trial; written only for runs with several trials. */
  public static final String TRIALS_CSV = TrialsCsv.FILE;

  /**
   * The recording for the page's player; missing if the network is too large. A page is made
   * without it if a later version wrote it in a format that this one does not know.
   */
  public static final String RECORDING = "recording.json";

  private Report() {}

  /** Writes the files, each whole or not at all, into an existing folder; returns the page. */
  public static Path write(ReportInput input, Path folder) throws IOException {
    WholeFile.write(folder.resolve(QUEUE_CSV), Csv.queue(input.queue()));
    WholeFile.write(folder.resolve(FLOWS_CSV), Csv.flows(input.flows()));
    if (!input.connections().isEmpty()) {
      WholeFile.write(folder.resolve(CONNECTIONS_CSV), Csv.connections(input.connections()));
    }
    if (!input.transfers().isEmpty()) {
      WholeFile.write(folder.resolve(COMPLETIONS_CSV), Csv.completions(input.transfers()));
    }
    if (!input.edges().isEmpty()) {
      WholeFile.write(folder.resolve(EDGE_FLOWS_CSV), Csv.edgeFlows(input));
    }
    if (!input.trials().isEmpty()) {
      writeTrials(input.trials(), folder);
    }
    Sensitivity known = Sensitivity.in(folder).orElse(null);
    return keep(
        new ReportFile.Run(input), folder, new ReportPage(input, recording(folder), known).html());
  }

  private static void writeTrials(List<SweepReportInput.Row> trials, Path folder)
      throws IOException {
    SequencedSet<String> metrics = new LinkedHashSet<>();
    trials.forEach(row -> metrics.addAll(row.metrics().sequencedKeySet()));
    TrialsCsv table = new TrialsCsv(new LinkedHashMap<>(), new MetricOrder(metrics), metrics);
    WholeFile.<RuntimeException>write(
        folder.resolve(TRIALS_CSV),
        channel ->
            table.<RuntimeException>write(
                channel,
                sink -> {
                  for (SweepReportInput.Row row : trials) {
                    sink.accept(trial(row));
                  }
                }));
    WholeFile.write(folder.resolve(TrialsCsv.FIELDS), table.json());
  }

  private static TrialsCsv.Trial trial(SweepReportInput.Row row) {
    return new TrialsCsv.Trial(
        Integer.toString(row.repetition() + 1),
        row.parameters(),
        row.repetition(),
        row.seed(),
        row.passed(),
        row.failure(),
        row.metrics());
  }

  /** Writes a page and the input of its report. */
  static Path keep(ReportFile report, Path folder, String html) throws IOException {
    WholeFile.write(folder.resolve(ReportFile.NAME), ReportFile.text(report));
    Path page = folder.resolve(RunDirectory.REPORT_PAGE);
    WholeFile.write(page, html);
    return page;
  }

  private static @Nullable String recording(Path folder) throws IOException {
    Path file = folder.resolve(RECORDING);
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try {
      String text = InputFile.text(file);
      FileFormat.RECORDING.check(file, text);
      return text.strip();
    } catch (LabFailure | JacksonException e) {
      return null; // the player would misread it
    }
  }
}
