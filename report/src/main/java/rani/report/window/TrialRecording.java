// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rani.study.experiment.Experiment;
import rani.study.observe.RunTrace;
import rani.world.NodeTrace;

/** What the report of an experiment plays of a trial, recorded as the trial is run or read. */
public final class TrialRecording implements RunTrace {
  /** Events in a trace that a report holds a recording of. */
  public static final int EVENTS_MAX = 50_000;

  private final Experiment experiment;
  private final Recording recording;
  private final TraceRecorder recorder;

  /**
   * Has heard nothing.
   *
   * @param knowsGo whether {@link #go} will be told
   */
  public TrialRecording(Experiment experiment, boolean knowsGo) {
    this.experiment = experiment;
    this.recording = new Recording(new NetworkModel(experiment.network()));
    this.recorder = new TraceRecorder(recording, knowsGo, EVENTS_MAX);
  }

  @Override
  public void go(long nanos) {
    recorder.go(nanos);
  }

  @Override
  public NodeTrace at(String node) {
    return recorder.at(node);
  }

  @Override
  public boolean wantsMore() {
    return recorder.wantsMore();
  }

  /**
   * The recording. Once, when all has been heard.
   *
   * @param remarks what a reader should know
   * @return JSON, see {@code docs/window.md}; nothing if there were more events than {@link
   *     #EVENTS_MAX}
   */
  public Optional<String> json(boolean isVirtual, List<String> remarks) {
    if (recorder.isFull()) {
      return Optional.empty();
    }
    recorder.end();
    Path name = Path.of(experiment.name());
    return Optional.of(RunReplay.json(recording, name, isVirtual, remarks, Map.of()));
  }
}
