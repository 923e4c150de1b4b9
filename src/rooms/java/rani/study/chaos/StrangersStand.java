// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.link.LinkConfig;
import rani.link.Originator;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.node.Command;
import rani.node.Node;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.sim.Simulation;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.ServiceMessage;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;

/**
 * A network in virtual time of which one node, n, is flooded by one of its links, and what others
 * have of it meanwhile: the connections of s with d, both ways, cross n, and one of s ends there.
 *
 * <pre>
 *   s --- n --- d      s --- p --- q --- d is the longer way
 *         |
 *         x
 * </pre>
 */
final class StrangersStand {
  static final long MILLI = 1_000_000;
  static final long SECOND = 1000 * MILLI;

  private static final int PER_SECOND = 20_000;
  private static final long GAP_NANOS = SECOND / PER_SECOND;

  private static final long LOOK_NANOS = 10 * MILLI;
  private static final long WARM_UP_NANOS = SECOND;
  private static final long FLOOD_NANOS = 1500 * MILLI;

  /** How many datagrams the flood is. */
  static final long FLOOD = FLOOD_NANOS / GAP_NANOS;

  private static final long SEED = 24;

  private static final Pattern OPENED =
      Pattern.compile("([0-9.]+):(\\d+)-([0-9.]+):(\\d+) state=OPEN");

  private static final String FILE =
      """
      topology: stand
      defaults: {link: {rate: 5Mbit/s, delay: 2ms, hello: 200ms, keys: "KEYS"}}
      nodes:
        s:
          services:
            sink: {}
            ping: {}
            source:
              flows:
                - {to: d, kind: bulk, duration: 60s}
                - {to: n, kind: bulk, duration: 60s}
                - {to: d, kind: cbr, rate: 50packet/s, packets: 10000, size: 200B}
                - {to: d, kind: request-response, requests: 10000, response-size: 100B, think: 50ms}
        n:
          services:
            sink: {}
            source: {}
            ping: {}
            traceroute: {}
            echo: {}
            active-filter: {}
            acc-filter: {}
            abcd-splitter: {}
            ufc-edge: {profiles: [{protocol: udp, to: d, cir: 1Mbit/s}]}
        d: {services: {sink: {}, source: {flows: [{to: s, kind: bulk, duration: 60s}]}}}
        x: {}
        p: {}
        q: {}
      links: {s -- n: {}, n -- d: {}, x -- n: {}, s -- p: {}, p -- q: {}, q -- d: {}}
      """;

  /** By which link, as whom, and past which keys the stranger comes. */
  enum Door {
    /** He is x, a neighbour, and there are no keys. */
    NEIGHBOUR_OFF("off", "x"),
    /** He is x, a neighbour in good standing with the keys of his link. */
    NEIGHBOUR("all", "x"),
    /** He sends into the link of d, in its name. */
    OFF("off", "d"),
    CONTROL("control", "d"),
    ALL("all", "d");

    private final String keys;
    private final String as;

    Door(String keys, String as) {
      this.keys = keys;
      this.as = as;
    }

    /** Whether the link is his own. */
    private boolean isHis() {
      return as.equals("x");
    }
  }

  /** A connection of others', and which way its segments go. */
  record Connection(int from, int fromPort, int to, int toPort) {
    FlowKey key() {
      long ports = (long) fromPort << 16 | toPort;
      return new FlowKey(
          FlowKey.between(from, to).high(), (long) Ipv4Header.PROTOCOL_RDP << 32 | ports);
    }

    private Connection back() {
      return new Connection(to, toPort, from, fromPort);
    }
  }

  /**
   * What others had.
   *
   * @param came frames that came to n while it was flooded
   * @param goodput bytes of messages that came, by sink and source, while it was flooded
   * @param changes of links, filters and routes of theirs
   * @param connections how those of theirs ended that ended, and whether all asked for is answered
   */
  record Outcome(
      long came,
      SequencedMap<String, Long> goodput,
      List<String> changes,
      List<String> connections) {}

  private final Door door;
  private final Topology topology;
  private final LinkNumbers numbers;
  private final Simulation simulation;
  private final ChaosRandom random = new ChaosRandom(SEED, "flood");
  private final List<Connection> connections = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();
  private final Map<String, Map<Integer, LinkId>> routes = new TreeMap<>();
  private List<byte[]> overheard = List.of();

  StrangersStand(Door door, Topology topology) {
    this.door = door;
    this.topology = topology;
    numbers = LinkNumbers.of(topology);
    NodeConfigs configs =
        new NodeConfigs(topology, ServiceCatalog.installed(), RunKey.ofSeed(SEED));
    boolean signs = NodeConfigs.areSigning(topology);
    simulation =
        new Simulation(
            (signs ? configs.signing(SEED) : configs).all(),
            topology.links().stream().map(this::wiring).toList(),
            SEED,
            this::trace,
            "this test");
    simulation.checkSeldom();
  }

  /** The network's file. */
  static String file(Door door) {
    return FILE.replace("KEYS", door.keys);
  }

  private Simulation.Wiring wiring(TopologyLink link) {
    String a = link.a().node();
    String b = link.b().node();
    return new Simulation.Wiring(a, numbers.at(a, link), b, numbers.at(b, link));
  }

  private NodeTrace trace(String node) {
    return new NodeTrace() {
      @Override
      public void filter(
          long nowNanos,
          FilterChange change,
          @Nullable LinkId link,
          String flow,
          long untilNanos,
          long caught) {
        changes.add(node + ": filter " + change + " of " + flow);
      }

      @Override
      public void link(long nowNanos, LinkId link, boolean up) {
        int neighbour = neighbour(node, link);
        boolean own = door.isHis() && (node.equals("x") || neighbour == me());
        if (!own) {
          changes.add(node + ": link to " + name(neighbour) + (up ? " up" : " down"));
        }
      }

      @Override
      public void note(long nowNanos, String service, String event, NoteDetail detail) {
        Matcher opened = OPENED.matcher(detail.text());
        if (event.equals("connection") && opened.find()) {
          connections.add(
              new Connection(
                  Address.parse(opened.group(1)),
                  Integer.parseInt(opened.group(2)),
                  Address.parse(opened.group(3)),
                  Integer.parseInt(opened.group(4))));
        }
      }
    };
  }

  private int neighbour(String node, LinkId link) {
    for (LinkConfig each : simulation.node(node).links()) {
      if (each.id().equals(link)) {
        return each.neighbour();
      }
    }
    return 0;
  }

  /** Runs the network; while it is measured, n is flooded with these in turn, by chance. */
  Outcome run(List<Attack> attacks) {
    simulation.handleAll(new Command.Start());
    simulation.runUntil(SECOND);
    simulation.handleAll(new Command.Go());
    LinkId into = linkTo(door.as, "n");
    simulation.overhear(door.as, into);
    simulation.runUntil(simulation.nowNanos() + WARM_UP_NANOS);
    changes.clear();
    connections.removeIf(each -> !isTheirs(each));
    keepRoutes();
    SequencedMap<String, Long> before = received();
    long cameBefore = simulation.node("n").ledger().arrivals();
    long until = simulation.nowNanos() + FLOOD_NANOS;
    long lookNanos = simulation.nowNanos();
    for (long at = simulation.nowNanos(); at < until; at += GAP_NANOS) {
      simulation.runUntil(at);
      if (at >= lookNanos) {
        lookNanos = at + LOOK_NANOS;
        overheard = simulation.overheard(door.as, into);
        lookForRoutes();
      }
      if (!attacks.isEmpty()) {
        simulation.forge(door.as, into, sealed(random.one(attacks).frame(this, random), into));
      }
    }
    simulation.runUntil(until);
    SequencedMap<String, Long> goodput = received();
    goodput.replaceAll((who, bytes) -> bytes - before.getOrDefault(who, 0L));
    lookForRoutes();
    long came = simulation.node("n").ledger().arrivals() - cameBefore;
    return new Outcome(came, goodput, List.copyOf(changes), connectionsOfOthers());
  }

  /** Of x as his own node seals; of a stranger's in another's name as it is. */
  private byte[] sealed(byte[] frame, LinkId into) {
    if (!door.isHis()) {
      return frame;
    }
    ByteBuf sealed =
        simulation
            .node(door.as)
            .seal(into)
            .seal(UnpooledByteBufAllocator.DEFAULT, Unpooled.copiedBuffer(frame));
    byte[] bytes = ByteBufUtil.getBytes(sealed);
    sealed.release();
    return bytes;
  }

  private boolean isTheirs(Connection each) {
    return each.from() != me() || !door.isHis();
  }

  private SequencedMap<String, Long> received() {
    SequencedMap<String, Long> received = new LinkedHashMap<>();
    for (String node : List.of("s", "n", "d")) {
      facts(node, "sink")
          .forEach(
              (fact, value) -> {
                String name = String.valueOf(fact);
                boolean counts =
                    name.startsWith("message-bytes.10.") || name.startsWith("distinct-bytes.10.");
                if (counts && value instanceof Long bytes) {
                  received.put(node + " " + name, bytes);
                }
              });
    }
    return received;
  }

  private Map<?, ?> facts(String node, String service) {
    Object facts =
        simulation
            .handle(node, new Command.Show(Command.Subject.SERVICES))
            .facts()
            .byKey()
            .get(service);
    return facts instanceof Map<?, ?> map ? map : Map.of();
  }

  /** What the sources of connections say of theirs. */
  private List<String> connectionsOfOthers() {
    List<String> told = new ArrayList<>();
    for (String node : List.of("s", "d")) {
      if (facts(node, "source").get("rdp") instanceof Map<?, ?> rdp) {
        rdp.forEach(
            (fact, value) -> {
              String name = String.valueOf(fact);
              if (name.startsWith("connections") || name.startsWith("ended.")) {
                told.add(node + ": " + fact + " " + value);
              }
            });
      }
    }
    return told;
  }

  private void keepRoutes() {
    for (String from : theirs()) {
      Map<Integer, LinkId> ways = new TreeMap<>();
      theirs().forEach(to -> put(ways, from, to));
      routes.put(from, ways);
    }
  }

  private void put(Map<Integer, LinkId> ways, String from, String to) {
    LinkId way = simulation.node(from).route(address(to));
    if (way != null) {
      ways.put(address(to), way);
    }
  }

  private void lookForRoutes() {
    Map<String, Map<Integer, LinkId>> before = new TreeMap<>(routes);
    keepRoutes();
    if (!before.equals(routes)) {
      changes.add("routes: " + before + " became " + routes);
    }
  }

  /** The nodes whose state is looked at: all but the stranger, if he is one. */
  private List<String> theirs() {
    return simulation.names().stream().filter(node -> !node.equals("x")).toList();
  }

  private LinkId linkTo(String node, String other) {
    return topology.linksByNode().getOrDefault(node, List.of()).stream()
        .filter(link -> link.farEnd(node).node().equals(other))
        .map(link -> numbers.at(node, link))
        .findFirst()
        .orElseThrow();
  }

  // What a stranger knows.

  /** In whose name he speaks. */
  int me() {
    return address(door.as);
  }

  /** Whom he floods. */
  int node() {
    return address("n");
  }

  /** To whom what he sends through n goes. */
  int beyond() {
    return address(door.isHis() ? "d" : "s");
  }

  /** All but n and whose name he takes. */
  List<Integer> others() {
    return theirs().stream()
        .filter(node -> !node.equals("n") && !node.equals(door.as))
        .map(this::address)
        .toList();
  }

  /** The connections that there are, each way. */
  List<Connection> connections() {
    List<Connection> both = new ArrayList<>(connections);
    connections.forEach(each -> both.add(each.back()));
    return both;
  }

  /** Those that end at n, towards it. */
  List<Connection> connectionsWithNode() {
    return connections().stream().filter(each -> each.to() == node()).toList();
  }

  /** Those through n, towards {@link #beyond}. */
  List<Connection> connectionsWithBeyond() {
    return connections().stream()
        .filter(each -> each.to() == beyond() && each.from() != node())
        .toList();
  }

  /** What the neighbour whose name he takes sent lately. */
  List<byte[]> overheard() {
    return overheard;
  }

  String name(int address) {
    return simulation.names().stream()
        .filter(node -> simulation.node(node).address() == address)
        .findFirst()
        .orElse("none");
  }

  private int address(String node) {
    Node found = simulation.node(node);
    return found.address();
  }

  // What he makes.

  byte[] message(int to, int service, ServiceMessage message) {
    return sent(
        new Originator(UnpooledByteBufAllocator.DEFAULT, me()).message(to, service, message));
  }

  byte[] segment(int source, int destination, Segment segment) {
    int length = SegmentCodec.length(segment);
    ByteBuf payload = Unpooled.buffer(length).writerIndex(length);
    SegmentCodec.encode(segment, payload, 0, source, destination, true);
    return sent(
        new Originator(UnpooledByteBufAllocator.DEFAULT, source)
            .packet(destination, Ipv4Header.PROTOCOL_RDP, 0, 0, 10_000_000, payload));
  }

  /** As the neighbour would send it. */
  byte[] sent(ByteBuf frame) {
    RaniHeader.prevNode(frame, frame.readerIndex(), me(), 0);
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    return bytes;
  }
}
