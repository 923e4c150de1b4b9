// SPDX-License-Identifier: Apache-2.0
package rani.tools.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.FolderRemoval;
import rani.ground.LabFailure;
import rani.model.host.TopologyHost;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.RunRecord;
import rani.testbed.host.AgentFolder;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.HOSTS)
@Command(
    name = "clean",
    description = {
      "Lists what killed runs have left here, and removes it with --yes.",
      "Sockets of nodes that have ended, folders of agents that have ended, and temporary files of"
          + " rani that are older than a day. Nodes end with the process that started them, and"
          + " their network namespaces with them, so that neither is ever left. Networks that are"
          + " up, and results, are not touched; --runs takes folders of runs, too."
    },
    footer = {"  rani clean", "  rani clean --yes", "  rani clean --runs --older 30"})
public final class CleanCommand extends RaniCommand {
  /** Files that a command makes for itself in the temporary folder, and removes at its end. */
  private static final Pattern TEMPORARY =
      Pattern.compile("rani-(agent|doctor|dist|bench-|crowd-)[0-9]+(\\.tar|\\.yaml)?");

  private static final Duration TEMPORARY_AGE_MIN = Duration.ofDays(1);

  /** Files of which every folder of a run or sweep has one. */
  private static final List<String> RUN_FILES =
      List.of("run.json", "result.json", "report.json", "sweep.json");

  @Option(names = "--yes", description = "Removes what is listed.")
  private boolean yes;

  @Option(
      names = "--runs",
      description = "Also folders of runs and sweeps below ./runs (or $RANI_RUNS), see --older.")
  private boolean runs;

  @Option(
      names = "--older",
      paramLabel = "DAYS",
      description = "With --runs: those in which no file was written for so many days, at least 1.")
  private @Nullable Integer older;

  @Option(names = "--json", description = "Prints one JSON object, nothing else.")
  private boolean json;

  private record Left(String path, String what) {}

  private record Cleaned(boolean removed, List<Left> left) {}

  @Override
  public Integer call() throws LabFailure {
    if (runs != (older != null)) {
      throw wrong("--runs goes with --older DAYS, which says how old they are at least");
    }
    if (older != null && older < 1) {
      throw wrong("--older is at least 1: a younger run may still be written");
    }
    List<Left> left = new ArrayList<>();
    try {
      sockets(left);
      for (Path folder : AgentFolder.left(agents())) {
        left.add(new Left(folder.toString(), "folder of an agent that has ended"));
      }
      temporary(left);
      if (older != null) {
        oldRuns(left, Duration.ofDays(older));
      }
    } catch (IOException | UncheckedIOException e) {
      throw new LabFailure("cannot look for what is left: " + e, e);
    }
    if (yes) {
      left.forEach(CleanCommand::remove);
    }
    if (json) {
      printJson(new Cleaned(yes, left));
      return OK;
    }
    left.forEach(each -> print("%s  %s", each.path, each.what));
    String many = Quantity.count(left.size(), "thing", "things");
    progress(
        left.isEmpty()
            ? "nothing is left"
            : yes ? many + " removed" : many + " left; `rani clean --yes` removes them");
    return OK;
  }

  private static void remove(Left each) {
    Path path = Path.of(each.path);
    if (path.toString().endsWith(ControlFolder.ENDING)) {
      ControlFolder.end(path); // and its folder, if that is empty then
    } else {
      FolderRemoval.remove(path);
    }
  }

  private static Path agents() {
    return Path.of(System.getProperty("user.home")).resolve(TopologyHost.FOLDER);
  }

  /** Finds the sockets of runs of which no node is alive. */
  private static void sockets(List<Left> left) throws IOException, LabFailure {
    for (Path folder : folders(RunDirectory.root(), CleanCommand::isLive)) {
      RunDirectory directory = new RunDirectory(folder);
      if (isAlive(directory)) {
        continue;
      }
      RunRecord run = RunRecord.read(directory.record());
      Stream.concat(run.nodes().stream(), run.keepers().stream())
          .map(NodeRecord::name)
          .flatMap(name -> ControlFolder.left(directory, name).stream())
          .forEach(each -> left.add(new Left(each.toString(), "socket of a node that has ended")));
      ControlFolder.leftOfKeeper(directory)
          .ifPresent(each -> left.add(new Left(each.toString(), "socket of a supervisor")));
    }
  }

  private static void temporary(List<Left> left) throws IOException {
    Instant before = Instant.now().minus(TEMPORARY_AGE_MIN);
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (Stream<Path> all = Files.list(folder)) {
      all.filter(each -> TEMPORARY.matcher(each.getFileName().toString()).matches())
          .filter(each -> isOwn(each) && lastWritten(each).isBefore(before))
          .sorted()
          .forEach(each -> left.add(new Left(each.toString(), "temporary file")));
    }
  }

  private static void oldRuns(List<Left> left, Duration age) throws IOException {
    Instant before = Instant.now().minus(age);
    for (Path folder : folders(RunDirectory.root(), CleanCommand::isOfRun)) {
      if (!isAlive(new RunDirectory(folder))
          && isOwn(folder)
          && lastWrittenIn(folder).isBefore(before)) {
        left.add(new Left(folder.toString(), "run"));
      }
    }
  }

  private static List<Path> folders(Path root, Predicate<Path> wanted) throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(root)) {
      return all.filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
          .filter(wanted)
          .sorted()
          .toList();
    }
  }

  private static boolean isLive(Path folder) {
    return Files.isRegularFile(new RunDirectory(folder).record());
  }

  private static boolean isOfRun(Path folder) {
    return RUN_FILES.stream().anyMatch(file -> Files.isRegularFile(folder.resolve(file)));
  }

  /** Reports whether a run has processes; one whose record cannot be read is left alone. */
  private static boolean isAlive(RunDirectory directory) {
    if (!isLive(directory.path())) {
      return false;
    }
    try {
      RunRecord run = RunRecord.read(directory.record());
      return run.engine() != null || run.hasKeeper() || !run.nodesAlive().isEmpty();
    } catch (LabFailure e) {
      return true;
    }
  }

  private static boolean isOwn(Path file) {
    try {
      String owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName();
      return owner.equals(System.getProperty("user.name"));
    } catch (IOException e) {
      return false; // it has just gone
    }
  }

  /** Returns when anything in a folder last changed: a sweep writes to one file for days. */
  private static Instant lastWrittenIn(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(CleanCommand::lastWritten).max(Comparator.naturalOrder()).orElse(Instant.MAX);
    } catch (UncheckedIOException e) {
      return Instant.MAX; // part of it cannot be read, or has just gone
    }
  }

  /** Returns when a file, or a folder's list of entries, last changed. */
  private static Instant lastWritten(Path file) {
    try {
      return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
    } catch (IOException e) {
      return Instant.MAX; // it has just gone
    }
  }
}
