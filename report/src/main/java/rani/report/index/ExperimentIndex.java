// SPDX-License-Identifier: Apache-2.0
package rani.report.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.model.file.WholeFile;
import rani.nodehost.folder.RunDirectory;
import rani.report.ReportFile;

/**
 * One page of all experiments: the newest run or sweep of each below a folder. What cannot be read
 * is named on the page.
 */
public final class ExperimentIndex {
  /** How deep below the folder runs and sweeps are looked for. */
  public static final int DEPTH_MAX = 4;

  /** Folders of runs and sweeps that are looked into. */
  public static final int FOLDERS_MAX = 10_000;

  private static final String EXPERIMENT = "experiment.yaml";

  private ExperimentIndex() {}

  /**
   * What an index holds.
   *
   * @param experiments how many are shown
   * @param broken folders that could not be shown, each with its reason
   */
  public record Outcome(int experiments, List<String> broken) {}

  /**
   * Writes the page.
   *
   * @param below where runs and sweeps are looked for
   * @param page the file; an older one is replaced, and its folder is made if it is missing
   * @throws LabFailure if there is no such folder, or nothing in it
   * @throws IOException if the page cannot be written
   */
  public static Outcome write(Path below, Path page) throws LabFailure, IOException {
    if (!Files.isDirectory(below)) {
      throw new LabFailure("there is no folder " + below);
    }
    SequencedMap<String, IndexCard> cards = new LinkedHashMap<>();
    List<String> broken = new ArrayList<>();
    for (Found found : newestFirst(below)) {
      String name = below.relativize(found.folder()).toString();
      try {
        ReportFile report = ReportFile.read(found.folder());
        if (report instanceof ReportFile.OfChoices) {
          continue; // what decides stands with the runs themselves
        }
        String experiment = experiment(report);
        if (!cards.containsKey(experiment)) {
          cards.put(
              experiment, IndexCard.of(report, found.folder().resolve(RunDirectory.REPORT_PAGE)));
        }
      } catch (LabFailure e) {
        broken.add(name + ": " + reason(found, e));
      } catch (IllegalArgumentException e) {
        broken.add(name + ": " + e.getMessage());
      }
    }
    if (cards.isEmpty() && broken.isEmpty()) {
      throw new LabFailure("no run and no sweep below " + below);
    }
    Path folder = page.toAbsolutePath().normalize().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    WholeFile.write(page, new IndexPage(List.copyOf(cards.values()), broken, page).html());
    return new Outcome(cards.size(), broken);
  }

  private static String experiment(ReportFile report) {
    return switch (report) {
      case ReportFile.Run run -> run.input().subject().experiment();
      case ReportFile.Sweep sweep -> sweep.input().subject().experiment();
      case ReportFile.OfChoices choices -> choices.input().subject().experiment();
    };
  }

  private static String reason(Found found, LabFailure failure) {
    return Files.exists(found.folder().resolve(ReportFile.NAME))
        ? String.valueOf(failure.getMessage())
        : "has no " + ReportFile.NAME + "; it broke off, still runs, or is of an older version";
  }

  /**
   * A folder of a run or sweep.
   *
   * @param begun when it was started; the resolved experiment is written once, at its beginning
   */
  private record Found(Path folder, FileTime begun) {}

  private static List<Found> newestFirst(Path below) throws IOException {
    List<Found> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          below,
          EnumSet.noneOf(java.nio.file.FileVisitOption.class),
          DEPTH_MAX,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes unused) {
              Path experiment = folder.resolve(EXPERIMENT);
              Path report = folder.resolve(ReportFile.NAME);
              if (Files.exists(experiment) || Files.exists(report)) {
                found.add(new Found(folder, time(Files.exists(experiment) ? experiment : report)));
                return FileVisitResult.SKIP_SUBTREE;
              }
              return found.size() < FOLDERS_MAX
                  ? FileVisitResult.CONTINUE
                  : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    found.sort(Comparator.comparing(Found::begun).reversed().thenComparing(Found::folder));
    return found;
  }

  private static FileTime time(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
