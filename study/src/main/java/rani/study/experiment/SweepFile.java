// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.model.choice.Choices;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedYaml;
import rani.model.file.MapReader;
import rani.model.file.Problem;
import rani.model.file.Problems;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.TopologyFile;
import rani.study.expectation.MetricPlaces;
import rani.study.variable.Combinations;
import rani.study.variable.Labels;
import rani.study.variable.Picks;
import rani.study.variable.Seeds;

/** Reads an experiment file with its variables. */
public final class SweepFile {
  /** Largest number of variants that are all tried at loading; of more only a sample is tried. */
  static final int TRIED_WHOLE_MAX = 1_000;

  private static final String SWEEP = "sweep";
  private static final String PLOTS = "plots";

  private SweepFile() {}

  /** Reads, checks and resolves a file, with all installed services. */
  public static Sweep load(Path path, List<String> sets, List<String> picks) throws FileError {
    return load(path, sets, picks, ServiceCatalog.installed());
  }

  /**
   * Reads, checks and resolves a file.
   *
   * @param sets changes {@code path=value} before anything else, see {@link Edits}
   * @param picks values {@code variable=value} to which variables are narrowed; several for one
   *     variable add up
   * @throws FileError with everything that is wrong
   */
  public static Sweep load(Path path, List<String> sets, List<String> picks, ServiceCatalog catalog)
      throws FileError {
    return load(
        path, LocatedYaml.load(path), Edits.parse(sets), picks, catalog, NamedTopologies.NONE);
  }

  /** Does the same with all installed services, for a file that may name topologies. */
  public static Sweep load(Path path, List<String> sets, List<String> picks, NamedTopologies named)
      throws FileError {
    return load(
        path, LocatedYaml.load(path), Edits.parse(sets), picks, ServiceCatalog.installed(), named);
  }

  static Sweep load(
      Path path,
      LocatedMap file,
      List<Edits.Edit> edits,
      List<String> picks,
      ServiceCatalog catalog,
      NamedTopologies named)
      throws FileError {
    LocatedMap whole = ExperimentTree.of(path, file, edits, named);
    Problems problems = new Problems();
    // Without a network nothing else in the file makes sense.
    new MapReader(whole, problems).require(TopologyFile.KIND_KEY);
    problems.throwIfAny();
    Choices choices = Choices.in(whole, problems);
    problems.throwIfAny();
    if (TriedChoices.isAskedBy(choices.tree())) {
      return TriedChoices.read(path.toString(), !edits.isEmpty(), choices, picks, catalog);
    }
    LazySweep sweep = open(choices.tree(), picks, catalog);
    choices.fitting(path.toString(), !edits.isEmpty(), problems);
    problems.throwIfAny();
    return sweep.ofFile(path, choices);
  }

  /** Opens the sweep of a complete tree without its choices. */
  static LazySweep open(LocatedMap root, List<String> picks, ServiceCatalog catalog)
      throws FileError {
    Problems problems = new Problems();
    MapReader top = new MapReader(root, problems);
    LocatedMap section = top.mapping(SWEEP);
    SweepReader reader = new SweepReader(section, problems);
    TemplateTree open =
        new TemplateTree(root.without(SWEEP).without(PLOTS), reader.variables(), problems);
    problems.throwIfAny();
    Picks picked = Picks.of(picks, reader.picks(), open.variables(), problems);
    problems.throwIfAny();
    Seeds seeds = reader.seeds();
    Labels labels = new Labels(open.variables(), problems);
    SequencedMap<String, String> baseline = labels.singles(reader.baseline());
    PlotReader plots = new PlotReader(labels, problems);
    LazySweep.Plan plan =
        new LazySweep.Plan(
            reader.repeat(seeds, trials(root)),
            seeds,
            picked.leaves(baseline) ? baseline : new LinkedHashMap<>(),
            plots.read(top.values(PLOTS)));
    Combinations combinations =
        new CombinationReader(picked.narrowed(), open.variables(), problems)
            .read(reader.constraints(), plan.repeat(), root.keyAt(SWEEP));
    reader.finish();
    problems.throwIfAny();
    LazySweep sweep =
        new LazySweep(
            picked.writtenInto(root), open, picked.narrowed(), combinations, plan, catalog);
    MetricPlaces places = tryOut(sweep);
    plots.check(places, problems);
    problems.throwIfAny();
    return sweep;
  }

  /** Returns the {@code trials} of the file; variants report a bad number when they are read. */
  private static int trials(LocatedMap root) {
    return new MapReader(root, new Problems())
        .scalar("trials", Kind.within(Kind.INTEGER, 1L, (long) Experiment.TRIALS_MAX))
        .orElse(1L)
        .intValue();
  }

  /** Number of variants with the same problem, and the labels of the first one. */
  private record Found(long times, SequencedMap<String, String> labels) {}

  /** Builds variants to find bad values early. Returns the nodes and links that any variant has. */
  private static MetricPlaces tryOut(LazySweep sweep) throws FileError {
    MetricPlaces places = new MetricPlaces();
    if (sweep.isSingle()) {
      places.add(sweep.variant(0).experiment().topology());
      return places;
    }
    SequencedMap<Problem, Found> found = new LinkedHashMap<>();
    SequencedSet<Long> sample = sweep.sample(TRIED_WHOLE_MAX);
    for (long index : sample) {
      try {
        places.add(sweep.variant(index).experiment().topology());
      } catch (FileError e) {
        for (Problem problem : e.problems()) {
          found.merge(
              problem,
              new Found(1, sweep.labels(index)),
              (before, again) -> new Found(before.times() + 1, before.labels()));
        }
      }
    }
    Problems problems = new Problems();
    found.forEach(
        (problem, times) ->
            problems.report(
                problem.at(),
                problem.message() + (times.times() < sample.size() ? with(times.labels()) : ""),
                problem::hint));
    problems.throwIfAny();
    return places;
  }

  private static String with(SequencedMap<String, String> labels) {
    List<String> words = new ArrayList<>();
    labels.forEach((name, value) -> words.add(name + "=" + value));
    return " (with " + String.join(", ", words) + ")";
  }
}
