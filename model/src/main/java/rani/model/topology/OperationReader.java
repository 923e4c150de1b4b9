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
 * Reads operations on a running network: entries of a schedule without a time, such as {@code
 * {link: n1 -> n2, set: {delay: 50ms}}}, in YAML or JSON. Finds only errors that are independent of
 * the network's state; nodes refuse what their state does not permit.
 */
public final class OperationReader {
  private static final String ORIGIN = "operation";
  private static final String AT = "at";

  private final Supplier<Topology> network;
  private final ServiceCatalog catalog;

  /** Creates a reader for a network that does not change. */
  public OperationReader(Topology network, ServiceCatalog catalog) {
    this(() -> network, catalog);
  }

  public Topology topology() {
    return network.get();
  }

  public OperationReader(Supplier<Topology> network, ServiceCatalog catalog) {
    this.network = network;
    this.catalog = catalog;
  }

  /** Parsed operation: an addition or removal of a link or node, else actions in order. */
  public record Wanted(@Nullable NetworkChange change, List<Action> actions) {
    /** Returns the actions of each node, in order. */
    public SequencedMap<String, List<Action>> byNode() {
      SequencedMap<String, List<Action>> byNode = new LinkedHashMap<>();
      for (Action action : actions) {
        for (String node : action.nodes()) {
          byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(action);
        }
      }
      return byNode;
    }

    /** Returns a network after these actions on services, as far as all their nodes are done. */
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

  /** Reads an addition or removal of a link or node; empty for another operation. */
  public Optional<NetworkChange> change(String text) throws FileError {
    return Optional.ofNullable(read(text).change());
  }

  /** Reads an entry in YAML or JSON; throws with all problems. */
  public Wanted read(String text) throws FileError {
    LocatedMap entry = LocatedYaml.mapping(ORIGIN, text.getBytes(StandardCharsets.UTF_8));
    return ChangeReader.isChange(entry)
        ? new Wanted(ChangeReader.read(network.get(), catalog, entry), List.of())
        : new Wanted(null, actions(entry));
  }

  /** Reads an entry and returns one node's actions, in order; throws for a network change. */
  public List<Action> actions(String text, String node) throws FileError {
    LocatedMap entry = LocatedYaml.mapping(ORIGIN, text.getBytes(StandardCharsets.UTF_8));
    if (ChangeReader.isChange(entry)) {
      throw new FileError(
          entry.at(),
          "a node neither adds nor removes by itself",
          "`rani exec link add n1-n2` does it at all that have a part in it");
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
    new ServiceChecks(now.catalog(catalog), problems).checkNow(now, entries);
    problems.throwIfAny();
    return entries.stream().map(ScheduleEntry::action).toList();
  }

  /**
   * Returns one node's part of some actions, in order; at least one operation.
   *
   * @param numbers of that node's links
   * @throws FileError if a service refuses its options
   * @throws IllegalArgumentException if an action names an unknown part of the network, or the node
   *     has no part
   */
  public List<Command.Operation> operations(List<Action> actions, String node, LinkNumbers numbers)
      throws FileError {
    Topology now = network.get();
    Location here = Location.ofFile(ORIGIN);
    Problems problems = new Problems();
    new ServiceChecks(now.catalog(catalog), problems)
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

  /** Parses new settings of a link, by key as under {@code set}. */
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
