// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;

/**
 * A network in virtual time: any number of nodes, one thread, and a heap of events ordered by time
 * and sequence. The same nodes, seed and commands give the same events, to the byte, on every
 * machine.
 *
 * <p>Time is in nanoseconds and starts at 0. After every event the invariants are checked, unless
 * {@link #checkSeldom} was called; a violation throws {@link InvariantViolation} with the command
 * that reproduces the run.
 */
public final class Simulation {
  /** Limit of the events at one instant; more are taken for a livelock. */
  public static final int EVENTS_PER_INSTANT_MAX = 100_000;

  /** Limit of the frames of a wire that are kept for an eavesdropper. */
  public static final int OVERHEARD_MAX = 32;

  /** Number of events between two full checks, after {@link #checkSeldom}. */
  private static final int UNCOUNTED_MAX = 1000;

  /** Minimum of that number per node, so that the cost per event does not grow with the network. */
  private static final int UNCOUNTED_PER_NODE_MAX = 32;

  private final long seed;
  private final String replay;
  private final CountingAllocator buffers = new CountingAllocator();
  private final EventHeap events = new EventHeap();
  private final InvariantChecker books = new InvariantChecker();
  private final SequencedMap<String, SimulatedNode> nodes = new LinkedHashMap<>();
  private final Function<String, NodeTrace> traces;
  private long nowNanos;
  private int eventsAtInstant;
  private long eventsTotal;
  private boolean seldom;
  private int eventsUncounted;

  /** A link, by the two link ends that it connects. */
  public record Wiring(String nodeA, LinkId linkA, String nodeB, LinkId linkB) {}

  /**
   * Creates a network that is not started. Throws {@link IllegalArgumentException} if two nodes
   * have one name, a wiring names a node or link that does not exist, or a link end does not have
   * exactly one wiring.
   *
   * @param configs the nodes, in the order in which they are started
   * @param traces gives each node's trace, by the node's name
   * @param replay the command that reproduces this run, for error messages
   */
  public Simulation(
      List<NodeConfig> configs,
      List<Wiring> wirings,
      long seed,
      Function<String, NodeTrace> traces,
      String replay) {
    this.seed = seed;
    this.replay = replay;
    this.traces = traces;
    configs.forEach(this::add);
    wirings.forEach(this::connect);
    nodes.values().forEach(SimulatedNode::requireWired);
  }

  private void connect(Wiring wiring) {
    SimulatedNode a = simulated(wiring.nodeA());
    SimulatedNode b = simulated(wiring.nodeB());
    a.connect(wiring.linkA(), b, wiring.linkB());
    b.connect(wiring.linkB(), a, wiring.linkA());
  }

  /** Creates the wires of a link that nodes receive later, by {@link Command.AddLink}. */
  public void join(Wiring wiring) {
    simulated(wiring.nodeA()).reserve(wiring.linkA());
    simulated(wiring.nodeB()).reserve(wiring.linkB());
    connect(wiring);
  }

  /** Returns a link number that no link of a node has or had, and no {@link #join} has used. */
  public LinkId nextLink(String name) {
    return simulated(name).nextLink();
  }

  /**
   * Adds a node, last in order and not started; its links are joined next. Throws {@link
   * IllegalArgumentException} if there is a node of that name.
   */
  public void add(NodeConfig config) {
    if (nodes.containsKey(config.name())) {
      throw new IllegalArgumentException("two nodes are called " + config.name());
    }
    NodeTrace trace = traces.apply(config.name());
    nodes.put(config.name(), new SimulatedNode(this, config, trace));
  }

  /** Stops and removes a node. Frames in flight to it are lost. */
  public void remove(String name) {
    handle(name, new Command.Stop());
    simulated(name).leave();
    nodes.remove(name);
  }

  /**
   * Crashes a node. Its state and frames that arrive at it are lost, and its neighbours are not
   * notified. It refuses commands until {@link #restart}.
   */
  public void crash(String name) {
    SimulatedNode node = simulated(name);
    if (!node.isGone()) {
      node.crash();
      check(node);
    }
  }

  /** Replaces a crashed node by a new one of the same name, which is not started. */
  public void restart(NodeConfig config) {
    SimulatedNode node = simulated(config.name());
    if (!node.isGone()) {
      throw new IllegalArgumentException(config.name() + " is not down");
    }
    node.restart(config, traces.apply(config.name()));
  }

  /** Reports whether a node has crashed and was not restarted. */
  public boolean isDown(String name) {
    return simulated(name).isGone();
  }

  /** Sets a node's clock, before the node is started. */
  public void setClock(String name, NodeClock clock) {
    simulated(name).setClock(clock);
  }

  /** Starts to record the frames that a node sends by a link, for an eavesdropper. */
  public void overhear(String name, LinkId link) {
    simulated(name).wire(link).overhear();
  }

  /** Returns the last {@link #OVERHEARD_MAX} recorded frames of a node's link, oldest first. */
  public List<byte[]> overheard(String name, LinkId link) {
    return simulated(name).wire(link).overheard();
  }

  /**
   * Injects a forged frame into the wire of a node's outgoing link. The frame arrives at the
   * neighbour at once; if the neighbour is down it is lost.
   */
  public void forge(String name, LinkId link, byte[] frame) {
    SimulatedWire wire = simulated(name).wire(link);
    SimulatedNode far = wire.farNode();
    if (far == null || far.isGone()) {
      return;
    }
    books.forged();
    ByteBuf forged = buffers.buffer(frame.length).writeBytes(frame);
    far.node().receive(far.nodeNanos(), wire.farLink(), forged);
    check(far);
  }

  /** Checks that no frame or buffer is left, after all nodes stopped and all events happened. */
  public void checkEmpty() {
    for (SimulatedNode node : nodes.values()) {
      if (node.node().ledger().inside() != 0) {
        check("node " + node.name() + " was stopped and has frames inside");
      }
    }
    if (books.onWire != 0 || buffers.live() != 0) {
      check(
          "all is over, and %s frames are on wires, %s buffers live"
              .formatted(books.onWire, buffers.live()));
    }
  }

  /**
   * Switches to cheap checks: the totals after every event, and a full check of all nodes' queues
   * and buffers every 1,000 events, or every 32 events per node if that is more. The events of a
   * run do not depend on the checks, so a run with full checks finds the event that caused a
   * violation.
   */
  public void checkSeldom() {
    seldom = true;
  }

  public long nowNanos() {
    return nowNanos;
  }

  /** Returns the number of events so far. */
  public long eventsTotal() {
    return eventsTotal;
  }

  public long seed() {
    return seed;
  }

  /** Returns the nodes' names, in order. */
  public List<String> names() {
    return List.copyOf(nodes.keySet());
  }

  /** Returns a node for inspection; throws {@link IllegalArgumentException} for an unknown name. */
  public Node node(String name) {
    return simulated(name).node();
  }

  /** Gives a command to one node, now. */
  public Reply handle(String name, Command command) {
    SimulatedNode target = simulated(name);
    Reply reply = target.handle(command);
    check(target);
    return reply;
  }

  /** Gives a command to every node that is not down, in order; throws at the first refusal. */
  public void handleAll(Command command) {
    for (String name : nodes.keySet()) {
      if (isDown(name)) {
        continue;
      }
      Reply reply = handle(name, command);
      if (!reply.ok()) {
        throw new IllegalStateException("node " + name + ": " + reply.message());
      }
    }
    if (seldom) {
      checkAll();
    }
  }

  /** Schedules an action at a time that has not passed. */
  public void at(long timeNanos, Runnable action) {
    if (timeNanos < nowNanos) {
      throw new IllegalArgumentException(timeNanos + " ns has passed; it is " + nowNanos + " ns");
    }
    events.add(timeNanos).action = action;
  }

  /** Runs all events up to and including a time. */
  public void runUntil(long timeNanos) {
    runUntil(timeNanos, () -> false);
  }

  /** Runs events until a time (false), or until a condition holds after an event (true). */
  public boolean runUntil(long timeNanos, BooleanSupplier condition) {
    while (!events.isEmpty() && events.firstNanos() <= timeNanos) {
      step();
      if (condition.getAsBoolean()) {
        return true;
      }
    }
    nowNanos = Math.max(nowNanos, timeNanos);
    return false;
  }

  private void step() {
    EventHeap.Event event = events.remove();
    advance(event);
    eventsTotal++;
    Runnable action = event.action;
    SimulatedNode target = event.node;
    SimulatedWire wire = event.wire;
    ByteBuf frame = wire == null ? null : wire.arrived(event);
    events.recycle(event);
    if (action != null) {
      action.run();
    }
    if (target == null) {
      return;
    }
    if (target.isGone()) {
      if (frame == null) {
        target.wake(nowNanos); // has no effect, but removes the wake-up from the schedule
      } else {
        books.onWire--;
        books.lost++;
        frame.release();
      }
      return;
    }
    if (wire == null || frame == null) {
      target.wake(nowNanos);
    } else {
      books.onWire--;
      books.received++;
      target.node().receive(target.nodeNanos(), wire.farLink(), frame);
    }
    check(target);
  }

  private void advance(EventHeap.Event event) {
    if (event.atNanos < nowNanos) {
      throw new InvariantViolation("time would go back to " + event.atNanos, nowNanos, replay);
    }
    eventsAtInstant = event.atNanos == nowNanos ? eventsAtInstant + 1 : 1;
    nowNanos = event.atNanos;
    if (eventsAtInstant > EVENTS_PER_INSTANT_MAX) {
      String who = event.node == null ? "an action" : "node " + event.node.name();
      throw new InvariantViolation(
          "over " + EVENTS_PER_INSTANT_MAX + " events at one instant, the last at " + who,
          nowNanos,
          replay);
    }
  }

  private void check(SimulatedNode touched) {
    if (!seldom) {
      check(books.check(touched.node(), touched.share(), buffers.live()));
      return;
    }
    check(books.checkSums(touched.node(), touched.share()));
    if (++eventsUncounted > Math.max(UNCOUNTED_MAX, UNCOUNTED_PER_NODE_MAX * nodes.size())) {
      checkAll();
    }
  }

  private void checkAll() {
    eventsUncounted = 0;
    for (SimulatedNode each : nodes.values()) {
      books.count(each.node(), each.share());
    }
    for (SimulatedNode each : nodes.values()) {
      check(books.check(each.node(), each.share(), buffers.live()));
    }
  }

  private void check(@Nullable String wrong) {
    if (wrong != null) {
      throw new InvariantViolation(wrong, nowNanos, replay);
    }
  }

  EventHeap events() {
    return events;
  }

  InvariantChecker books() {
    return books;
  }

  CountingAllocator buffers() {
    return buffers;
  }

  private SimulatedNode simulated(String name) {
    SimulatedNode node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("no node " + name + "; there is " + nodes.keySet());
    }
    return node;
  }
}
