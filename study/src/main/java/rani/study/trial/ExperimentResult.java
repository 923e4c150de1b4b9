// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rani.model.file.FileFormat;
import rani.study.expectation.Expectation;
import rani.study.statistics.ExactMoments;
import rani.testbed.Trust;
import rani.world.Facts;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of an experiment: at least one trial, in the order of seeds, of which {@code seed} is
 * the first; the page that shows it; and capture files, if any were wanted.
 */
public record ExperimentResult(
    String experiment,
    RunOptions.Mode mode,
    long seed,
    List<Trial> trials,
    Path report,
    List<Path> captures) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  public ExperimentResult {
    trials = List.copyOf(trials);
    captures = List.copyOf(captures);
  }

  public boolean passed() {
    return trials.stream().allMatch(Trial::passed);
  }

  /** Returns the representative trial: the first that failed, else the first. */
  public Trial representative() {
    return trials.stream().filter(trial -> !trial.passed()).findFirst().orElse(trials.getFirst());
  }

  /** Returns the worst trust of all trials, with all reasons. */
  public Trust trust() {
    List<String> reasons = trials.stream().flatMap(t -> t.trust().reasons().stream()).toList();
    return reasons.isEmpty()
        ? trials.getFirst().trust()
        : new Trust(Trust.Verdict.DOUBTFUL, reasons);
  }

  /** Returns the services that failed in any trial, with the sums over all trials. */
  public List<ServicesAtEnd.Failure> serviceFailures() {
    return ServicesAtEnd.ofAll(trials);
  }

  /** Returns every metric's mean over the trials that have it. */
  public SequencedMap<String, Double> metrics() {
    SequencedMap<String, Double> means = new LinkedHashMap<>();
    for (Trial trial : trials) {
      trial.metrics().keySet().forEach(name -> means.putIfAbsent(name, 0.0));
    }
    means.replaceAll(
        (name, unused) ->
            ExactMoments.mean(
                trials.stream()
                    .filter(trial -> trial.metrics().containsKey(name))
                    .mapToDouble(trial -> trial.metrics().get(name))
                    .toArray()));
    return means;
  }

  /** Returns the digest of a single virtual trial; empty for live runs and for several trials. */
  public Optional<String> digest() {
    return trials.size() == 1 ? trials.getFirst().digest() : Optional.empty();
  }

  private record Told(
      String experiment,
      String mode,
      long seed,
      int trials,
      @Nullable String digest,
      @Nullable List<String> digests,
      boolean passed,
      List<ToldExpectation> expect,
      SequencedMap<String, Double> metrics,
      List<ConnectionFacts> connections,
      ToldTrust trust,
      @Nullable List<ServicesAtEnd.Failure> serviceFailures,
      @Nullable List<String> captures,
      String report)
      implements Facts {}

  private record ToldTrust(String verdict, List<String> reasons) implements Facts {}

  /** No {@link Facts}, because the value is printed even if it is null. */
  private record ToldExpectation(
      String name, boolean passed, @Nullable Double value, String bound) {}

  /** Returns one JSON object, with a line feed at the end. */
  public String json() {
    boolean isDigested = trials.size() > 1 && mode == RunOptions.Mode.VIRTUAL;
    Told told =
        new Told(
            experiment,
            mode.text(),
            seed,
            trials.size(),
            digest().orElse(null),
            isDigested ? trials.stream().map(trial -> trial.digest().orElse("")).toList() : null,
            passed(),
            IntStream.range(0, representative().expectations().size())
                .mapToObj(this::told)
                .toList(),
            metrics(),
            representative().observations().connections().stream()
                .map(ConnectionFacts::of)
                .toList(),
            new ToldTrust(trust().verdict().text(), trust().reasons()),
            serviceFailures().isEmpty() ? null : serviceFailures(),
            captures.isEmpty() ? null : captures.stream().map(Path::toString).toList(),
            report.toString());
    return JSON.writeValueAsString(FileFormat.RESULT.headed(told).byKey()) + "\n";
  }

  /** Returns the representative trial's expectation, passed if it held in every trial. */
  private ToldExpectation told(int index) {
    Expectation.Result result = representative().expectations().get(index);
    return new ToldExpectation(
        result.expectation().name(),
        trials.stream().allMatch(trial -> trial.expectations().get(index).passed()),
        result.value(),
        result.expectation().bound().toString());
  }
}
