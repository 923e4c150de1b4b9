// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rani.ground.ShellWords;

/** Option of commands that run jobs in parallel. */
public final class Jobs extends OptionGroup {
  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      description = "So many at a time. Default: as many as there are cores.")
  private @Nullable Integer jobs;

  /** Returns the number of parallel jobs, at least 1. */
  public int atATime() {
    int many = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    if (many < 1) {
      throw wrong("--jobs is at least 1, not " + many);
    }
    return many;
  }

  public boolean isAsked() {
    return jobs != null;
  }

  /** Returns the command that resumes the sweep in a folder. */
  public String goOn(String verb, Path folder) {
    List<String> words =
        new ArrayList<>(List.of("rani", verb, "--resume", "--out", folder.toString()));
    if (jobs != null) {
      words.addAll(List.of("--jobs", jobs.toString()));
    }
    return ShellWords.join(words);
  }
}
