// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.model.file.InputFile;
import rani.nodehost.folder.RunDirectory;
import rani.study.trial.RunOptions;
import tools.jackson.core.JacksonException;

/**
 * Where a sweep keeps everything.
 *
 * <pre>
 * experiment.yaml   what is run, its variables still open
 * sweep.json        what tells the sweep from others
 * provenance.json   who ran it, where, when and how
 * journal.jsonl     finished trials as they came
 * journal.damaged   the journal as it was when damage was last found in it
 * results.jsonl     finished trials sorted by hash, once there are all
 * summary.csv       a row per variant and metric, with differences from the baseline
 * trial-K/          what is kept of the K-th trial of a live run
 * report.html, report.json
 * </pre>
 *
 * @param path of the folder, which exists
 */
public record SweepFolder(Path path) {
  /** One row per metric of each variant. */
  public static final String SUMMARY_CSV = "summary.csv";

  /** What is run, as one file. */
  public static final String EXPERIMENT = "experiment.yaml";

  /** Where a row of each trial is found. */
  public static final String RESULTS = "results.jsonl";

  /** What tells the sweep from others. */
  public static final String IDENTITY = "sweep.json";

  /** A sweep's folder that is there, such as one to be merged or verified. */
  public static SweepFolder existing(Path path) throws LabFailure {
    SweepFolder folder = new SweepFolder(path);
    if (!isBegun(path)) {
      throw new LabFailure(path + " is no folder of a sweep: it has no " + IDENTITY);
    }
    return folder;
  }

  /** Whether a sweep has begun in a folder. */
  public static boolean isBegun(Path path) {
    return Files.isRegularFile(new SweepFolder(path).identityFile());
  }

  /** Makes it, unless it is there. */
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

  /** Whether there is nothing in it, or it is not there. */
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

  /** What is run. */
  public Path experiment() {
    return path.resolve(EXPERIMENT);
  }

  /** The finished trials as they came. */
  public Path journal() {
    return path.resolve("journal.jsonl");
  }

  /** The journal as it was when damage was last found in it. */
  public Path damagedJournal() {
    return path.resolve("journal.damaged");
  }

  /** All trials, sorted by hash. */
  public Path results() {
    return path.resolve(RESULTS);
  }

  /** Who ran it. */
  public Path provenance() {
    return path.resolve("provenance.json");
  }

  /** One row per variant and metric. */
  public Path summary() {
    return path.resolve(SUMMARY_CSV);
  }

  /** The page that shows it. */
  public Path report() {
    return path.resolve(RunDirectory.REPORT_PAGE);
  }

  /** Where a live trial keeps its own files. */
  public Path trial(long index) {
    return path.resolve("trial-" + (index + 1));
  }

  public Path identityFile() {
    return path.resolve(IDENTITY);
  }

  /** Whether its trials are live. */
  public boolean isLive() throws LabFailure {
    return identity().mode().equals(RunOptions.Mode.LIVE.text());
  }

  /** What tells the sweep from others. */
  public SweepIdentity identity() throws LabFailure {
    try {
      return JsonText.read(
          InputFile.bytes(identityFile(), InputFile.BYTES_MAX), SweepIdentity.class);
    } catch (IOException | JacksonException e) {
      throw new LabFailure("cannot read " + identityFile() + ": " + e.getMessage(), e);
    }
  }
}
