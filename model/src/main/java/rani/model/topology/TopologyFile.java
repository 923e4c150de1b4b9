// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rani.model.choice.Choices;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedYaml;
import rani.model.file.Problems;
import rani.model.menu.ServiceCatalog;

/** Reads topology files. */
public final class TopologyFile {

  /** The key that tells a topology file, and names the network. */
  public static final String KIND_KEY = "topology";

  private static final String OTHER_KIND_KEY = "experiment";

  private TopologyFile() {}

  /** As {@link #load(Path, List, ServiceCatalog)}, unchanged and with all installed services. */
  public static Topology load(Path path) throws FileError {
    return load(path, List.of(), ServiceCatalog.installed());
  }

  /** As {@link #load(Path, List, ServiceCatalog)}, with all installed services. */
  public static Topology load(Path path, List<String> sets) throws FileError {
    return load(path, sets, ServiceCatalog.installed());
  }

  /**
   * Reads, checks and resolves a topology.
   *
   * @param sets changes {@code path=value} to the file before it is checked, see {@link Edits}
   * @param catalog the services that menus may offer
   * @throws FileError with everything that is wrong
   */
  public static Topology load(Path path, List<String> sets, ServiceCatalog catalog)
      throws FileError {
    LocatedMap file = changed(path, sets);
    Problems problems = new Problems();
    Choices choices = Choices.in(file, problems);
    problems.throwIfAny();
    Topology topology = resolve(choices.tree(), catalog);
    choices.fitting(path.toString(), !sets.isEmpty(), problems);
    problems.throwIfAny();
    return topology;
  }

  /**
   * As {@link #load(Path)}, and tries every alternative of the file's choices.
   *
   * @throws FileError with what is wrong with any of them
   */
  public static void checkChoices(Path path) throws FileError {
    ServiceCatalog catalog = ServiceCatalog.installed();
    Topology shipped = load(path, List.of(), catalog);
    Problems problems = new Problems();
    Choices choices = Choices.in(changed(path, List.of()), problems);
    choices.tryOut(path.toString(), tree -> resolve(tree, catalog).equals(shipped), problems);
    problems.throwIfAny();
  }

  private static LocatedMap changed(Path path, List<String> sets) throws FileError {
    LocatedMap file = LocatedYaml.load(path);
    if (file.get(OTHER_KIND_KEY).isPresent()) {
      throw new FileError(
          file.keyAt(OTHER_KIND_KEY),
          "this is an experiment, not a topology",
          "`rani run " + path + "` runs it; a topology begins with `topology: NAME`");
    }
    return Edits.apply(file, Edits.parse(sets));
  }

  /**
   * As {@link #load(Path)}, of a text that is in no file.
   *
   * @param origin what errors call it
   */
  public static Topology load(String origin, String text) throws FileError {
    return load(origin, text, ServiceCatalog.installed());
  }

  /**
   * As {@link #load(String, String)}.
   *
   * @param catalog the services that menus may offer
   */
  public static Topology load(String origin, String text, ServiceCatalog catalog) throws FileError {
    return resolve(LocatedYaml.mapping(origin, text.getBytes(StandardCharsets.UTF_8)), catalog);
  }

  private static Topology resolve(LocatedMap root, ServiceCatalog catalog) throws FileError {
    Problems problems = new Problems();
    Topology topology = read(root, Optional.empty(), problems);
    throwIfAny(topology, catalog, problems);
    checkServices(topology, catalog, problems);
    problems.throwIfAny();
    return topology;
  }

  /**
   * Reads a topology that is part of another file; the options of services are not read yet.
   *
   * @param nameOtherwise what the network is called when the mapping does not say
   * @param problems takes what is wrong; the result is good for nothing if that is anything
   */
  public static Topology read(LocatedMap root, Optional<String> nameOtherwise, Problems problems) {
    TopologyDraft draft = TopologyReader.read(root, nameOtherwise, problems);
    draft.check(problems);
    return draft.topology();
  }

  /**
   * Ends reading if anything is wrong, and tells of services that there are not as well: anyone who
   * mends a file wants to know all of it.
   */
  public static void throwIfAny(Topology topology, ServiceCatalog catalog, Problems problems)
      throws FileError {
    if (!problems.isEmpty()) {
      new ServiceChecks(catalog, problems).checkNames(topology);
    }
    problems.throwIfAny();
  }

  /** Lets every service read its options, and reports what it finds wrong. */
  public static void checkServices(Topology topology, ServiceCatalog catalog, Problems problems) {
    new ServiceChecks(catalog, problems).check(topology);
  }
}
