// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.stream.LongStream;
import rani.ground.Sha256;
import rani.study.expectation.Expectation;
import rani.study.observe.Observations;
import rani.study.observe.TestPlans;
import rani.study.trial.Trial;
import rani.testbed.Trust;

/** Trials whose metrics are made up, so that what comes of a sweep can be worked out by hand. */
public final class MadeUpTrials {
  /** Says what a trial measured. */
  @FunctionalInterface
  public interface Metrics {
    SequencedMap<String, Double> of(SweepPlan.Key key);
  }

  private MadeUpTrials() {}

  /** All of {@code through.a} arrives in a first repetition, half in the others. */
  public static final Metrics HALVES =
      key -> metrics("through.a", key.repetition() == 0 ? 1 : 0.5, "drops.total", key.index());

  /** Runs nothing. */
  public static TrialRunner.World world(Metrics metrics) {
    return (experiment, key, replay) -> {
      SequencedMap<String, Double> measured = metrics.of(key);
      return new Trial(
          key.seed(),
          new Observations(
              TestPlans.whole("a", "node", OptionalDouble.empty(), new LinkedHashMap<>(), 0)),
          List.of(),
          measured,
          Expectation.judge(experiment.expectations(), measured),
          Trust.EXACT,
          Optional.empty());
    };
  }

  /**
   * Writes the folder of a sweep that ends with its journal.
   *
   * @param indices of the trials that are finished, in the order in which they were
   */
  public static SweepFolder journal(Path path, SweepPlan plan, Metrics metrics, List<Long> indices)
      throws IOException {
    SweepFolder folder = new SweepFolder(Files.createDirectories(path));
    Files.writeString(folder.experiment(), plan.sweep().text());
    Files.writeString(folder.identityFile(), JsonText.page(plan.identity()));
    try (Journal journal = Journal.open(folder.journal(), plan.identity().id(), 0)) {
      for (long index : indices) {
        journal.append(
            index, 1, CheckedLine.of(JsonText.line(row(plan, plan.key(index), metrics))));
      }
    }
    return folder;
  }

  /** The same of all trials of its shard. */
  public static SweepFolder journal(Path path, SweepPlan plan, Metrics metrics) throws IOException {
    return journal(path, plan, metrics, own(plan));
  }

  static List<Long> own(SweepPlan plan) {
    return LongStream.range(0, plan.ownTrials()).map(k -> plan.shard().index(k)).boxed().toList();
  }

  /** It passed if nothing was dropped of it, or no one counted. */
  private static TrialRow row(SweepPlan plan, SweepPlan.Key key, Metrics metrics) {
    SequencedMap<String, String> labels = plan.sweep().labels(key.variant());
    SequencedMap<String, Double> measured = metrics.of(key);
    return new TrialRow(
        Sha256.hex("trial " + key.index()),
        plan.sweep().name(),
        plan.code(),
        labels,
        key.repetition(),
        key.seed(),
        null,
        !(measured.getOrDefault("drops.total", 0.0) > 0),
        null,
        List.of(),
        measured,
        plan.replay(labels, key.seed()));
  }

  /** Names and numbers in turn. */
  public static SequencedMap<String, Double> metrics(Object... namesAndNumbers) {
    SequencedMap<String, Double> metrics = new LinkedHashMap<>();
    for (int k = 0; k < namesAndNumbers.length; k += 2) {
      metrics.put(namesAndNumbers[k].toString(), ((Number) namesAndNumbers[k + 1]).doubleValue());
    }
    return metrics;
  }

  /** Names and values in turn. */
  public static SequencedMap<String, String> labels(String... namesAndValues) {
    SequencedMap<String, String> labels = new LinkedHashMap<>();
    for (int k = 0; k < namesAndValues.length; k += 2) {
      labels.put(namesAndValues[k], namesAndValues[k + 1]);
    }
    return labels;
  }

  /** Names of variables and a value of each in turn. */
  static SequencedMap<String, List<String>> values(String... namesAndValues) {
    SequencedMap<String, List<String>> values = new LinkedHashMap<>();
    labels(namesAndValues).forEach((name, value) -> values.put(name, List.of(value)));
    return values;
  }
}
