// SPDX-License-Identifier: Apache-2.0
package rani.study.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.file.FileFormat;
import rani.model.file.InputFile;
import rani.nodehost.folder.RunDirectory;
import rani.study.experiment.SweepFile;
import rani.study.sweep.JournalRows;
import rani.study.sweep.JsonText;
import rani.study.sweep.NamedMetrics;
import rani.study.sweep.Rows;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepIdentity;
import rani.study.sweep.TrialRow;
import tools.jackson.core.JacksonException;

/**
 * A finished run or sweep: where it lies, what it was, and what its trials measured. Folders of
 * other versions of rani are read, too, as far as they hold these facts.
 *
 * @param code version of the code that ran a sweep; of a run the version of rani
 * @param named metrics that its file names, the most relevant first
 */
public record FinishedRun(
    Path folder,
    String experiment,
    String mode,
    String code,
    List<Trial> trials,
    SequencedSet<String> named) {
  /** The most trials that are compared, all of whose numbers are in memory. */
  public static final int TRIALS_MAX = 20_000;

  private static final String REPORT = "report.json";

  /**
   * A trial that did not break off, with the labels of its variant, and its digest if it has one.
   */
  public record Trial(
      SequencedMap<String, String> labels,
      long seed,
      @Nullable String digest,
      Map<String, Double> metrics) {}

  /**
   * Reads a folder.
   *
   * @throws LabFailure if it holds no run or sweep that has ended, or too many trials
   */
  public static FinishedRun read(Path folder) throws LabFailure {
    if (!Files.isDirectory(folder)) {
      throw RunDirectory.missing(folder);
    }
    try {
      return SweepFolder.isBegun(folder) ? sweep(new SweepFolder(folder)) : run(folder);
    } catch (IOException e) {
      throw new LabFailure("cannot read " + folder + ": " + e.getMessage(), e);
    }
  }

  private static FinishedRun sweep(SweepFolder folder) throws IOException, LabFailure {
    SweepIdentity identity = folder.identity();
    List<Trial> trials = new ArrayList<>();
    try (Rows rows = JournalRows.of(folder)) {
      if (rows.count() > TRIALS_MAX) {
        throw new LabFailure(
            "%s has %s trials, and at most %s are compared"
                .formatted(folder.path(), rows.count(), TRIALS_MAX));
      }
      for (Rows.Place place : rows.byIndex()) {
        TrialRow row = rows.row(place);
        if (row.failure() == null) {
          trials.add(new Trial(row.parameters(), row.seed(), row.digest(), row.metrics()));
        }
      }
    }
    return new FinishedRun(
        folder.path(),
        identity.experiment(),
        identity.mode(),
        identity.code(),
        trials,
        named(folder.experiment()));
  }

  /** Returns what the file names; nothing if this version of rani cannot read it. */
  private static SequencedSet<String> named(Path file) {
    try {
      return new LinkedHashSet<>(NamedMetrics.of(SweepFile.load(file, List.of(), List.of())));
    } catch (FileError e) {
      return new LinkedHashSet<>();
    }
  }

  /** The parts of a run's {@code report.json} that are needed. */
  record Report(@Nullable Run run) {
    record Run(
        Subject subject,
        Provenance provenance,
        List<Expectation> expectations,
        SequencedMap<String, Double> metrics,
        SequencedMap<String, String> printed,
        List<Row> trials,
        List<String> plotted) {}

    record Subject(String experiment) {}

    record Provenance(String mode, long seed, String version, @Nullable String digest) {}

    record Expectation(String metric) {}

    record Row(long seed, SequencedMap<String, Double> metrics) {}
  }

  private static FinishedRun run(Path folder) throws IOException, LabFailure {
    Path file = folder.resolve(REPORT);
    if (!Files.exists(file)) {
      throw new LabFailure(
          folder + " is no folder of a run or sweep that has ended: it has no " + REPORT);
    }
    try {
      Report.Run run = JsonText.read(file, FileFormat.REPORT, Report.class).run();
      if (run == null) {
        throw new LabFailure(file + " is not the report of a run");
      }
      return run(folder, run);
    } catch (JacksonException e) {
      throw new LabFailure(file + " is not what a run writes: " + JsonText.problem(e), e);
    }
  }

  private static FinishedRun run(Path folder, Report.Run run) throws IOException, LabFailure {
    SequencedSet<String> named = new LinkedHashSet<>();
    run.expectations().forEach(expectation -> named.add(expectation.metric()));
    named.addAll(run.printed().sequencedKeySet());
    named.addAll(run.plotted());
    List<Trial> trials = new ArrayList<>();
    if (run.trials().isEmpty()) {
      trials.add(
          new Trial(
              new LinkedHashMap<>(),
              run.provenance().seed(),
              run.provenance().digest(),
              run.metrics()));
    }
    List<String> digests = run.trials().isEmpty() ? List.of() : digests(folder);
    for (Report.Row row : run.trials()) {
      int k = trials.size();
      trials.add(
          new Trial(
              new LinkedHashMap<>(),
              row.seed(),
              k < digests.size() ? digests.get(k) : null,
              row.metrics()));
    }
    return new FinishedRun(
        folder,
        run.subject().experiment(),
        run.provenance().mode(),
        "rani " + run.provenance().version(),
        trials,
        named);
  }

  private static List<String> digests(Path folder) throws IOException, LabFailure {
    Path file = new RunDirectory(folder).result();
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = InputFile.text(file);
    FileFormat.RESULT.check(file, text);
    JsonObject result = Json.object(text);
    return result.find("digests") instanceof List<?> digests
        ? digests.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** Returns the values of each variable that occur, in order; empty for a run. */
  public SequencedMap<String, List<String>> variables() {
    SequencedMap<String, SequencedSet<String>> values = new LinkedHashMap<>();
    for (Trial trial : trials) {
      trial
          .labels()
          .forEach(
              (name, value) ->
                  values.computeIfAbsent(name, any -> new LinkedHashSet<>()).add(value));
    }
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    values.forEach((name, of) -> variables.put(name, List.copyOf(of)));
    return variables;
  }

  FinishedRun with(List<Trial> others) {
    return new FinishedRun(folder, experiment, mode, code, others, named);
  }

  boolean isSweep() {
    return SweepFolder.isBegun(folder);
  }

  /** Returns the resolved file, if the folder has it. */
  Optional<Path> file() {
    return Optional.of(folder.resolve(SweepFolder.EXPERIMENT)).filter(Files::exists);
  }

  /** Returns the least and the greatest seed in words: {@code seeds 1–20}. */
  public String seeds() {
    long least = trials.stream().mapToLong(Trial::seed).min().orElse(0);
    long most = trials.stream().mapToLong(Trial::seed).max().orElse(0);
    return least == most ? "seed " + least : "seeds " + least + "–" + most;
  }
}
