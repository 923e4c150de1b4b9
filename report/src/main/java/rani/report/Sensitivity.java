// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.report.paper.PaperValue;
import rani.study.experiment.Tried;
import rani.world.CamelCase;
import rani.world.Facts;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sensitivity of results to the choices of a file: {@code sensitivity.json}, in the folder of
 * {@code rani sensitivity}, in a repository beside the experiments, and from there in the folders
 * of their runs, whose reports say which choice decides.
 *
 * @param experiment whose choices they are
 * @param digest of its file at the time
 * @param stale whether the file has changed since then, so that nothing may be concluded
 * @param trials of each alternative, on the same seeds
 * @param seeds of these, in words
 * @param alternatives how many were tried
 * @param failed trials of the file as it is that did not meet an expectation, and trials of
 *     anything that broke off
 * @param breaking labels of alternatives in which an expectation fails that the file itself meets
 * @param numbers with what moves each
 * @param version of rani
 * @param command that was typed
 */
@CamelCase
public record Sensitivity(
    String experiment,
    String digest,
    boolean stale,
    int trials,
    String seeds,
    int alternatives,
    int failed,
    List<String> breaking,
    List<Number> numbers,
    String version,
    String command)
    implements Facts {
  /** The file's name. */
  public static final String NAME = "sensitivity.json";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /** Copies the lists. */
  public Sensitivity {
    breaking = List.copyOf(breaking);
    numbers = List.copyOf(numbers);
  }

  /**
   * A number, and what moves it.
   *
   * @param labels of the file's own variant
   * @param paper what the paper prints; null if nothing
   * @param ours the mean with the file as it is; null if no trial has it
   * @param halfWidth half of its 95 % interval; null for a single trial
   * @param disagrees whether ours and the paper's disagree
   * @param effects of the alternatives that move it, the largest first
   * @param agrees whether ours agrees with the paper's; neither where that is undecided
   */
  @CamelCase
  public record Number(
      SequencedMap<String, String> labels,
      String metric,
      @Nullable String paper,
      @Nullable Double ours,
      @Nullable Double halfWidth,
      boolean disagrees,
      List<Effect> effects,
      boolean agrees)
      implements Facts {

    /** Copies labels and effects. */
    public Number {
      labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
      effects = List.copyOf(effects);
    }

    /**
     * The alternatives that turn a disagreement into agreement, the nearest first. Crossing the
     * edge of the tolerance is not enough: the difference must at least halve.
     */
    List<Effect> agreeing() {
      return disagrees
          ? effects.stream()
              .filter(Effect::agrees)
              .filter(effect -> distance(effect.ours()) <= distance(ours) / 2)
              .sorted(nearest())
              .toList()
          : List.of();
    }

    /** The alternative that comes nearest to the paper's, if one comes nearer than the file. */
    public Optional<Effect> nearestEffect() {
      return effects.stream().filter(Effect::nearer).min(nearest());
    }

    private Comparator<Effect> nearest() {
      return Comparator.comparingDouble(effect -> distance(effect.ours()));
    }

    private double distance(@Nullable Double value) {
      return paper == null || value == null
          ? Double.POSITIVE_INFINITY
          : PaperValue.of(metric, paper).distance(value);
    }
  }

  /**
   * What an alternative does to a number.
   *
   * @param label of the alternative, {@code PATH=VALUE}
   * @param ours the mean with it; null if no trial then has the number
   * @param halfWidth half of its 95 % interval; null for a single trial
   * @param difference from the file as it is, seed by seed; null if there is no pair
   * @param differenceHalfWidth half of its 95 % interval; null for a single pair
   * @param agrees whether ours agrees with the paper's then
   * @param nearer whether its mean is nearer to the paper's
   */
  @CamelCase
  public record Effect(
      String label,
      @Nullable Double ours,
      @Nullable Double halfWidth,
      @Nullable Double difference,
      @Nullable Double differenceHalfWidth,
      boolean agrees,
      boolean nearer)
      implements Facts {}

  /**
   * Reads a file.
   *
   * @throws LabFailure if it cannot be read, or is none
   */
  public static Sensitivity read(Path file) throws LabFailure {
    try {
      return Json.read(InputFile.text(file), Sensitivity.class);
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e, e);
    } catch (JacksonException e) {
      String what = String.valueOf(e.getOriginalMessage()).split("[;\n]", 2)[0];
      throw new LabFailure(file + " is no " + NAME + " of this version of rani: " + what, e);
    }
  }

  /** That of a folder of a run or sweep, if there is one that can be read. */
  public static Optional<Sensitivity> in(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      return Files.isRegularFile(file) ? Optional.of(read(file)) : Optional.empty();
    } catch (LabFailure e) {
      return Optional.empty(); // the page then has no sensitivity
    }
  }

  /**
   * Copies the recorded sensitivities of an experiment into the folder of a run, marked if stale.
   *
   * @param recorded the repository's file
   * @param now the digest of the experiment that is run
   * @return the sensitivity, stale or not
   * @throws LabFailure if one cannot be read or the other not be written
   */
  public static Sensitivity copy(Path recorded, String now, Path folder) throws LabFailure {
    Sensitivity then = read(recorded);
    Sensitivity known = then.asOf(now);
    try {
      String text = known.equals(then) ? InputFile.text(recorded) : known.json();
      WholeFile.write(folder.resolve(NAME), text);
    } catch (IOException e) {
      throw new LabFailure("cannot write to " + folder + ": " + e, e);
    }
    return known;
  }

  private Sensitivity asOf(String now) {
    return with(!digest.equals(now), command);
  }

  private Sensitivity with(boolean nowStale, String typed) {
    return new Sensitivity(
        experiment,
        digest,
        nowStale,
        trials,
        seeds,
        alternatives,
        failed,
        breaking,
        numbers,
        version,
        typed);
  }

  /**
   * Records it for the reports of the experiment's runs.
   *
   * @param file of the experiment
   * @param typed the command that makes it again
   * @return where it is kept
   * @throws LabFailure if it cannot be written
   */
  public Path recordBeside(Path file, String typed) throws LabFailure {
    Path recorded = file.resolveSibling(Tried.FOLDER).resolve(experiment + ".json");
    try {
      Files.createDirectories(recorded.resolveSibling(""));
      WholeFile.write(recorded, with(false, typed).json());
      return recorded;
    } catch (IOException e) {
      throw new LabFailure("cannot write " + recorded + ": " + e, e);
    }
  }

  /** As a file. */
  public String json() {
    return JSON.writeValueAsString(this) + "\n";
  }

  /**
   * The alternatives that decide a number, that is, turn a disagreement into agreement. First those
   * that break the fewest other agreements, then the nearest.
   */
  public List<Effect> deciding(Number number) {
    return number.agreeing().stream()
        .sorted(Comparator.comparingInt(effect -> lost(effect.label()) + broken(effect.label())))
        .toList();
  }

  /** How many numbers that agree with the file as it is no longer do with an alternative. */
  int lost(String label) {
    return (int)
        numbers.stream()
            .filter(Number::agrees)
            .flatMap(number -> number.effects().stream())
            .filter(effect -> effect.label().equals(label) && !effect.agrees())
            .count();
  }

  /** 1 if an expectation of the file fails with an alternative, else 0. */
  int broken(String label) {
    return breaking.contains(label) ? 1 : 0;
  }

  /** How many numbers a choice decides. */
  public int decided() {
    return (int) disagreeing().stream().filter(one -> !one.agreeing().isEmpty()).count();
  }

  /** The paper's numbers with which ours disagrees. */
  public List<Number> disagreeing() {
    return numbers.stream().filter(Number::disagrees).toList();
  }
}
