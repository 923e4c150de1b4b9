// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.report.figure.Theme;
import rani.report.run.RunFolder;
import rani.study.sweep.SweepPlan;
import rani.tools.option.OptionGroup;
import rani.tools.screen.Screen;

/** Option of commands that run experiments: to draw what the file plots when the run has ended. */
final class FiguresOption extends OptionGroup {
  @Option(
      names = "--figures",
      paramLabel = "FOLDER",
      description =
          "Draws the file's `plots` into this folder, too, as `rani plot` does: for a paper, as"
              + " PDF, SVG, PNG and TikZ.")
  private @Nullable Path folder;

  /** Refuses, before anything is run, what could not be drawn at the end. */
  void check(SweepPlan plan) {
    if (folder == null) {
      return;
    }
    if (plan.sweep().plots().isEmpty()) {
      throw wrong("--figures draws the `plots` of the file, which has none");
    }
    if (!plan.shard().isWhole()) {
      throw wrong(
          "a shard has no figures; `rani plot` draws those of the sweep that `rani sweep merge`"
              + " makes");
    }
  }

  /**
   * Draws the plots of the run or sweep that has ended in a folder.
   *
   * @param command that the user typed
   * @param says what was drawn, line by line
   */
  void draw(Path ended, String command, Consumer<String> says, Screen screen)
      throws LabFailure, FileError {
    if (folder == null) {
      return;
    }
    RunFolder run = RunFolder.open(ended);
    new FigureWriter(
            folder,
            plot -> Theme.PAPER.across(plot.columns()),
            FigureWriter.possible(screen),
            command,
            screen::progress)
        .draw(run.plots(), new LinkedHashMap<>(Map.of(run.name(), run)), says);
  }
}
