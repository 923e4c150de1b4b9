// SPDX-License-Identifier: Apache-2.0
package rani.lab.topology;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.lab.file.FileError;
import rani.lab.file.LocatedMap;
import rani.lab.file.LocatedScalar;
import rani.lab.file.LocatedYaml;
import rani.lab.file.Problems;
import rani.node.Command;

/**
 * Reads what is to be done to a running network now: an entry of a schedule without its time, such
 * as {@code {link: n1 -> n2, set: {delay: 50ms}}}, in YAML or JSON. Only what the file would not
 * allow at any time is found here; what does not fit the network's state the nodes refuse.
 */
public final class OperationReader {

  private static final String ORIGIN = "operation";
  private static final String AT = "at";

  private final Topology network;
  private final ServiceCatalog catalog;
  private final ScheduledOperations operations;

  /** For a network as it was started. */
  public OperationReader(Topology network, ServiceCatalog catalog) {
    this.network = network;
    this.catalog = catalog;
    this.operations = new ScheduledOperations(network, catalog);
  }

  /** The network as it was started. */
  public Topology topology() {
    return network;
  }

  /**
   * Reads an entry.
   *
   * @return what each node has to do, in order
   * @throws FileError with everything that is wrong
   */
  public SequencedMap<String, List<Command.Operation>> read(String text) throws FileError {
    LocatedMap entry = LocatedYaml.mapping(ORIGIN, text.getBytes(StandardCharsets.UTF_8));
    Problems problems = new Problems();
    if (entry.get(AT).isPresent()) {
      problems.report(entry.keyAt(AT), "what is done now has no `at`");
    }
    LocatedMap now = entry.with(AT, entry.at(), new LocatedScalar(entry.at(), "0s", false));
    List<ScheduleEntry> entries = ScheduleReader.readNow(now, network, problems);
    problems.throwIfAny();
    new ServiceChecks(catalog, problems).checkNow(network, entries);
    problems.throwIfAny();
    SequencedMap<String, List<Command.Operation>> byNode = new LinkedHashMap<>();
    for (ScheduleEntry each : entries) {
      operations
          .operations(each.action())
          .forEach(
              (node, operation) ->
                  byNode.computeIfAbsent(node, name -> new ArrayList<>()).add(operation));
    }
    return byNode;
  }
}
