// SPDX-License-Identifier: Apache-2.0
package rani.lab.topology;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
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

  private final Supplier<Topology> network;
  private final ServiceCatalog catalog;

  /** For a network as it was started. */
  public OperationReader(Topology network, ServiceCatalog catalog) {
    this(() -> network, catalog);
  }

  /** The network as it is now. */
  public Topology topology() {
    return network.get();
  }

  /**
   * For a network that changes.
   *
   * @param network gives it as it is now
   */
  public OperationReader(Supplier<Topology> network, ServiceCatalog catalog) {
    this.network = network;
    this.catalog = catalog;
  }

  /**
   * Reads an entry that adds or removes a link or a node.
   *
   * @return nothing if it does something else
   * @throws FileError with everything that is wrong
   */
  public Optional<NetworkChange> change(String text) throws FileError {
    return ChangeReader.read(network.get(), catalog, text);
  }

  /**
   * The nodes that have a part in an entry.
   *
   * @throws FileError with everything that is wrong with it
   */
  public List<String> nodes(String text) throws FileError {
    Topology now = network.get();
    return List.copyOf(read(text, now, LinkNumbers.of(now), node -> true).sequencedKeySet());
  }

  /**
   * Reads an entry for all nodes of a network whose links are those that it was started with.
   *
   * @return what each node has to do, in order
   * @throws FileError with everything that is wrong
   */
  public SequencedMap<String, List<Command.Operation>> read(String text) throws FileError {
    return read(text, LinkNumbers.of(network.get()));
  }

  /**
   * Reads an entry for all nodes.
   *
   * @param numbers of their links
   * @return what each node has to do, in order
   * @throws FileError with everything that is wrong
   */
  public SequencedMap<String, List<Command.Operation>> read(String text, LinkNumbers numbers)
      throws FileError {
    return read(text, network.get(), numbers, node -> true);
  }

  /**
   * Reads an entry for one node.
   *
   * @param numbers of that node's links
   * @return what it has to do, in order; nothing if it has no part in it
   * @throws FileError with everything that is wrong
   */
  public List<Command.Operation> read(String text, String node, LinkNumbers numbers)
      throws FileError {
    return read(text, network.get(), numbers, node::equals).getOrDefault(node, List.of());
  }

  /**
   * The network with the services that an entry starts and stops on the menus of its nodes.
   *
   * @param done whether a node has done its part
   * @throws FileError with everything that is wrong with it
   */
  public Topology after(String text, Predicate<String> done) throws FileError {
    Topology after = network.get();
    for (ScheduleEntry entry : entries(text, after)) {
      switch (entry.action()) {
        case ScheduleEntry.Start start when done.test(start.node()) ->
            after = after.withService(start.node(), start.service(), start.options());
        case ScheduleEntry.Stop stop when done.test(stop.node()) ->
            after = after.withoutService(stop.node(), stop.service());
        default -> {} // not about services
      }
    }
    return after;
  }

  private SequencedMap<String, List<Command.Operation>> read(
      String text, Topology now, LinkNumbers numbers, Predicate<String> asked) throws FileError {
    ScheduledOperations operations = new ScheduledOperations(now, catalog, numbers);
    SequencedMap<String, List<Command.Operation>> byNode = new LinkedHashMap<>();
    for (ScheduleEntry each : entries(text, now)) {
      operations
          .operations(each.action(), asked)
          .forEach(
              (node, operation) ->
                  byNode.computeIfAbsent(node, name -> new ArrayList<>()).add(operation));
    }
    return byNode;
  }

  private List<ScheduleEntry> entries(String text, Topology now) throws FileError {
    LocatedMap entry = LocatedYaml.mapping(ORIGIN, text.getBytes(StandardCharsets.UTF_8));
    Problems problems = new Problems();
    if (ChangeReader.isChange(entry)) {
      problems.report(
          entry.at(),
          "a node neither adds nor removes by itself",
          () -> "`rani exec link add n1-n2` does it at all that have a part in it");
      problems.throwIfAny();
    }
    if (entry.get(AT).isPresent()) {
      problems.report(entry.keyAt(AT), "what is done now has no `at`");
    }
    LocatedMap timed = entry.with(AT, entry.at(), new LocatedScalar(entry.at(), "0s", false));
    List<ScheduleEntry> entries = ScheduleReader.readNow(timed, now, problems);
    problems.throwIfAny();
    new ServiceChecks(catalog, problems).checkNow(now, entries);
    problems.throwIfAny();
    return entries;
  }
}
