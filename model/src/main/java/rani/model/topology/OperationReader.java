// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.link.LinkChange;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedYaml;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.TreeBuilder;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.ScheduleEntry.Action;
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
   * What an entry asks for.
   *
   * @param change what it adds or removes; null if it does something else
   * @param actions what it does otherwise, in order
   */
  public record Wanted(@Nullable NetworkChange change, List<Action> actions) {
    public Wanted {
      actions = List.copyOf(actions);
    }

    /** What each node has a part in, in order. */
    public SequencedMap<String, List<Action>> byNode() {
      SequencedMap<String, List<Action>> byNode = new LinkedHashMap<>();
      for (Action action : actions) {
        for (String node : action.nodes()) {
          byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(action);
        }
      }
      return byNode;
    }

    /**
     * A network with the services that this starts and stops on the menus of its nodes.
     *
     * @param done whether a node has done its part
     */
    public Topology after(Topology before, Predicate<String> done) {
      Topology after = before;
      for (Action action : actions) {
        if (action.nodes().stream().allMatch(done)) {
          after = ScheduleReader.with(after, action);
        }
      }
      return after;
    }
  }

  /**
   * Reads an entry that adds or removes a link or a node.
   *
   * @return nothing if it does something else
   * @throws FileError with everything that is wrong
   */
  public Optional<NetworkChange> change(String text) throws FileError {
    return Optional.ofNullable(read(text).change());
  }

  /**
   * Reads an entry.
   *
   * @param text in YAML or JSON
   * @throws FileError with everything that is wrong
   */
  public Wanted read(String text) throws FileError {
    LocatedMap entry = LocatedYaml.mapping(ORIGIN, text.getBytes(StandardCharsets.UTF_8));
    return ChangeReader.isChange(entry)
        ? new Wanted(ChangeReader.read(network.get(), catalog, entry), List.of())
        : new Wanted(null, actions(entry));
  }

  /**
   * Reads an entry for one node.
   *
   * @return what it has a part in, in order; nothing if it has none
   * @throws FileError with everything that is wrong; nothing is added or removed by one node
   */
  public List<Action> actions(String text, String node) throws FileError {
    LocatedMap entry = LocatedYaml.mapping(ORIGIN, text.getBytes(StandardCharsets.UTF_8));
    if (ChangeReader.isChange(entry)) {
      Problems problems = new Problems();
      problems.report(
          entry.at(),
          "a node neither adds nor removes by itself",
          () -> "`rani exec link add n1-n2` does it at all that have a part in it");
      problems.throwIfAny();
    }
    return new Wanted(null, actions(entry)).byNode().getOrDefault(node, List.of());
  }

  private List<Action> actions(LocatedMap entry) throws FileError {
    Problems problems = new Problems();
    if (entry.get(AT).isPresent()) {
      problems.report(entry.keyAt(AT), "what is done now has no `at`");
    }
    LocatedMap timed = entry.with(AT, entry.at(), new LocatedScalar(entry.at(), "0s", false));
    Topology now = network.get();
    List<ScheduleEntry> entries = ScheduleReader.readNow(timed, now, problems);
    problems.throwIfAny();
    new ServiceChecks(catalog, problems).checkNow(now, entries);
    problems.throwIfAny();
    return entries.stream().map(ScheduleEntry::action).toList();
  }

  /**
   * What one node has to do of what was read, in order; something, in any case.
   *
   * @param numbers of that node's links
   * @throws FileError if a service that it starts refuses its options
   * @throws IllegalArgumentException if it names what there is not
   */
  public List<Command.Operation> operations(List<Action> actions, String node, LinkNumbers numbers)
      throws FileError {
    Topology now = network.get();
    Location here = Location.ofFile(ORIGIN);
    Problems problems = new Problems();
    new ServiceChecks(catalog, problems)
        .checkNow(now, actions.stream().map(each -> new ScheduleEntry(0, each, here)).toList());
    problems.throwIfAny();
    ScheduledOperations operations = new ScheduledOperations(now, catalog, numbers);
    List<Command.Operation> own = new ArrayList<>();
    for (Action action : actions) {
      Command.Operation operation = operations.operations(action, node::equals).get(node);
      if (operation != null) {
        own.add(operation);
      }
    }
    if (own.isEmpty()) {
      throw new IllegalArgumentException("that is nothing for node " + node);
    }
    return own;
  }

  /**
   * New values of a link's knobs.
   *
   * @param knobs as an entry has them behind {@code set}
   * @throws FileError with everything that is wrong
   */
  public static LinkChange linkChange(Topology network, SequencedMap<String, String> knobs)
      throws FileError {
    TreeBuilder tree = new TreeBuilder(ORIGIN);
    knobs.forEach(tree::putText);
    Problems problems = new Problems();
    LinkChange change =
        ScheduleReader.change(tree.build(), true, ServiceChecks.addresses(network), problems);
    problems.throwIfAny();
    return change;
  }
}
