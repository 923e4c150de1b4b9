// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.folder.RunDirectory;
import rani.study.experiment.Experiment;
import rani.study.trace.TraceSource;

/** The recording of a run that has ended, made of what its folder holds. */
public final class RunReplay {
  private RunReplay() {}

  /**
   * Makes it of a folder: of the traces of live nodes, or, of a run in virtual time, by running it
   * once more. A trace that was cut off is recorded up to there, and the recording says so.
   *
   * @param trial which, as {@link TraceSource#of} takes it
   * @return the recording as JSON, see {@code docs/window.md}
   */
  public static String of(Path folder, Optional<String> trial) throws LabFailure, FileError {
    RunDirectory directory = new RunDirectory(folder);
    TraceSource source = TraceSource.of(folder, trial);
    Topology topology = topology(directory, source);
    Recording recording = new Recording(new NetworkModel(topology));
    TraceRecorder recorder = new TraceRecorder(recording, source.knowsGo());
    List<String> remarks = new ArrayList<>(source.remarks());
    try {
      remarks.addAll(source.read(recorder).remarks());
    } catch (LabFailure e) {
      remarks.add("the recording ends here: " + e.getMessage());
    }
    recorder.end();
    boolean isVirtual = source instanceof TraceSource.OfReplay;
    return json(
        recording, folder.toAbsolutePath().normalize(), isVirtual, remarks, Positions.read(folder));
  }

  /**
   * The recording of a trial for its report, if that is short enough.
   *
   * @param experiment that was run
   * @param source of the trial's trace
   * @return nothing if the trace has more events than {@link TrialRecording#EVENTS_MAX}
   */
  public static Optional<String> ofTrial(Experiment experiment, TraceSource source)
      throws LabFailure {
    TrialRecording trial = new TrialRecording(experiment, source.knowsGo());
    List<String> remarks = source.read(trial).remarks();
    return trial.json(source instanceof TraceSource.OfReplay, remarks);
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

  static String json(
      Recording recording,
      Path folder,
      boolean isVirtual,
      List<String> remarks,
      Map<String, double[]> places) {
    SequencedMap<String, Object> head = new LinkedHashMap<>();
    head.put("run", String.valueOf(folder.getFileName()));
    head.put("mode", isVirtual ? "virtual" : "live");
    head.put("remarks", remarks);
    return Json.print(recording.json(head, places));
  }
}
