// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rani.model.choice.Choices;
import rani.model.code.CodeFiles;
import rani.model.code.CodeReader;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedYaml;
import rani.model.file.Problems;
import rani.model.menu.ServiceCatalog;
import rani.model.trace.TraceFiles;
import rani.model.trace.TraceReader;

public final class TopologyFile {
  /** Key that identifies a topology file and contains the network's name. */
  public static final String KIND_KEY = "topology";

  /**
   * The most bytes of a topology with traces or modules as it is saved. A file that {@code rani}
   * writes is read again, and an experiment's has room for the rest.
   */
  public static final int SAVED_BYTES_MAX = LocatedYaml.FILE_BYTES_MAX - 200_000;

  private static final String OTHER_KIND_KEY = "experiment";

  private TopologyFile() {}

  /** Reads a file unchanged, with all installed services. */
  public static Topology load(Path path) throws FileError {
    return load(path, List.of(), ServiceCatalog.installed());
  }

  /** Reads a file with changes, and with all installed services. */
  public static Topology load(Path path, List<String> sets) throws FileError {
    return load(path, sets, ServiceCatalog.installed());
  }

  /**
   * Reads, checks and resolves a topology.
   *
   * @param sets changes {@code path=value} that are applied before the checks, see {@link Edits}
   * @throws FileError with all problems
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

  /** Reads a file and tries every alternative of its choices; throws all problems. */
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
    return withFiles(path, Edits.apply(file, Edits.parse(sets)));
  }

  /** Returns a topology's tree with traces and modules in place of the names of their files. */
  public static LocatedMap withFiles(Path path, LocatedMap topology) throws FileError {
    return CodeFiles.resolved(path, TraceFiles.resolved(path, topology));
  }

  /** Reads a topology from a text that messages call {@code origin}, with installed services. */
  public static Topology load(String origin, String text) throws FileError {
    return load(origin, text, ServiceCatalog.installed());
  }

  /** Reads a topology from a text with the services of a catalog. */
  public static Topology load(String origin, String text, ServiceCatalog catalog) throws FileError {
    return resolve(LocatedYaml.mapping(origin, text.getBytes(StandardCharsets.UTF_8)), catalog);
  }

  static Topology resolve(LocatedMap root, ServiceCatalog catalog) throws FileError {
    Problems problems = new Problems();
    Topology topology = read(root, Optional.empty(), problems);
    throwIfAny(topology, catalog, problems);
    checkServices(topology, catalog, problems);
    problems.throwIfAny();
    return topology;
  }

  /**
   * Reads a topology inside another file. The options of services are not checked yet.
   *
   * @param nameOtherwise default name of the network
   * @param problems receives all problems; if there are any, the result must not be used
   */
  public static Topology read(LocatedMap root, Optional<String> nameOtherwise, Problems problems) {
    TopologyDraft draft = TopologyReader.read(root, nameOtherwise, problems);
    draft.check(problems);
    if (problems.isEmpty()) {
      checkSize(root, draft.topology(), problems);
    }
    return draft.topology();
  }

  /** Reports traces and modules that make the file of a run too large to be read. */
  private static void checkSize(LocatedMap root, Topology topology, Problems problems) {
    for (String key : List.of(CodeReader.MODULES, TraceReader.TRACES)) {
      if (root.get(key).isPresent()) {
        int bytes = TopologyText.print(topology).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > SAVED_BYTES_MAX) {
          problems.report(
              root.keyAt(key),
              "with its traces and modules this topology has %d bytes as it is saved, at most %d"
                  .formatted(bytes, SAVED_BYTES_MAX),
              () -> "shorten the traces, or strip the modules");
        }
        return;
      }
    }
  }

  /** Throws the problems, if there are any, and with them unknown services. */
  public static void throwIfAny(Topology topology, ServiceCatalog catalog, Problems problems)
      throws FileError {
    if (!problems.isEmpty()) {
      new ServiceChecks(topology.catalog(catalog), problems).checkNames(topology);
    }
    problems.throwIfAny();
  }

  public static void checkServices(Topology topology, ServiceCatalog catalog, Problems problems) {
    new ServiceChecks(topology.catalog(catalog), problems).check(topology);
  }
}
