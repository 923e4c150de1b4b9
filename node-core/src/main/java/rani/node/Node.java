// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.link.IngressRules;
import rani.link.LinkConfig;
import rani.link.LinkPort;
import rani.link.LinkSeal;
import rani.link.Originator;
import rani.link.PacketAccounting;
import rani.link.WireImpairment;
import rani.wire.Frame;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;
import rani.world.Timers;
import rani.world.World;

/**
 * An active node: a single-threaded, deterministic machine that stores and forwards passive
 * packets, and runs a service from its menu for active ones.
 *
 * <p>A node owns no thread, socket, clock or source of randomness. A world calls its three entry
 * points, {@link #receive}, {@link #wake} and {@link #handle}, from one thread at a time and with
 * non-decreasing times. All effects on the outside go through that {@link World}. No arriving frame
 * makes a node throw.
 *
 * <p>The path of a packet: {@link #receive} (format, PrevNode, lifetime, filters) → {@link
 * Forwarder#forward} (this node, a service, or a route) → {@link LinkPort#enqueue} (the queue
 * discipline's verdict) → {@link LinkPort#due} at its time → {@link World#send}.
 */
public final class Node {
  /** The number of timers that fire in one wake-up; the rest fire in the next, at the same time. */
  public static final int TIMERS_PER_WAKE_MAX = 10_000;

  /**
   * The largest number of packets of the node to itself that may wait within one call. The packets
   * and requests of services that one call completes are as many at most.
   */
  public static final int LOOPBACK_MAX = 1024;

  /** Stands for the time of an event that has not happened. */
  static final long NOT_YET = Long.MIN_VALUE;

  private final NodeConfig config;
  private final World world;
  private final NodeTrace trace;
  private final PacketAccounting ledger;
  private final Timers timers = new Timers();
  private final Originator originator;
  private final RoutingTable routes;
  private final LinkPort.Shared shared;
  private final NodeLinks links = new NodeLinks();
  private final @Nullable LinkPort nodePort;
  private final IngressRules ownRules;
  private final Neighbours neighbours;
  private final Menu menu;
  private final Diversions diversions;
  private final Ingress ingress;
  private final Forwarder forwarder;
  private final Icmp icmp = new Icmp(this);
  private final @Nullable ControlProcessing control;
  private final Injections injections;
  private final Operations operations;
  private final ServiceRequests requests;
  private final NodeSchedule timetable;
  private final ArrayDeque<ByteBuf> loopback = new ArrayDeque<>();

  private long wakeArmedNanos = Timers.NEVER;
  private long startedNanos = NOT_YET;
  private long goNanos = NOT_YET;
  private boolean stopped;

  /**
   * Makes a node that does nothing before {@link Command.Start}.
   *
   * @throws IllegalArgumentException if a service depends on one that is not on the menu
   */
  public Node(NodeConfig config, World world, NodeTrace trace) {
    this.config = config;
    this.world = world;
    this.trace = trace;
    this.ledger = new PacketAccounting(trace);
    this.originator = new Originator(world.buffers(), config.address());
    this.routes = new RoutingTable(config.routes());
    this.neighbours = new Neighbours(config, routes, links, ledger, trace, timers, originator);
    this.diversions = new Diversions(links, ledger, world.buffers());
    this.menu = new Menu(ledger, neighbours, icmp, diversions);
    shared = new LinkPort.Shared(world, trace, ledger, timers, menu, config.address());
    for (LinkConfig link : config.links()) {
      links.add(end(link));
    }
    ownRules = new IngressRules(null, trace, timers);
    nodePort =
        config.queue() == null
            ? null
            : LinkPort.ofNode(config.queue().rate(), config.queue().config(), links::port, shared);
    forwarder = new Forwarder(config, routes, links, ownRules, nodePort, menu, ledger);
    ingress = new Ingress(menu, diversions, ledger, forwarder);
    control =
        config.controlDelayNanos() == 0
            ? null
            : new ControlProcessing(config, menu, ledger, world.buffers(), timers, forwarder);
    injections = new Injections(this, timers);
    operations = new Operations(this, injections);
    requests = new ServiceRequests(menu, operations);
    timetable = new NodeSchedule(config.schedule(), operations, timers);
    menu.install(config.menu().stream().map(entry -> service(entry, 1)).toList());
  }

  private NodeLinks.End end(LinkConfig link) {
    LinkSeal seal = new LinkSeal(link.keys());
    WireImpairment wire = new WireImpairment(link.id(), link.impairment(), seal, world);
    return new NodeLinks.End(
        link,
        LinkPort.ofLink(link, wire, shared),
        neighbours.hello(link),
        wire,
        seal,
        new IngressRules(link.id(), trace, timers));
  }

  /**
   * Makes a service for the menu. {@code starting} is the ordinal of this instance among those of
   * its kind, from 1; it selects the instance's random stream.
   */
  InstalledService service(NodeConfig.MenuEntry entry, int starting) {
    String owner = entry.provider().name() + (starting == 1 ? "" : " #" + starting);
    RandomGenerator random = world.random(owner);
    return new InstalledService(this, entry, random, world.secrets(random));
  }

  /** Handles a frame that has arrived by a link. Takes over one reference. */
  public void receive(long nowNanos, LinkId link, ByteBuf frame) {
    NodeLinks.End end = links.end(link.number());
    if (end == null || end.wire().losesArrival()) {
      frame.release(); // lost on the wire: it never came
      return;
    }
    ledger.arrival(nowNanos, link, frame);
    DropReason refused = stopped ? DropReason.STOPPED : ingress.refusal(end, frame);
    if (refused != null) {
      ledger.drop(nowNanos, refused, link, frame);
    } else if (!ingress.isCaught(nowNanos, link, end.rules(), frame)) {
      forwardReleased(nowNanos); // what a flush has just let go came before this frame
      if (control == null || !control.takes(nowNanos, link, frame)) {
        forwarder.forward(nowNanos, link, frame, nowNanos);
      }
    }
    finish(nowNanos);
  }

  /** Handles a wake-up requested by {@link World#wakeAt}, or a spurious one. */
  public void wake(long nowNanos) {
    wakeArmedNanos = Timers.NEVER;
    for (int fired = 0; fired < TIMERS_PER_WAKE_MAX && timers.isDue(nowNanos); fired++) {
      timers.takeFirst().due(nowNanos);
    }
    finish(nowNanos);
  }

  public Reply handle(long nowNanos, Command command) {
    Reply reply;
    if (command instanceof Command.Start) { // first: for a switch over types a class is made
      reply = start(nowNanos);
    } else if (command instanceof Command.Go) {
      reply = go(nowNanos);
    } else if (command instanceof Command.Show show) {
      reply = Reply.of(NodeFacts.of(this, nowNanos, show.subject()));
    } else {
      reply = carriedOut(nowNanos, command);
    }
    finish(nowNanos);
    return reply;
  }

  private Reply carriedOut(long nowNanos, Command command) {
    return switch (command) {
      case Command.Start start -> start(nowNanos);
      case Command.Go go -> go(nowNanos);
      case Command.Stop stop -> stop(nowNanos);
      case Command.Show show -> Reply.of(NodeFacts.of(this, nowNanos, show.subject()));
      case Command.OfferKey offer -> links.offer(offer);
      case Command.UseKey use -> links.use(use);
      case Command.SignLinkStates sign -> signLinkStates(sign.keys());
      case Command.KnowNetwork know -> {
        neighbours.linkStates().know(nowNanos, know.network(), know.originKeys());
        yield Reply.DONE;
      }
      case Command.Operation operation ->
          operations.execute(nowNanos, operation, Operations.OPERATOR);
    };
  }

  /**
   * Runs an action of a service for data from a socket of its own. Returns whether the service was
   * called; false if it is suspended, or the node does not run.
   */
  public boolean enter(long nowNanos, int serviceNumber, LongConsumer action) {
    boolean called = isRunning() && menu.enter(nowNanos, serviceNumber, action);
    finish(nowNanos);
    return called;
  }

  private Reply signLinkStates(OriginKeys keys) {
    if (hasStarted()) {
      return Reply.refused("the node runs, and others know it without a key");
    }
    neighbours.linkStates().sign(keys);
    return Reply.DONE;
  }

  private Reply start(long nowNanos) {
    if (hasStarted() || stopped) {
      return Reply.refused("a node is started once");
    }
    startedNanos = nowNanos;
    menu.start(nowNanos);
    neighbours.start(nowNanos);
    return Reply.DONE;
  }

  private Reply go(long nowNanos) {
    if (!isRunning()) {
      return Reply.refused("the node is not running");
    }
    if (hasGone()) {
      return Reply.refused("traffic has begun already");
    }
    goNanos = nowNanos;
    links.each(end -> end.port().go(goNanos, nowNanos));
    neighbours.linkStates().go(nowNanos);
    menu.go(nowNanos);
    timetable.begin(nowNanos);
    return Reply.DONE;
  }

  private Reply stop(long nowNanos) {
    if (stopped) {
      return Reply.DONE;
    }
    stopped = true;
    timetable.stop();
    injections.stop();
    menu.stop(nowNanos);
    links.each(end -> end.hello().stop());
    neighbours.linkStates().stop();
    if (nodePort != null) {
      nodePort.stop(nowNanos, DropReason.STOPPED);
    }
    links.each(end -> end.port().stop(nowNanos, DropReason.STOPPED));
    diversions.stop(nowNanos);
    requests.clear();
    if (control != null) {
      control.stop(nowNanos);
    }
    while (!loopback.isEmpty()) {
      ledger.drop(nowNanos, DropReason.STOPPED, null, loopback.remove());
    }
    return Reply.DONE;
  }

  /**
   * Completes a call: forwards released and loopback packets, carries out what services ask for,
   * schedules the next wake-up.
   */
  private void finish(long nowNanos) {
    forwardReleased(nowNanos);
    for (int taken = 0; taken < LOOPBACK_MAX && isUnfinished(); taken++) {
      if (requests.isEmpty()) {
        menu.deliver(nowNanos, null, loopback.remove(), nowNanos);
      } else {
        requests.carryOutNext(nowNanos);
      }
      forwardReleased(nowNanos);
    }
    long next = isUnfinished() ? nowNanos : timers.nextDeadlineNanos();
    if (next < wakeArmedNanos) {
      wakeArmedNanos = next;
      world.wakeAt(next);
    }
  }

  private boolean isUnfinished() {
    return !loopback.isEmpty() || !requests.isEmpty();
  }

  private void forwardReleased(long nowNanos) {
    while (diversions.hasReleased()) {
      Diversion.Held held = diversions.nextReleased();
      DropReason refused = ingress.refusal(nowNanos, held);
      if (refused == null) {
        forwarder.forward(nowNanos, held.link(), held.frame(), held.arrivedNanos());
      } else {
        ledger.drop(nowNanos, refused, held.link(), held.frame());
      }
    }
  }

  /** Handles a packet that originates at this node. Takes the reference. */
  void originate(long nowNanos, ByteBuf frame) {
    ledger.origin(nowNanos, frame);
    if (stopped) {
      ledger.drop(nowNanos, DropReason.STOPPED, null, frame);
    } else if (Frame.destination(frame) == config.address()) {
      // Delivered at the end of this call, so that services never call into each other.
      if (loopback.size() == LOOPBACK_MAX) {
        ledger.drop(nowNanos, DropReason.QUEUE_FULL, null, frame);
      } else {
        loopback.add(frame);
      }
    } else if (!ingress.isCaught(nowNanos, null, ownRules, frame)) {
      forwarder.forward(nowNanos, null, frame, nowNanos);
    }
  }

  /** Adds a link. Hello begins at the next wake-up, when the world has set up the wire. */
  void addLink(long nowNanos, LinkConfig link) {
    NodeLinks.End end = end(link);
    links.add(end);
    if (hasGone()) {
      end.port().go(goNanos, nowNanos);
    }
    neighbours.linkStates().linkAdded(nowNanos, link);
    if (isRunning()) {
      end.hello().startSoon(nowNanos);
    }
  }

  /** Removes a link: drops its queued frames, forwards the frames of its diversions. */
  void removeLink(long nowNanos, LinkId link) {
    diversions.endAllOn(nowNanos, link);
    if (control != null) {
      control.linkRemoved(nowNanos, link);
    }
    links.remove(nowNanos, links.end(link));
    neighbours.linkStates().linkRemoved(nowNanos, link);
  }

  public String name() {
    return config.name();
  }

  public int address() {
    return config.address();
  }

  public NodeConfig config() {
    return config;
  }

  public PacketAccounting ledger() {
    return ledger;
  }

  public boolean isUp() {
    return isRunning() && neighbours.areUp();
  }

  public boolean isUp(LinkId link) {
    return links.end(link).hello().isUp();
  }

  long startedNanos() {
    return startedNanos;
  }

  long goNanos() {
    return goNanos;
  }

  /** Reports whether the node was stopped; a stopped node cannot be started again. */
  public boolean isStopped() {
    return stopped;
  }

  /**
   * Reports whether a service of this node has traffic to send or to wait for, or the node itself
   * has packets to inject or entries of its schedule to execute.
   */
  public boolean isBusy() {
    return timetable.isPending() || injections.isPending() || menu.isBusy();
  }

  private boolean hasStarted() {
    return startedNanos != NOT_YET;
  }

  boolean isRunning() {
    return hasStarted() && !stopped;
  }

  boolean hasGone() {
    return goNanos != NOT_YET;
  }

  public List<LinkConfig> links() {
    return links.configs();
  }

  public boolean hasLink(LinkId link) {
    return links.end(link.number()) != null;
  }

  public int linksRemoved() {
    return links.removed();
  }

  public boolean hadLink(LinkId link) {
    return links.isGiven(link) && !hasLink(link);
  }

  /** Reports whether a number belongs to a present or removed link. */
  boolean isGiven(LinkId link) {
    return links.isGiven(link);
  }

  public WireImpairment wire(LinkId link) {
    return links.end(link).wire();
  }

  public LinkSeal seal(LinkId link) {
    return links.end(link).seal();
  }

  public LinkPort port(LinkId link) {
    return links.end(link).port();
  }

  /** Returns the node's own queue; null without {@code placement: node}. */
  public @Nullable LinkPort nodePort() {
    return nodePort;
  }

  /** Returns the rules for arrivals by a link; null selects packets that originate here. */
  public IngressRules rules(@Nullable LinkId link) {
    return link == null ? ownRules : links.end(link).rules();
  }

  /** Reports whether a link recently forwarded a flow; packets that a rule caught count, too. */
  boolean hasForwarded(long nowNanos, LinkId link, int source, int destination) {
    NodeLinks.End end = links.end(link.number());
    return end != null && end.forwarded().has(nowNanos, source, destination);
  }

  /**
   * Returns how many reported packets of a flow are credible; see {@link rani.link.ForwardedFlows}.
   */
  int tellOfForwarded(long nowNanos, LinkId link, int source, int destination, int packets) {
    NodeLinks.End end = links.end(link.number());
    return end == null ? 0 : end.forwarded().tellOf(nowNanos, source, destination, packets);
  }

  /**
   * Counts the frames in this node where they are: queued, in service, held or released by
   * diversions, in control processing, or in loopback. {@link PacketAccounting#inside} is the
   * ledger's count.
   */
  public long framesInside() {
    long frames = loopback.size();
    frames += diversions.holds();
    frames += control == null ? 0 : control.holds();
    frames += nodePort == null ? 0 : nodePort.holds();
    List<NodeLinks.End> ends = links.ends();
    for (int i = 0; i < ends.size(); i++) { // without an iterator: virtual time asks very often
      frames += ends.get(i).port().holds();
    }
    return frames;
  }

  public long heldBuffers() {
    return menu.heldBuffers();
  }

  Neighbours neighbours() {
    return neighbours;
  }

  Diversions diversions() {
    return diversions;
  }

  ServiceRequests requests() {
    return requests;
  }

  RoutingTable routes() {
    return routes;
  }

  Menu menu() {
    return menu;
  }

  World world() {
    return world;
  }

  NodeTrace trace() {
    return trace;
  }

  ByteBufAllocator buffers() {
    return world.buffers();
  }

  Icmp icmp() {
    return icmp;
  }

  Originator originator() {
    return originator;
  }

  Timers.Timer timer(Timers.Due owner) {
    return timers.timer(owner);
  }

  /** Returns the outgoing link for an address; null if there is no route. */
  public @Nullable LinkId route(int destination) {
    return routes.toward(destination);
  }
}
