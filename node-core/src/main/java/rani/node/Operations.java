// SPDX-License-Identifier: Apache-2.0
package rani.node;

import org.jspecify.annotations.Nullable;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.link.LinkConfig;
import rani.link.LinkPort;
import rani.link.WireImpairment;
import rani.queue.Rate;
import rani.service.ServiceProvider;
import rani.wire.Ipv4Header;
import rani.world.LinkId;
import rani.world.Note;
import rani.world.Reply;

/**
 * Executes operations of the operator, the schedule or a service on a running node. Writes each
 * into the trace, as a note of the service {@code node}, with the result or the reason of a
 * refusal.
 */
final class Operations {
  static final String NOTED_BY = "node";
  static final String OPERATOR = "operator";
  static final String SCHEDULE = "schedule";
  private static final Reply NOT_RUNNING = Reply.refused("the node is not running");

  private final Node node;
  private final Injections injections;
  private final OperatorFilters filters;

  Operations(Node node, Injections injections) {
    this.node = node;
    this.injections = injections;
    this.filters = new OperatorFilters(node);
  }

  /** Executes an operation. The asker is the operator, the schedule, or a service by its name. */
  Reply execute(long nowNanos, Command.Operation operation, String by) {
    Reply reply =
        node.isStopped() ? Reply.refused("the node has stopped") : done(nowNanos, operation);
    if (by.equals(SCHEDULE) || !(operation instanceof Command.Tell)) {
      Note detail =
          reply.ok()
              ? OperationNotes.detail(operation, by)
              : OperationNotes.refusal(operation, by, reply.message());
      String event = reply.ok() ? OperationNotes.event(operation) : OperationNotes.REFUSED;
      node.trace().note(nowNanos, NOTED_BY, event, detail);
    }
    return reply;
  }

  private Reply done(long nowNanos, Command.Operation operation) {
    return switch (operation) {
      case Command.Inject _, Command.AddFilter _ when !node.isRunning() -> NOT_RUNNING;
      case Command.StartService _,
          Command.StopService _,
          Command.RestartService _,
          Command.ReplaceService _
          when !node.isRunning() ->
          NOT_RUNNING;
      case Command.SetLink set -> setLink(nowNanos, set.link(), set.change());
      case Command.CutLink cut -> cutLink(nowNanos, cut.link(), true);
      case Command.MendLink mend -> cutLink(nowNanos, mend.link(), false);
      case Command.AddLink add -> addLink(nowNanos, add.link());
      case Command.RemoveLink remove -> removeLink(nowNanos, remove.link());
      case Command.Inject inject -> inject(nowNanos, inject);
      case Command.AddFilter add -> filters.add(nowNanos, add);
      case Command.RemoveFilter remove -> filters.remove(nowNanos, remove);
      case Command.StartService start -> startService(nowNanos, start.entry());
      case Command.StopService stop -> stopService(nowNanos, stop.service());
      case Command.RestartService again -> restartService(nowNanos, again.service());
      case Command.ReplaceService other -> replaceService(nowNanos, other.provider());
      case Command.Tell tell -> node.menu().tell(nowNanos, tell);
    };
  }

  private Reply setLink(long nowNanos, LinkId id, LinkChange change) {
    LinkConfig link = link(id);
    if (link == null) {
      return noSuchLink(id);
    }
    LinkPort port = node.port(id);
    WireImpairment wire = node.wire(id);
    Rate rate = change.over(port.rate());
    ImpairmentConfig impairment;
    try {
      impairment = change.over(wire.config());
    } catch (IllegalArgumentException e) {
      return Reply.refused(id + ": " + e.getMessage());
    }
    String slow = tooSlow(id, rate, link.mtuBytes());
    if (slow != null) {
      return Reply.refused(slow);
    }
    String varied = change.delayNanos() == null ? port.refusal(impairment.jitterNanos()) : "";
    if (!varied.isEmpty()) {
      return Reply.refused(id + ": " + varied);
    }
    wire.configure(impairment);
    port.change(rate, impairment.delayNanos());
    port.leaveTrace(nowNanos, change);
    return Reply.of(NodeFacts.Knobs.of(node, nowNanos, id));
  }

  /** Returns why a link of that rate conflicts with the node's own queue; null if it does not. */
  private @Nullable String tooSlow(LinkId id, Rate rate, int mtuBytes) {
    NodeConfig.NodeQueue own = node.config().queue();
    return own != null && rate.isSlowerThan(own.rate(), Ipv4Header.LENGTH, mtuBytes)
        ? id
            + " would be slower ("
            + rate.text()
            + ") than the node ("
            + own.rate().text()
            + "), whose queue it would hide"
        : null;
  }

  private Reply addLink(long nowNanos, LinkConfig link) {
    LinkId id = link.id();
    if (node.isGiven(id)) {
      return Reply.refused(
          id + (node.hasLink(id) ? " is here" : " was removed; its number is not given again"));
    }
    if (node.links().size() >= NodeConfig.LINKS_MAX) {
      return Reply.refused("a node has at most " + NodeConfig.LINKS_MAX + " links");
    }
    if (link.neighbour() == node.address()) {
      return Reply.refused("a link does not lead from a node to itself");
    }
    String slow = tooSlow(id, link.rate(), link.mtuBytes());
    if (slow != null) {
      return Reply.refused(slow);
    }
    String unfit = node.menu().refusal(link.queue());
    if (unfit != null) {
      return Reply.refused(unfit);
    }
    node.addLink(nowNanos, link);
    return Reply.of(NodeFacts.Knobs.of(node, nowNanos, id));
  }

  private Reply removeLink(long nowNanos, LinkId id) {
    if (!node.hasLink(id)) {
      return noSuchLink(id);
    }
    node.removeLink(nowNanos, id);
    return Reply.DONE;
  }

  private Reply cutLink(long nowNanos, LinkId id, boolean out) {
    if (!node.hasLink(id)) {
      return noSuchLink(id);
    }
    WireImpairment wire = node.wire(id);
    if (wire.isCut() == out) {
      return Reply.refused(id + (out ? " is cut already" : " is not cut"));
    }
    wire.cut(out);
    return Reply.of(NodeFacts.Knobs.of(node, nowNanos, id));
  }

  private @Nullable LinkConfig link(LinkId id) {
    return node.links().stream().filter(link -> link.id().equals(id)).findFirst().orElse(null);
  }

  private Reply noSuchLink(LinkId id) {
    int links = node.links().size();
    return Reply.refused(
        node.name() + " has " + links + (links == 1 ? " link" : " links") + ", and no " + id);
  }

  private Reply inject(long nowNanos, Command.Inject inject) {
    int destination = inject.packet().destination();
    if (destination != node.address() && node.route(destination) == null) {
      return Reply.refused("there is no way to the destination");
    }
    return injections.begin(nowNanos, inject);
  }

  private Reply startService(long nowNanos, NodeConfig.MenuEntry entry) {
    String why = node.menu().refusal(entry.provider());
    why = why == null ? unfit(entry.provider()) : why;
    return why == null ? begin(nowNanos, entry, null) : Reply.refused(why);
  }

  /** Starts a service, in place of the running instance {@code old}; null if there is none. */
  private Reply begin(long nowNanos, NodeConfig.MenuEntry entry, @Nullable InstalledService old) {
    Menu menu = node.menu();
    String name = entry.provider().name();
    InstalledService service;
    try {
      service = node.service(entry, menu.startings(name) + 1);
    } catch (RuntimeException | LinkageError e) {
      return Reply.refused("service `" + name + "`: " + e.getMessage());
    }
    if (old == null) {
      menu.add(service);
    } else {
      old.leave(nowNanos);
      menu.replace(old, service);
    }
    menu.start(nowNanos, service);
    if (service.hasFailed()) {
      if (old == null) {
        service.leave(nowNanos);
        menu.remove(nowNanos, service);
      } else {
        service.giveUp(nowNanos);
      }
      return Reply.refused("service `" + name + "` did not start: " + service.lastFailure());
    }
    if (node.hasGone()) {
      service.go(nowNanos);
    }
    return Reply.of(service.facts(nowNanos));
  }

  /** Returns why a service cannot work with the queues of this node; null if it can. */
  private @Nullable String unfit(ServiceProvider provider) {
    String prefix = "service `" + provider.name() + "` cannot work with the queue of ";
    NodeConfig.NodeQueue own = node.config().queue();
    String why = own == null ? null : provider.refusal(own.config());
    if (why != null) {
      return prefix + "the node: " + why;
    }
    for (LinkConfig link : node.links()) {
      why = provider.refusal(link.queue());
      if (why != null) {
        return prefix + link.id() + ": " + why;
      }
    }
    return null;
  }

  /** Replaces a service by a new instance, so that services that depend on it stay. */
  private Reply restartService(long nowNanos, String name) {
    InstalledService old = node.menu().find(name);
    return old == null ? node.menu().noSuchService(name) : begin(nowNanos, old.entry(), old);
  }

  private Reply replaceService(long nowNanos, ServiceProvider by) {
    InstalledService old = node.menu().find(by.name());
    if (old == null || old.provider().number() != by.number()) {
      return Reply.refused("no service `" + by.name() + "` of number " + by.number() + " is here");
    }
    String why = node.menu().lacks(by);
    why = why == null ? unfit(by) : why;
    return why == null ? begin(nowNanos, old.entry().with(by), old) : Reply.refused(why);
  }

  private Reply stopService(long nowNanos, String name) {
    Menu menu = node.menu();
    InstalledService service = menu.find(name);
    if (service == null) {
      return menu.noSuchService(name);
    }
    String dependent = menu.dependentOn(name);
    if (dependent != null) {
      return Reply.refused("service `" + dependent + "` needs `" + name + "`; stop that first");
    }
    service.leave(nowNanos);
    NodeFacts.OfService facts = service.facts(nowNanos);
    menu.remove(nowNanos, service);
    return Reply.of(facts);
  }
}
