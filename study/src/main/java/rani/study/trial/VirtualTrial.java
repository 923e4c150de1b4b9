// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.capture.FileCapture;
import rani.model.topology.Topology;
import rani.service.metric.ServiceFacts;
import rani.sim.InvariantViolation;
import rani.study.expectation.Expectation;
import rani.study.experiment.Experiment;
import rani.study.observe.ObservationPlan;
import rani.study.observe.Observations;
import rani.study.observe.RunTrace;
import rani.testbed.VirtualLab;
import rani.world.NodeTrace;
import rani.world.NoteDetail;
import rani.world.TracePair;

/** Runs an experiment once in virtual time. */
public final class VirtualTrial {
  private static final int FILE_BUFFER_BYTES = 65_536;

  private boolean ended;

  private VirtualTrial() {}

  /** Runs an experiment once; {@code replay} is the command that repeats it. */
  public static Trial run(Experiment experiment, long seed, Optional<Path> traceFile, String replay)
      throws LabFailure {
    return run(experiment, seed, traceFile, List.of(), RunTrace.NONE, replay);
  }

  /**
   * Runs an experiment once, with captures. {@code heard} also receives all events; {@code replay}
   * is the command that repeats this trial.
   */
  public static Trial run(
      Experiment experiment,
      long seed,
      Optional<Path> traceFile,
      List<FileCapture> captures,
      RunTrace heard,
      String replay)
      throws LabFailure {
    check(experiment.topology());
    if (traceFile.isEmpty()) {
      return new VirtualTrial().execute(experiment, seed, null, captures, heard, replay);
    }
    try (OutputStream file =
        new BufferedOutputStream(Files.newOutputStream(traceFile.get()), FILE_BUFFER_BYTES)) {
      return new VirtualTrial().execute(experiment, seed, file, captures, heard, replay);
    } catch (IOException | UncheckedIOException e) {
      throw new LabFailure("cannot write the trace: " + e, e);
    }
  }

  /**
   * Runs one of many trials, and keeps only metrics, expectations and optionally the digest, but no
   * time series. If the ledgers do not balance, the run is repeated with a check after each event
   * to find the event; see {@link rani.sim.Simulation#checkSeldom}.
   *
   * @param withDigest whether the trace is made for its digest, which takes about 50 % more time
   * @param watch returns a further receiver of a node's events, by the node's name
   */
  public static Trial outcome(
      Experiment experiment,
      long seed,
      boolean withDigest,
      Function<String, NodeTrace> watch,
      String replay)
      throws LabFailure {
    check(experiment.topology());
    try (VirtualLab lab =
        VirtualLab.oneOfMany(experiment.network(), seed, withDigest, watch, replay)) {
      return new VirtualTrial()
          .execute(lab, experiment, seed, RunTrace.NONE, Observations::withoutSeries);
    } catch (InvariantViolation found) {
      run(experiment, seed, Optional.empty(), replay);
      throw found;
    }
  }

  /** Refuses networks with real programs, which cannot run in virtual time. */
  public static void check(Topology topology) throws LabFailure {
    VirtualLab.check(topology);
    String key = topology.edges().isEmpty() ? "forwards" : "edges";
    if (!topology.edges().isEmpty() || !topology.forwards().isEmpty()) {
      throw new LabFailure(
          ("topology %s has %s, and real programs cannot live in virtual time; run it live, or"
                  + " without `%s`")
              .formatted(topology.name(), key, key));
    }
  }

  private Trial execute(
      Experiment experiment,
      long seed,
      @Nullable OutputStream file,
      List<FileCapture> captures,
      RunTrace heard,
      String replay)
      throws LabFailure {
    try (VirtualLab lab =
        VirtualLab.capturing(
            experiment.network(),
            seed,
            file == null ? null : line -> write(file, line),
            replay,
            captures)) {
      return execute(lab, experiment, seed, heard, Observations::new);
    }
  }

  private Trial execute(
      VirtualLab lab,
      Experiment experiment,
      long seed,
      RunTrace heard,
      Function<ObservationPlan, Observations> observing)
      throws LabFailure {
    lab.hear(heard::at);
    lab.start();
    heard.go(lab.nowNanos());
    Observations seen = observing.apply(ObservationSetup.plan(experiment, lab.nowNanos()));
    lab.hear(node -> TracePair.of(seen.at(node), heard.at(node)));
    lab.go();
    ServiceFacts facts = RunClock.run(lab, experiment);
    Optional<String> digest = lab.digestIfAny();
    ServicesAtEnd services = ServicesAtEnd.of(lab, facts);
    lab.hear(node -> new Notes(seen.at(node)));
    ended = true;
    lab.endCaptures();
    lab.close(); // connections write their closing summaries when they are stopped
    var metrics = seen.metrics(facts);
    return new Trial(
        seed,
        seen,
        List.of(),
        metrics,
        Expectation.judge(experiment.expectations(), metrics),
        lab.trust(),
        digest,
        services);
  }

  /** Ignores drops while nodes are being stopped, but passes on their services' last notes. */
  private record Notes(NodeTrace told) implements NodeTrace {
    @Override
    public void note(long nowNanos, String service, String event, NoteDetail detail) {
      told.note(nowNanos, service, event, detail);
    }
  }

  private void write(OutputStream file, byte[] line) {
    if (!ended) {
      try {
        file.write(line);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
