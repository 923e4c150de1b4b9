// SPDX-License-Identifier: Apache-2.0
package rani.report.index;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import rani.ground.LabFailure;
import rani.model.file.WholeFile;
import rani.nodehost.folder.RunDirectory;
import rani.report.ReportFile;

/** Writes a page of all experiments below a folder, with the newest run or sweep of each. */
public final class ExperimentIndex {
  /** The maximum depth of the search below the folder. */
  public static final int DEPTH_MAX = 4;

  /** The most folders of runs and sweeps that are read. */
  public static final int FOLDERS_MAX = 10_000;

  private static final String EXPERIMENT = "experiment.yaml";

  private ExperimentIndex() {}

  /** The number of cards, and the folders that could not be shown, each with its reason. */
  public record Outcome(int experiments, List<String> broken) {}

  /** Writes a page of the runs and sweeps below a folder; fails if there are none. */
  public static Outcome write(Path below, Path page) throws LabFailure, IOException {
    if (!Files.isDirectory(below)) {
      throw RunDirectory.missing(below);
    }
    SequencedMap<String, IndexCard> cards = new LinkedHashMap<>();
    List<String> broken = new ArrayList<>();
    for (Found found : newestFirst(below)) {
      String name = below.relativize(found.folder()).toString();
      try {
        ReportFile report = ReportFile.read(found.folder());
        if (report instanceof ReportFile.OfChoices) {
          continue; // the cards of runs show deciding choices
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

  /** A folder, and the start of its run: the time of a file that is written once at the start. */
  private record Found(Path folder, FileTime begun) {}

  private static List<Found> newestFirst(Path below) throws IOException {
    List<Found> found = new ArrayList<>();
    Files.walkFileTree(
        below,
        Set.of(),
        DEPTH_MAX,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes unused)
              throws IOException {
            for (String name : List.of(EXPERIMENT, ReportFile.NAME)) {
              if (Files.exists(folder.resolve(name))) {
                found.add(new Found(folder, Files.getLastModifiedTime(folder.resolve(name))));
                return FileVisitResult.SKIP_SUBTREE;
              }
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
    found.sort(Comparator.comparing(Found::begun).reversed().thenComparing(Found::folder));
    return found;
  }
}
