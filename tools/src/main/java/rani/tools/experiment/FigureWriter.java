// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.model.file.FileError;
import rani.model.file.WholeFile;
import rani.report.figure.FigureFiles;
import rani.report.figure.FigureFormat;
import rani.report.figure.Theme;
import rani.report.figure.VlConvert;
import rani.report.plot.Chart;
import rani.report.plot.ChartCsv;
import rani.report.plot.PlotChart;
import rani.report.plot.PlotRun;
import rani.report.plot.VegaLite;
import rani.report.run.RunFolder;
import rani.study.experiment.Plot;
import rani.tools.screen.Screen;

/** Draws plots of runs and sweeps into files of one folder. */
final class FigureWriter {
  private final Path folder;
  private final Function<Plot, Theme> theme;
  private final Set<FigureFormat> formats;
  private final String command;
  private final Progress progress;

  /**
   * A writer.
   *
   * @param folder is made if it is not there
   * @param command that the user typed, for the small print of figures
   */
  FigureWriter(
      Path folder,
      Function<Plot, Theme> theme,
      Set<FigureFormat> formats,
      String command,
      Progress progress) {
    this.folder = folder;
    this.theme = theme;
    this.formats = formats;
    this.command = command;
    this.progress = progress;
  }

  /** Returns the formats that can be drawn here; says what is missing for the others. */
  static Set<FigureFormat> possible(Screen screen) {
    Optional<String> obstacle = VlConvert.obstacle();
    obstacle.ifPresent(screen::progress);
    Set<FigureFormat> formats = EnumSet.allOf(FigureFormat.class);
    formats.removeIf(format -> format.isDrawn() && obstacle.isPresent());
    return formats;
  }

  /**
   * Draws plots, each into files of its name.
   *
   * @param runs by the names that charts have of them
   * @param says which files were written, line by line
   * @return how many were drawn; the others have nothing to show, and it is said what is missing
   * @throws LabFailure if a file cannot be written, a series cannot be had, or a format not drawn
   */
  int draw(List<Plot> plots, SequencedMap<String, RunFolder> runs, Consumer<String> says)
      throws LabFailure, FileError {
    int drawn = 0;
    List<PlotRun> plotted = new ArrayList<>();
    for (Map.Entry<String, RunFolder> run : runs.entrySet()) {
      plotted.add(run.getValue().plotted(run.getKey(), plots, progress));
    }
    try (FigureFiles files = new FigureFiles(folder, formats)) {
      Files.createDirectories(folder);
      for (Plot plot : plots) {
        Chart chart = PlotChart.of(plot, plotted, plot.title(), notes(runs));
        if (chart.isEmpty()) {
          progress.say(plot.name() + ": no trial has " + shown(plot));
          continue;
        }
        write(chart, theme.apply(plot), files, says);
        drawn++;
      }
    } catch (IOException e) {
      throw new LabFailure("cannot write into " + folder + ": " + e.getMessage(), e);
    }
    return drawn;
  }

  private static String shown(Plot plot) {
    String metrics = String.join(", ", plot.metrics());
    return plot.where().isEmpty()
        ? metrics
        : plot.where().entrySet().stream()
            .map(one -> one.getKey() + " " + String.join(" or ", one.getValue()))
            .collect(Collectors.joining(" and ", metrics + " at ", ""));
  }

  private void write(Chart chart, Theme drawn, FigureFiles files, Consumer<String> says)
      throws IOException, LabFailure {
    Path spec = folder.resolve(chart.name() + ".vl.json");
    Path data = folder.resolve(chart.name() + ".csv");
    WholeFile.write(spec, VegaLite.text(chart) + "\n");
    WholeFile.write(data, ChartCsv.text(chart));
    List<Path> written = new ArrayList<>(files.write(chart, drawn));
    written.add(spec);
    written.add(data);
    says.accept(chart.name());
    written.forEach(path -> says.accept("  " + path));
    if (!chart.caption().isEmpty()) {
      says.accept("  " + chart.caption());
    }
  }

  private List<String> notes(SequencedMap<String, RunFolder> runs) {
    List<String> notes = new ArrayList<>();
    if (runs.size() == 1) {
      RunFolder run = runs.firstEntry().getValue();
      notes.add(run.experiment() + " \u00b7 " + run.provenance().notes().getFirst());
    } else {
      notes.add(String.join(", ", runs.sequencedKeySet()));
    }
    notes.add(command);
    return notes;
  }
}
