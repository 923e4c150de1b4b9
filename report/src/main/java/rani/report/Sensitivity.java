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
import rani.model.file.FileFormat;
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
 * Results of {@code rani sensitivity}: how numbers change when a choice of the experiment file,
 * which the paper leaves open, has another value. The file {@code sensitivity.json} is in the
 * command's folder, in the repository beside the experiments, and copied into the folders of their
 * runs. It is stale if the experiment file has changed since its digest: no conclusion is valid
 * then. {@code trials}, with the seeds in words, is their number per alternative. {@code failed}
 * counts trials of the unchanged file that missed an expectation, and trials that broke off. {@code
 * breaking} labels alternatives with a failing expectation that holds in the unchanged file.
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
    String rani,
    String command)
    implements Facts {
  public static final String NAME = "sensitivity.json";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  public Sensitivity {
    breaking = List.copyOf(breaking);
    numbers = List.copyOf(numbers);
  }

  /**
   * A variant's number, the paper's as printed (null if none), and ours: its mean, null if no trial
   * has the metric, and half of its 95 % interval, null for a single trial. The effects are of
   * alternatives that change the number, the largest first. An undecided number neither agrees nor
   * disagrees.
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

    public Number {
      labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
      effects = List.copyOf(effects);
    }

    /**
     * Returns the alternatives that turn a disagreement into agreement, the nearest first. It is
     * not enough to reach the edge of the tolerance: the difference must at least halve.
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

    /** Returns the alternative nearest to the paper, if it is nearer than the unchanged file. */
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
   * The effect of an alternative {@code PATH=VALUE} on a number: the mean with it, and the
   * difference from the unchanged file, paired by seed, with half of their 95 % intervals. Null
   * stands for no such trial, no pair, or a single one. {@code nearer} is whether the mean is
   * nearer to the paper's number.
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

  /** Reads a file; fails if it is missing or malformed. */
  public static Sensitivity read(Path file) throws LabFailure {
    try {
      return FileFormat.SENSITIVITY.read(file, Sensitivity.class);
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e, e);
    } catch (JacksonException e) {
      String what = String.valueOf(e.getOriginalMessage()).split("[;\n]", 2)[0];
      throw new LabFailure(file + " is no " + NAME + ": " + what, e);
    }
  }

  /** Returns the sensitivity in a run's or sweep's folder; empty if none can be read. */
  public static Optional<Sensitivity> in(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      return Files.isRegularFile(file) ? Optional.of(read(file)) : Optional.empty();
    } catch (LabFailure e) {
      return Optional.empty(); // the page then has no sensitivity
    }
  }

  /** Copies a recorded file into a run's folder, marked stale unless {@code now} is its digest. */
  public static Sensitivity copy(Path recorded, String now, Path folder) throws LabFailure {
    Sensitivity then = read(recorded);
    Sensitivity known = then.with(!then.digest.equals(now), then.command);
    try {
      String text = known.equals(then) ? InputFile.text(recorded) : known.json();
      WholeFile.write(folder.resolve(NAME), text);
    } catch (IOException e) {
      throw new LabFailure("cannot write to " + folder + ": " + e, e);
    }
    return known;
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
        rani,
        typed);
  }

  /** Saves this beside the experiment file, with the command that repeats the analysis. */
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

  public String json() {
    return JSON.writeValueAsString(FileFormat.SENSITIVITY.headed(this).byKey()) + "\n";
  }

  /**
   * Returns the alternatives that turn a number's disagreement into agreement: first those that
   * break the fewest other agreements, then the nearest.
   */
  public List<Effect> deciding(Number number) {
    return number.agreeing().stream()
        .sorted(Comparator.comparingInt(effect -> lost(effect.label()) + broken(effect.label())))
        .toList();
  }

  /** Counts the numbers that agree with the unchanged file, and not with an alternative. */
  int lost(String label) {
    return (int)
        numbers.stream()
            .filter(Number::agrees)
            .flatMap(number -> number.effects().stream())
            .filter(effect -> effect.label().equals(label) && !effect.agrees())
            .count();
  }

  /** Returns 1 if an expectation that holds otherwise fails with an alternative, else 0. */
  int broken(String label) {
    return breaking.contains(label) ? 1 : 0;
  }

  /** Counts the disagreeing numbers that some alternative makes agree. */
  public int decided() {
    return (int) disagreeing().stream().filter(one -> !one.agreeing().isEmpty()).count();
  }

  public List<Number> disagreeing() {
    return numbers.stream().filter(Number::disagrees).toList();
  }
}
