// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.LocatedYaml;
import rani.model.file.Location;
import rani.model.file.Problem;
import rani.model.file.Quoted;
import rani.model.topology.TopologyFile;
import rani.study.variable.Placeholders;

/** Builds the tree of an experiment file with all files that it names inside. */
public final class ExperimentTree {
  /** Largest length of a chain of files by {@code extends}. */
  public static final int EXTENDS_MAX = 10;

  private static final String EXTENDS = "extends";
  private static final String SWEEP = "sweep";
  private static final String VARIANTS = "variants";
  private static final String SET = "set";
  private static final String TOPOLOGY = TopologyFile.KIND_KEY;

  private final NamedTopologies named;

  private ExperimentTree(NamedTopologies named) {
    this.named = named;
  }

  /**
   * Builds the tree: the file that {@code file} extends, the file laid over that, the changes, and
   * the topology in place of its file's name.
   *
   * @param named topologies that may be named in place of a file
   */
  static LocatedMap of(Path path, LocatedMap file, List<Edits.Edit> edits, NamedTopologies named)
      throws FileError {
    return new ExperimentTree(named).whole(path, file, edits);
  }

  private LocatedMap whole(Path path, LocatedMap file, List<Edits.Edit> edits) throws FileError {
    if (file.get(ExperimentFile.KIND_KEY).isEmpty()
        && (file.get("nodes").isPresent() || file.get("generate").isPresent())) {
      throw new FileError(
          file.keyAt(TOPOLOGY),
          "this is a topology, not an experiment",
          "`rani up " + path + "` starts it; an experiment begins with `experiment: NAME`");
    }
    List<Edits.Edit> others = edits.stream().filter(edit -> !edit.isUnder(TOPOLOGY)).toList();
    List<Edits.Edit> ofTopology =
        edits.stream().filter(edit -> edit.isUnder(TOPOLOGY)).map(Edits.Edit::below).toList();
    LocatedMap whole = extended(path, file, new ArrayList<>());
    LocatedMap root = ArrivalFile.resolved(path, withTopologies(path, Edits.apply(whole, others)));
    return root.get(TOPOLOGY).orElse(null) instanceof LocatedMap topology
        ? withTraces(
            path, root.with(TOPOLOGY, root.keyAt(TOPOLOGY), Edits.apply(topology, ofTopology)))
        : root;
  }

  /** Returns the file laid over the one that it extends, whose paths are relative to that file. */
  private LocatedMap extended(Path path, LocatedMap file, List<Path> passed) throws FileError {
    LocatedValue said = file.get(EXTENDS).orElse(null);
    if (said == null || said.isNull()) {
      return file;
    }
    if (!(said instanceof LocatedScalar name)) {
      throw new FileError(
          said.at(), "`extends` takes the name of a file, found " + said.described(), "");
    }
    Path base = path.resolveSibling(name.text()).normalize();
    passed.add(path.normalize());
    if (passed.contains(base)) {
      throw new FileError(name.at(), Quoted.of(name.text()) + " extends this file", "");
    }
    if (passed.size() > EXTENDS_MAX) {
      throw new FileError(name.at(), "more than " + EXTENDS_MAX + " files extend each other", "");
    }
    LocatedMap under = loaded(base, EXTENDS, name.at());
    if (under.get(ExperimentFile.KIND_KEY).isEmpty()) {
      throw new FileError(name.at(), Quoted.of(name.text()) + " is not an experiment", "");
    }
    boolean replaced = file.get(TOPOLOGY).orElse(null) instanceof LocatedScalar;
    LocatedMap whole = extended(base, replaced ? under.without(TOPOLOGY) : under, passed);
    return withTraces(base, ArrivalFile.resolved(base, withTopologies(base, whole)))
        .overlaidBy(file.without(EXTENDS));
  }

  /**
   * Returns the tree with traces and modules in place of the names of files in a topology that is
   * in it.
   */
  private static LocatedMap withTraces(Path path, LocatedMap root) throws FileError {
    return root.get(TOPOLOGY).orElse(null) instanceof LocatedMap topology
        ? root.with(TOPOLOGY, root.keyAt(TOPOLOGY), TopologyFile.withFiles(path, topology))
        : root;
  }

  /** Returns the tree with topologies in place of their files' names, also within variants. */
  private LocatedMap withTopologies(Path path, LocatedMap root) throws FileError {
    LocatedMap whole = withTopology(path, root);
    if (!(root.get(SWEEP).orElse(null) instanceof LocatedMap sweep)
        || !(sweep.get(VARIANTS).orElse(null) instanceof LocatedMap variables)) {
      return whole;
    }
    LocatedMap changed = variables;
    for (String variable : variables.keys()) {
      if (!(variables.get(variable).orElse(null) instanceof LocatedMap bundles)) {
        continue;
      }
      LocatedMap resolved = bundles;
      for (String name : bundles.keys()) {
        if (bundles.get(name).orElse(null) instanceof LocatedMap bundle
            && bundle.get(SET).orElse(null) instanceof LocatedMap set) {
          LocatedMap sets = withTopology(path, set);
          resolved =
              resolved.with(name, bundles.keyAt(name), bundle.with(SET, bundle.keyAt(SET), sets));
        }
      }
      changed = changed.with(variable, variables.keyAt(variable), resolved);
    }
    return whole.with(
        SWEEP, root.keyAt(SWEEP), sweep.with(VARIANTS, sweep.keyAt(VARIANTS), changed));
  }

  /** Returns the tree with the topology in place of the name of its file, if there is a name. */
  private LocatedMap withTopology(Path path, LocatedMap root) throws FileError {
    if (!(root.get(TOPOLOGY).orElse(null) instanceof LocatedScalar name) || name.isNull()) {
      return root;
    }
    if (Placeholders.anyIn(name.text())) {
      throw new FileError(
          name.at(),
          "the name of a topology's file cannot vary",
          "let a variant `set: {topology: FILE}`");
    }
    Path file = path.resolveSibling(name.text()).normalize();
    Optional<LocatedMap> found = Files.exists(file) ? Optional.empty() : found(name);
    if (found.isPresent()) {
      return root.with(TOPOLOGY, name.at(), found.get());
    }
    LocatedMap topology = loaded(file, TOPOLOGY, name.at());
    return root.with(TOPOLOGY, name.at(), TopologyFile.withFiles(file, topology));
  }

  /** Returns the topology that a name stands for which is no file's; errors are at the name. */
  private Optional<LocatedMap> found(LocatedScalar name) throws FileError {
    try {
      Optional<String> text = named.find(name.text());
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(
              LocatedYaml.mapping(name.text(), text.get().getBytes(StandardCharsets.UTF_8)));
    } catch (FileError e) {
      Problem problem = e.problems().getFirst();
      throw new FileError(
          name.at(),
          "`topology`: " + Quoted.of(name.text()) + ": " + problem.message(),
          problem.hint());
    }
  }

  private static LocatedMap loaded(Path file, String key, Location at) throws FileError {
    try {
      return LocatedYaml.loadNamed(file);
    } catch (FileError e) {
      Problem problem = e.problems().getFirst();
      if (problem.at().line() > 0) {
        throw e;
      }
      // The file could not be read at all, so the error points at the line that names it.
      throw new FileError(
          at,
          Quoted.of(key) + ": " + Quoted.of(file.toString()) + ": " + problem.message(),
          problem.hint());
    }
  }
}
