// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.study.expectation.Expectation;
import rani.testbed.Trust;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What came of an experiment: all its trials.
 *
 * @param experiment its name
 * @param mode in which world
 * @param seed of the first trial
 * @param trials at least one, in the order of their seeds
 * @param report the page that shows it
 * @param captures files of what passed links, if any were wanted
 */
public record ExperimentResult(
    String experiment,
    RunOptions.Mode mode,
    long seed,
    List<Trial> trials,
    Path report,
    List<Path> captures) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  public ExperimentResult {
    trials = List.copyOf(trials);
    captures = List.copyOf(captures);
  }

  /** What came of an experiment without captures. */
  public ExperimentResult(
      String experiment, RunOptions.Mode mode, long seed, List<Trial> trials, Path report) {
    this(experiment, mode, seed, trials, report, List.of());
  }

  /** Whether every expectation held in every trial. */
  public boolean passed() {
    return trials.stream().allMatch(Trial::passed);
  }

  /** The trial that stands for all: the first that failed, else the first. */
  public Trial telling() {
    return trials.stream().filter(trial -> !trial.passed()).findFirst().orElse(trials.getFirst());
  }

  /** The worst trust of all trials, with every reason. */
  public Trust trust() {
    List<String> reasons = trials.stream().flatMap(t -> t.trust().reasons().stream()).toList();
    return reasons.isEmpty()
        ? trials.getFirst().trust()
        : new Trust(Trust.Verdict.DOUBTFUL, reasons);
  }

  /** Every metric's mean over the trials that have it. */
  public SequencedMap<String, Double> metrics() {
    SequencedMap<String, Double> means = new LinkedHashMap<>();
    for (Trial trial : trials) {
      trial.metrics().keySet().forEach(name -> means.putIfAbsent(name, 0.0));
    }
    means.replaceAll(
        (name, unused) ->
            trials.stream()
                .filter(trial -> trial.metrics().containsKey(name))
                .mapToDouble(trial -> trial.metrics().get(name))
                .average()
                .orElseThrow());
    return means;
  }

  /** The digest of a single virtual trial; empty for live runs and for several trials. */
  public Optional<String> digest() {
    return trials.size() == 1 ? trials.getFirst().digest() : Optional.empty();
  }

  /** The result as one JSON object, with a line feed at the end. */
  public String json() {
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    object.put("experiment", experiment);
    object.put("mode", mode.text());
    object.put("seed", seed);
    object.put("trials", trials.size());
    digest().ifPresent(digest -> object.put("digest", digest));
    if (trials.size() > 1 && mode == RunOptions.Mode.VIRTUAL) {
      object.put("digests", trials.stream().map(trial -> trial.digest().orElse("")).toList());
    }
    object.put("passed", passed());
    object.put("expect", expectations());
    object.put("metrics", metrics());
    object.put("connections", ConnectionFacts.of(telling().observations().connections()));
    SequencedMap<String, Object> trust = new LinkedHashMap<>();
    trust.put("verdict", trust().verdict().text());
    trust.put("reasons", trust().reasons());
    object.put("trust", trust);
    if (!captures.isEmpty()) {
      object.put("captures", captures.stream().map(Path::toString).toList());
    }
    object.put("report", report.toString());
    return JSON.writeValueAsString(object) + "\n";
  }

  /** Each expectation once: passed if it held in every trial, with the value of the telling one. */
  private List<Object> expectations() {
    List<Object> list = new ArrayList<>();
    List<Expectation.Result> told = telling().expectations();
    for (int i = 0; i < told.size(); i++) {
      int index = i;
      Expectation.Result result = told.get(i);
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      one.put("name", result.expectation().name());
      one.put("passed", trials.stream().allMatch(t -> t.expectations().get(index).passed()));
      one.put("value", result.value());
      one.put("bound", result.expectation().bound().toString());
      list.add(one);
    }
    return list;
  }
}
