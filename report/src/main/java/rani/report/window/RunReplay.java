// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.folder.RunDirectory;
import rani.report.plot.Chart;
import rani.study.experiment.Experiment;
import rani.study.trace.TraceSource;

/**
 * Shows the recording of a run that has ended, which is JSON as in {@code docs/window.md}, and its
 * charts.
 */
public record RunReplay(Path folder, String recording, List<Chart> plots) implements Feed {
  /**
   * Makes a recording from traces of live nodes, or by repeating a virtual run, of a trial named as
   * in {@link TraceSource#of}. It ends where a trace is truncated, with a remark. {@code plots} are
   * the charts of the whole run or sweep.
   */
  public static RunReplay of(Path folder, Optional<String> trial, List<Chart> plots)
      throws LabFailure, FileError {
    TraceSource source = TraceSource.of(folder, trial);
    TraceRecorder recorder =
        new TraceRecorder(topology(new RunDirectory(folder), source), source.knowsGo());
    List<String> remarks = new ArrayList<>(source.remarks());
    try {
      remarks.addAll(source.read(recorder).remarks());
    } catch (LabFailure e) {
      remarks.add("the recording ends here: " + e.getMessage());
    }
    boolean isVirtual = source instanceof TraceSource.OfReplay;
    var head = new Recording.Head(name(folder), isVirtual, !plots.isEmpty(), remarks);
    return new RunReplay(folder, recorder.json(head, Positions.read(folder)), plots);
  }

  private static String name(Path folder) {
    return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
  }

  /**
   * Makes the recording of a trial for its report, thinned if it is long; empty if that is no help.
   */
  public static Optional<String> ofTrial(Experiment experiment, TraceSource source)
      throws LabFailure {
    TraceRecorder recorder = new TraceRecorder(experiment.network(), source.knowsGo());
    List<String> remarks = source.read(recorder).remarks();
    return recorder.json(experiment.name(), source instanceof TraceSource.OfReplay, remarks);
  }

  private static Topology topology(RunDirectory directory, TraceSource source)
      throws LabFailure, FileError {
    if (source instanceof TraceSource.OfReplay replay) {
      return replay.experiment().network();
    }
    for (Path file :
        List.of(directory.topology(), directory.path().resolveSibling("topology.yaml"))) {
      if (Files.exists(file)) {
        return TopologyFile.load(file);
      }
    }
    throw new LabFailure(
        directory.path() + " does not say what network was run: it has no topology.yaml");
  }

  @Override
  public Optional<String> charts() throws IOException {
    return plots.isEmpty() ? Optional.empty() : Optional.of(WindowPage.charts(name(folder), plots));
  }

  @Override
  public CommandResult execute(String line) throws LabFailure {
    throw new LabFailure("the run has ended; there is no one to say it to");
  }

  @Override
  public void keep(String positions) throws LabFailure {
    Positions.write(folder, positions);
  }
}
