// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.topology.TopologyLink;
import rani.study.experiment.Experiment;
import rani.study.series.Series;
import rani.study.series.SeriesName;
import rani.study.trial.SeriesRecorder;

/**
 * The trace of a finished trial, and the experiment that it is of, from which series are taken: a
 * live trial's files are read, a virtual trial is run again.
 */
public record TracedSeries(TraceSource source, Experiment experiment) {
  /**
   * What was recorded.
   *
   * @param asRecorded false if the repetition was not that of the recorded trial
   */
  public record Result(List<Series> series, boolean asRecorded, List<String> remarks) {}

  /**
   * Finds the trace of a trial.
   *
   * @param path as for {@link TraceSource#of}; a trace file alone does not say what it is of
   * @param trial of several, as for {@link TraceSource#of}
   */
  public static TracedSeries of(Path path, Optional<String> trial) throws LabFailure, FileError {
    TraceSource source = TraceSource.of(path, trial);
    Experiment experiment =
        switch (source) {
          case TraceSource.OfReplay replay -> replay.experiment();
          case TraceSource.OfFiles _ -> SpanMeasurement.experiment(path, trial);
        };
    return new TracedSeries(source, experiment);
  }

  /** Returns the names that series of this network may have, by quantity. */
  public SequencedSet<String> names() {
    SequencedSet<String> names = new LinkedHashSet<>();
    for (SeriesName.Quantity quantity : SeriesName.Quantity.values()) {
      if (quantity.hasTotal()) {
        names.add(new SeriesName(quantity, SeriesName.TOTAL).toString());
      }
      if (quantity.isOfLink()) {
        for (TopologyLink link : experiment.topology().links()) {
          names.add(new SeriesName(quantity, link.direction(link.a().node())).toString());
          names.add(new SeriesName(quantity, link.direction(link.b().node())).toString());
        }
      } else {
        experiment
            .topology()
            .nodeNames()
            .forEach(node -> names.add(new SeriesName(quantity, node).toString()));
      }
    }
    return names;
  }

  /** Records series, with bins of a length in nanoseconds. */
  public Result record(Collection<SeriesName> wanted, long binNanos) throws LabFailure, FileError {
    if (!source.knowsGo()) {
      throw new LabFailure("it is not known when the run began, which series count from");
    }
    SeriesRecorder recorder = new SeriesRecorder(experiment, wanted, binNanos);
    TraceSource.End end = source.read(recorder);
    return new Result(recorder.series(), end.asRecorded(), end.remarks());
  }
}
