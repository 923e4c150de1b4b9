// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import rani.model.code.NetworkModule;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.Problems;
import rani.model.file.UnitError;
import rani.model.menu.LocatedOptions;
import rani.model.menu.ServiceCatalog;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.service.ServiceProvider;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;
import rani.wasm.capsule.CodePolicy;
import rani.wasm.capsule.FetchedProvider;
import rani.wire.FlowKey;
import rani.world.LinkId;

/** Translates a network's schedule to the operations of each node. */
public final class ScheduledOperations {
  private final LinkNumbers numbers;
  private final SequencedMap<String, Integer> addresses;
  private final ServiceCatalog catalog;
  private final Topology topology;
  private final ServiceCatalog installed;
  private final Map<CodePolicy, ServiceCatalog> services = new EnumMap<>(CodePolicy.class);

  /** Creates a translator; it needs the numbers of links of all requested nodes. */
  public ScheduledOperations(Topology topology, ServiceCatalog catalog, LinkNumbers numbers) {
    this.numbers = numbers;
    this.addresses = ServiceChecks.addresses(topology);
    this.catalog = topology.catalog(catalog);
    this.topology = topology;
    this.installed = catalog;
  }

  /** Returns the timed operations of each node that has any. */
  public SequencedMap<String, List<NodeConfig.Timed>> byNode(List<ScheduleEntry> schedule) {
    SequencedMap<String, List<NodeConfig.Timed>> byNode = new LinkedHashMap<>();
    for (ScheduleEntry entry : schedule) {
      operations(entry.action(), node -> true)
          .forEach(
              (node, operation) ->
                  byNode
                      .computeIfAbsent(node, name -> new ArrayList<>())
                      .add(new NodeConfig.Timed(entry.atNanos(), operation)));
    }
    return byNode;
  }

  /** Returns the operation of each requested node in one action. */
  SequencedMap<String, Command.Operation> operations(
      ScheduleEntry.Action action, Predicate<String> asked) {
    SequencedMap<String, Command.Operation> operations = new LinkedHashMap<>();
    for (String node : action.nodes()) {
      if (asked.test(node)) {
        operations.put(node, operation(action, node));
      }
    }
    return operations;
  }

  private Command.Operation operation(ScheduleEntry.Action action, String node) {
    return switch (action) {
      case ScheduleEntry.SetLink set -> new Command.SetLink(link(node, set.way()), set.change());
      case ScheduleEntry.Cut cut when cut.out() -> new Command.CutLink(link(node, cut.way()));
      case ScheduleEntry.Cut mend -> new Command.MendLink(link(node, mend.way()));
      case ScheduleEntry.Inject inject -> inject(inject);
      case ScheduleEntry.Filter filter ->
          new Command.AddFilter(
              receivingLink(node, filter.from()),
              filter.from().equals(node),
              flow(filter.flow()),
              filter.durationNanos());
      case ScheduleEntry.Unfilter filter ->
          new Command.RemoveFilter(
              receivingLink(node, filter.from()), filter.from().equals(node), flow(filter.flow()));
      case ScheduleEntry.Start start ->
          new Command.StartService(entry(node, start.service(), start.options()));
      case ScheduleEntry.Stop stop -> new Command.StopService(stop.service());
      case ScheduleEntry.Restart restart -> new Command.RestartService(restart.service());
      case ScheduleEntry.Tell tell ->
          new Command.Tell(tell.service(), tell.verb(), tell.arguments());
      case ScheduleEntry.Change _ ->
          throw new IllegalArgumentException("a change of the network is more than a node can do");
    };
  }

  private Command.Inject inject(ScheduleEntry.Inject inject) {
    String service = inject.service();
    int number =
        service.isEmpty()
            ? 0
            : InjectReader.number(service).orElseGet(() -> provider(catalog, service).number());
    int destination = addresses.getOrDefault(inject.to(), 0);
    return new Command.Inject(
        inject.packet().toward(destination, number), inject.count(), inject.gapNanos());
  }

  private FlowKey flow(String text) {
    try {
      return FlowText.parse(text, addresses);
    } catch (UnitError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private @Nullable LinkId receivingLink(String node, String from) {
    return from.isEmpty() || from.equals(node)
        ? null
        : link(node, ScheduleEntry.Way.between(node, from));
  }

  /** Returns the menu entry of a node's service, whose options were checked before. */
  public NodeConfig.MenuEntry entry(String node, String service, LocatedMap options) {
    LocatedOptions reader = new LocatedOptions(options, addresses, new Problems());
    ServiceProvider provider = topology.at(node, provider(node, service));
    if (provider instanceof FetchedProvider fetched) {
      provider = fetched.verifiedBy(travelled -> verified(service, travelled, options));
    }
    return new NodeConfig.MenuEntry(provider, reader, reader.beginning(), reader.idleStopNanos());
  }

  /** Returns the code of a service that a node has fetched, if it takes the menu's options. */
  private SandboxedCode verified(String service, byte[] travelled, LocatedMap options)
      throws CodeRefusal {
    NetworkModule module = Objects.requireNonNull(topology.modules().get(service), service);
    SandboxedCode code = module.verified(travelled, topology.operators());
    Problems problems = new Problems();
    ServiceChecks.checkOptions(code.provider(), options, addresses, problems);
    try {
      problems.throwIfAny();
    } catch (FileError e) {
      throw new CodeRefusal(String.valueOf(e.getMessage()));
    }
    return code;
  }

  private ServiceProvider provider(String node, String service) {
    CodePolicy policy = topology.node(node).map(TopologyNode::code).orElse(CodePolicy.SIGNED);
    return provider(
        services.computeIfAbsent(policy, code -> topology.catalog(installed, code)), service);
  }

  private static ServiceProvider provider(ServiceCatalog catalog, String service) {
    return catalog
        .find(service)
        .orElseThrow(() -> new IllegalArgumentException("no service is called " + service));
  }

  private LinkId link(String node, ScheduleEntry.Way way) {
    return numbers.at(node, way.link());
  }
}
