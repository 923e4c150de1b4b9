// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Sha256;
import rani.model.file.FileError;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentText;
import rani.study.experiment.Variant;
import rani.study.trial.Trial;
import rani.study.trial.VirtualTrial;
import rani.world.NodeTrace;

/** Runs the trials of a sweep, one by one. Threads have a runner each and share the plan. */
public final class TrialRunner {
  @FunctionalInterface
  public interface World {
    /** Runs one trial; {@code replay} is the command that repeats it. */
    Trial run(Experiment experiment, SweepPlan.Key key, String replay) throws LabFailure;
  }

  private final SweepPlan plan;
  private final World world;
  private @Nullable Resolved latest;

  /** Returns a world that runs trials in virtual time, with digests if the plan asks for them. */
  public static World virtual(SweepPlan plan) {
    return (experiment, key, replay) ->
        VirtualTrial.outcome(experiment, key.seed(), plan.digests(), _ -> NodeTrace.NONE, replay);
  }

  public TrialRunner(SweepPlan plan, World world) {
    this.plan = plan;
    this.world = world;
  }

  /** A variant, and the text that represents it in hashes. */
  private record Resolved(Variant variant, String text) {}

  private record Named(String hash, SweepPlan.Key key, SequencedMap<String, String> labels) {}

  /** Runs a trial. Every failure, also an invalid variant or exception, is part of the row. */
  public TrialRow row(SweepPlan.Key key) {
    Resolved resolved;
    try {
      resolved = resolve(key.variant());
    } catch (FileError e) {
      return invalid(key, e);
    }
    Named named = named(resolved, key);
    String replay = plan.replay(named.labels(), key.seed());
    try {
      return row(named, world.run(resolved.variant().experiment(), key, replay));
    } catch (LabFailure e) {
      return broken(named, e.getMessage());
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      return broken(named, e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  /**
   * Reports whether a row, which another process made, is one that this trial may have: only what
   * the trial measured is believed.
   */
  public boolean mayBe(TrialRow row, SweepPlan.Key key) {
    Resolved resolved;
    try {
      resolved = resolve(key.variant());
    } catch (FileError e) {
      return JsonText.line(invalid(key, e)).equals(JsonText.line(row));
    }
    Named named = named(resolved, key);
    boolean isBroken = row.failure() != null;
    TrialRow possible =
        isBroken
            ? broken(named, row.failure())
            : row(named, row.digest(), row.passed(), null, row.expect(), row.metrics());
    return JsonText.line(possible).equals(JsonText.line(row))
        && (isBroken || plan.digests() == (row.digest() != null));
  }

  /** Returns the row of a trial that ended each process that ran it. */
  public TrialRow fatal(SweepPlan.Key key, String why) {
    try {
      return broken(named(resolve(key.variant()), key), why);
    } catch (FileError e) {
      return invalid(key, e);
    }
  }

  private Named named(Resolved resolved, SweepPlan.Key key) {
    String hash = Sha256.hex(plan.code(), resolved.text(), Long.toString(key.seed()));
    return new Named(hash, key, resolved.variant().labels());
  }

  private Resolved resolve(long index) throws FileError {
    Resolved resolved = latest;
    if (resolved == null || resolved.variant().index() != index) {
      Variant variant = plan.sweep().variant(index);
      // The hash does not depend on the seed of the file and its number of trials.
      String text = ExperimentText.print(variant.experiment().seeded(0, 1));
      resolved = new Resolved(variant, text);
      latest = resolved;
    }
    return resolved;
  }

  private TrialRow row(Named named, Trial trial) {
    List<TrialRow.Expected> expected =
        trial.expectations().stream().map(TrialRow.Expected::of).toList();
    return row(named, trial.digest().orElse(null), trial.passed(), null, expected, trial.metrics());
  }

  private TrialRow broken(Named named, @Nullable String why) {
    String failure = why == null ? "no reason given" : why;
    return row(named, null, false, failure, List.of(), new LinkedHashMap<>());
  }

  private TrialRow row(
      Named named,
      @Nullable String digest,
      boolean passed,
      @Nullable String failure,
      List<TrialRow.Expected> expected,
      SequencedMap<String, Double> metrics) {
    return new TrialRow(
        named.hash,
        plan.sweep().name(),
        plan.code(),
        named.labels,
        named.key.repetition(),
        named.key.seed(),
        digest,
        passed,
        failure,
        expected,
        metrics,
        plan.replay(named.labels, named.key.seed()));
  }

  /** Returns the row of an invalid combination of values, without the path of the file. */
  private TrialRow invalid(SweepPlan.Key key, FileError error) {
    String why =
        error.problems().stream()
            .map(each -> each.message() + (each.hint().isEmpty() ? "" : "; " + each.hint()))
            .collect(Collectors.joining("\n"));
    SequencedMap<String, String> labels = plan.sweep().labels(key.variant());
    String hash = Sha256.hex(plan.code(), labels.toString() + why, Long.toString(key.seed()));
    return broken(new Named(hash, key, labels), why);
  }
}
