// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.model.file.FileFormat;
import rani.nodehost.folder.RunDirectory;
import rani.study.trial.RunOptions;
import tools.jackson.core.JacksonException;

/**
 * The folder of a sweep.
 *
 * <pre>
 * experiment.yaml   what is run, its variables still open
 * sweep.json        what tells the sweep from others
 * provenance.json   who ran it, where, when and how
 * journal.jsonl     finished trials in order of completion
 * journal.damaged   the journal as it was when damage was last found in it
 * results.jsonl     finished trials sorted by hash, once there are all
 * summary.csv       a row per variant and metric, with differences from the baseline
 * trials.csv        a row per trial, a column per variable and metric
 * fields.json       what the columns of these two are
 * trial-K/          what is kept of the K-th trial of a live run
 * report.html, report.json
 * </pre>
 *
 * @param path of the folder, which need not exist
 */
public record SweepFolder(Path path) {
  public static final String SUMMARY_CSV = "summary.csv";
  public static final String EXPERIMENT = "experiment.yaml";
  public static final String RESULTS = "results.jsonl";

  public static final String IDENTITY = "sweep.json";

  /** Returns the folder of a sweep that has begun; throws {@link LabFailure} if there is none. */
  public static SweepFolder existing(Path path) throws LabFailure {
    if (!isBegun(path)) {
      throw LabFailure.ofInput(path + " is no folder of a sweep: it has no " + IDENTITY);
    }
    return new SweepFolder(path);
  }

  public static boolean isBegun(Path path) {
    return Files.isRegularFile(new SweepFolder(path).identityFile());
  }

  public void make() throws LabFailure {
    requireFolder();
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new LabFailure("cannot make the folder " + path + ": " + e, e);
    }
  }

  private void requireFolder() throws LabFailure {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new LabFailure(path + " is a file, not a folder");
    }
  }

  /** Returns whether the folder is empty or does not exist. A lock file does not count. */
  public boolean isEmpty() throws LabFailure {
    requireFolder();
    try (Stream<Path> files = Files.list(path)) {
      return files.allMatch(file -> file.equals(path.resolve(SweepLock.FILE)));
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      throw new LabFailure("cannot look into " + path + ": " + e, e);
    }
  }

  public Path experiment() {
    return path.resolve(EXPERIMENT);
  }

  public Path journal() {
    return path.resolve("journal.jsonl");
  }

  public Path damagedJournal() {
    return path.resolve("journal.damaged");
  }

  public Path results() {
    return path.resolve(RESULTS);
  }

  public Path provenance() {
    return path.resolve("provenance.json");
  }

  public Path summary() {
    return path.resolve(SUMMARY_CSV);
  }

  public Path trials() {
    return path.resolve(TrialsCsv.FILE);
  }

  public Path fields() {
    return path.resolve(TrialsCsv.FIELDS);
  }

  public Path report() {
    return path.resolve(RunDirectory.REPORT_PAGE);
  }

  /** Returns the folder of a live trial's own files. */
  public Path trial(long index) {
    return path.resolve("trial-" + (index + 1));
  }

  public Path identityFile() {
    return path.resolve(IDENTITY);
  }

  public boolean isLive() throws LabFailure {
    return identity().mode().equals(RunOptions.Mode.LIVE.text());
  }

  public SweepIdentity identity() throws LabFailure {
    try {
      return JsonText.read(identityFile(), FileFormat.SWEEP, SweepIdentity.class);
    } catch (IOException e) {
      throw new LabFailure("cannot read " + identityFile() + ": " + e.getMessage(), e);
    } catch (JacksonException e) {
      throw new LabFailure("cannot read " + identityFile() + ": " + JsonText.problem(e), e);
    }
  }
}
