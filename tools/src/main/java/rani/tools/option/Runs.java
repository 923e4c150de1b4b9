// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import rani.ground.LabFailure;
import rani.model.file.Nearest;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.RunRecord;

/** Finds the folder of the run that a command names. */
public final class Runs {
  private Runs() {}

  /**
   * Returns the folder of a run that is up, by its name, a unique prefix of it, or its folder; null
   * selects the only run that is up. A run of another folder on this host is found by its whole
   * name, so that no prefix ends a network that its user did not mean.
   */
  public static RunDirectory chosen(CommandSpec spec, @Nullable String run) throws LabFailure {
    Path root = RunDirectory.root();
    if (run != null) {
      for (Path folder : List.of(root.resolve(run), Path.of(run))) {
        if (Files.exists(new RunDirectory(folder).record())) {
          return new RunDirectory(folder);
        }
      }
    }
    List<String> names = RunRecord.alive(root).stream().map(RunRecord::run).toList();
    List<String> fitting =
        names.stream().filter(name -> run == null || name.startsWith(run)).toList();
    if (fitting.size() == 1) {
      return new RunDirectory(root.resolve(fitting.getFirst()));
    }
    if (run == null) {
      throw new ParameterException(
          spec.commandLine(),
          names.isEmpty()
              ? nothingRuns(root)
              : "several runs are up, name one: " + String.join(", ", names));
    }
    return elsewhere(spec, root, run, names);
  }

  /** Returns the folder of a network of another folder, by its whole name. */
  private static RunDirectory elsewhere(
      CommandSpec spec, Path root, String run, List<String> namesHere) {
    List<RunDirectory> others = RunRecord.elsewhere(root).stream().map(RunDirectory::new).toList();
    List<RunDirectory> called =
        others.stream()
            .filter(other -> other.name().equals(run) && Files.exists(other.record()))
            .toList();
    if (called.size() == 1) {
      return called.getFirst();
    }
    List<String> known =
        Stream.concat(namesHere.stream(), others.stream().map(RunDirectory::name))
            .distinct()
            .toList();
    throw new ParameterException(
        spec.commandLine(),
        called.isEmpty()
            ? "no run is called " + run + "; " + Nearest.hint(run, known)
            : "several runs are called "
                + run
                + ", name the folder of one: "
                + String.join(", ", called.stream().map(each -> each.path().toString()).toList()));
  }

  /** Returns the folder of a run, sweep or trial, up or ended, as {@link #chosen} does. */
  public static RunDirectory watched(CommandSpec spec, @Nullable String run) throws LabFailure {
    if (run != null) {
      for (Path folder : List.of(RunDirectory.root().resolve(run), Path.of(run))) {
        if (Files.isDirectory(folder)) {
          return new RunDirectory(folder);
        }
      }
      String hint = RunDirectory.hint(RunDirectory.root().resolve(Path.of(run).getFileName()));
      if (!hint.isEmpty()) {
        throw new ParameterException(spec.commandLine(), "no run is called " + run + hint);
      }
    }
    return chosen(spec, run);
  }

  /** Returns the error message that no network is up, with the folder that was searched. */
  public static String nothingRuns(Path root) {
    String elsewhere =
        RunRecord.elsewhere(root).stream()
            .findFirst()
            .map(run -> "; " + run + " runs: `rani ps -A`")
            .orElse("");
    return ("nothing runs below %s; `rani up TOPOLOGY` starts a network, %s says where runs are"
            + " looked for%s")
        .formatted(root.toAbsolutePath().normalize(), RunDirectory.ROOT_VARIABLE, elsewhere);
  }

  /** Returns the folder of a new run or sweep: the given one, or one of its own below ./runs. */
  public static Path folder(@Nullable Path out, String name) throws LabFailure {
    return out == null ? RunDirectory.create(name, LocalDateTime.now()).path() : out;
  }
}
