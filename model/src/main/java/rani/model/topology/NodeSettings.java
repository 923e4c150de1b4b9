// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.file.Form;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.model.menu.ServiceCatalog;
import rani.node.NodeConfig;
import rani.wasm.capsule.CodePolicy;
import rani.wire.Address;

/**
 * Settings of a node, or of a layer that several nodes share.
 *
 * @param bindAddress real address; the loopback by default
 * @param host machine that runs the node; empty if the file does not say
 * @param controlDelayNanos processing time of control messages
 * @param queueMap the queue of all layers as written, to be overlaid by links
 * @param virtualAddress empty for a layer, like all following components
 * @param position in pictures; empty if the file does not say
 * @param ports by the neighbour's name in the file
 * @param foreign whether another program is the node
 * @param code which code from outside the node runs
 */
record NodeSettings(
    String bindAddress,
    String host,
    long controlDelayNanos,
    LocatedMap queueMap,
    QueueReader queue,
    SequencedMap<String, LocatedMap> services,
    Optional<Integer> virtualAddress,
    Optional<Position> position,
    SequencedMap<String, Ports> ports,
    boolean foreign,
    CodePolicy code) {
  private static final String BIND_ADDRESS_DEFAULT = "127.0.0.1";
  static final String CONTROL_DELAY = "control-delay";
  static final String CODE = "code";
  private static final int PORT_MAX = 0xFFFF;

  /** Number up to ±9999.999. */
  private static final String COORDINATE = "[-+]?[0-9]{1,4}(\\.[0-9]{1,3})?";

  private static final Kind<Long> PORT = Kind.within(Kind.INTEGER, 0L, (long) PORT_MAX);
  private static final Kind<Long> DELAY =
      new Kind<>("a duration", NodeSettings::controlDelay, Units::printDuration)
          .looking(Kind.DURATION.form());
  static final Kind<CodePolicy> POLICY = Kind.oneOf(CodePolicy.class);
  private static final Form NUMBER = new Form.Decimal(-9999.999, 9999.999, false);

  /** Syntax of a menu: installed services with their options. */
  static final Form SERVICES = new Form.Mapping(() -> ServiceCatalog.installed().keys());

  private static final Vocabulary PORT_KEYS =
      Vocabulary.of(
          PORT.property("receive", "Where frames of the neighbour come in.", 0L),
          PORT.property("send", "Where frames to the neighbour leave.", 0L));

  private static final Vocabulary LAYER_KEYS =
      Vocabulary.of(
          Kind.TEXT.property(
              "address",
              "The real address, IPv4 or IPv6, at which the node's sockets are bound; not a host"
                  + " name.",
              BIND_ADDRESS_DEFAULT),
          new Property(
              "host",
              Form.NAME,
              "Which of the hosts it runs on. Nodes that do not say are placed so that fast links"
                  + " stay within a host."),
          DELAY.property(
              CONTROL_DELAY,
              "How long a service message that comes by a link waits here before its service"
                  + " handles it; data is not delayed. At most 10s.",
              0L),
          new Property("queue", QueueReader.OF_NODE, "Where packets wait and which are dropped."),
          new Property(
              "services", SERVICES, "The menu: what is not listed does not exist at the node."),
          POLICY.property(
              CODE,
              "What the node runs that comes to it while it runs: `none`, `signed` by one of the"
                  + " `operators`, or `any-sandboxed`: WebAssembly of anyone, too.",
              CodePolicy.SIGNED));

  static final String FOREIGN = "foreign";

  /** Keys without effect at a foreign node. */
  private static final List<String> OF_OUR_NODES =
      List.of("host", CONTROL_DELAY, "queue", "services", CODE);

  static final Vocabulary NODE_KEYS =
      LAYER_KEYS.and(
          Kind.TRUTH.property(
              FOREIGN,
              "Whether a program of another make is this node: nothing is started for it, and its"
                  + " neighbours wait for it at its `address` and `ports`.",
              false),
          new Property(
              "group", Form.listOf(Form.NAME), "Groups whose settings apply; a later one wins."),
          new Property("groups", Form.listOf(Form.NAME), "The same as group."),
          new Property(
              "virtual-address",
              new Form.Text("^\\d{1,3}(\\.\\d{1,3}){3}$"),
              "IPv4 address inside the network; by default 10.0.0.k for the k-th node."),
          new Property(
              "ports",
              new Form.Named(Form.TEXT, Form.of(PORT_KEYS)),
              "Real UDP ports by neighbour (`n1`, or \"n1 #2\" for a second link); 0 is any free"
                  + " one."),
          new Property(
              "position",
              new Form.ListOf(NUMBER, 2, 2, false),
              "Where pictures show it: right and down, in lengths of a link. Nodes without one are"
                  + " laid out around those that have one."));

  static final Form LAYER = Form.of(LAYER_KEYS);
  static final Form NODE = Form.of(NODE_KEYS);

  /** Real UDP ports towards one neighbour; 0 is any free port. */
  record Ports(LocatedMap at, int receive, int send) {}

  /** Reads a node whose layers are merged already, or a layer. */
  static NodeSettings read(LocatedMap settings, boolean ofNode, Problems problems) {
    MapReader reader = new MapReader(settings, ofNode ? NODE_KEYS : LAYER_KEYS, problems);
    String bindAddress =
        reader
            .scalar("address", "an IPv4 or IPv6 address", NodeSettings::realAddress)
            .orElse(BIND_ADDRESS_DEFAULT);
    String host = reader.text("host").orElse("");
    long controlDelayNanos = reader.value(CONTROL_DELAY, DELAY, 0L);
    LocatedMap queue = reader.mapping("queue");
    QueueReader queueReader = new QueueReader(queue, true, problems);
    SequencedMap<String, LocatedMap> services = services(reader, problems);
    CodePolicy code = reader.value(CODE, POLICY, CodePolicy.SIGNED);
    Optional<Integer> virtualAddress = Optional.empty();
    Optional<Position> position = Optional.empty();
    SequencedMap<String, Ports> ports = new LinkedHashMap<>();
    boolean foreign = ofNode && reader.value(FOREIGN, Kind.TRUTH, false);
    if (foreign) {
      checkForeign(settings, problems);
    }
    if (ofNode) {
      virtualAddress =
          reader.scalar(
              "virtual-address",
              "an IPv4 address such as `10.0.0.7`",
              NodeSettings::virtualAddress);
      position = position(reader, problems);
      reader
          .mapping("ports")
          .entries()
          .forEach(
              (neighbour, entry) ->
                  MapReader.mapOf(entry.value(), Quoted.of(neighbour), problems)
                      .ifPresent(map -> ports.put(neighbour, ports(map, problems))));
    }
    reader.finish();
    return new NodeSettings(
        bindAddress,
        host,
        controlDelayNanos,
        queue,
        queueReader,
        services,
        virtualAddress,
        position,
        ports,
        foreign,
        code);
  }

  /** Returns whether a node's own settings, not checked yet, say that it is foreign. */
  static boolean saysForeign(LocatedMap own) {
    return own.get(FOREIGN).orElse(null) instanceof LocatedScalar said
        && said.text().equals("true");
  }

  /** Returns defaults as far as they hold for a node with settings {@code own}. */
  static LocatedMap defaultsFor(LocatedMap own, LocatedMap defaults) {
    LocatedMap held = defaults;
    if (saysForeign(own)) {
      for (String key : OF_OUR_NODES) {
        held = held.without(key);
      }
    }
    return held;
  }

  private static void checkForeign(LocatedMap settings, Problems problems) {
    for (String key : OF_OUR_NODES) {
      if (settings.get(key).isPresent()) {
        problems.report(
            settings.keyAt(key),
            Quoted.of(key) + " has no effect: the node is foreign",
            () -> "that program has settings of its own");
      }
    }
  }

  private static SequencedMap<String, LocatedMap> services(MapReader reader, Problems problems) {
    SequencedMap<String, LocatedMap> services = new LinkedHashMap<>();
    LocatedMap menu = reader.mapping("services");
    menu.entries()
        .forEach(
            (name, entry) ->
                MapReader.mapOf(entry.value(), "service " + Quoted.of(name), problems)
                    .ifPresent(
                        options ->
                            services.put(name, new LocatedMap(entry.keyAt(), options.entries()))));
    if (services.size() > TopologyNode.SERVICES_MAX) {
      problems.report(
          menu.at(),
          services.size() + " services, a node has at most " + TopologyNode.SERVICES_MAX);
    }
    return services;
  }

  private static Optional<Position> position(MapReader reader, Problems problems) {
    List<LocatedScalar> numbers = reader.texts("position");
    if (numbers.isEmpty()) {
      return Optional.empty();
    }
    double[] point = new double[2];
    for (int i = 0; i < numbers.size(); i++) {
      String text = numbers.get(i).text();
      if (numbers.size() != 2 || !text.matches(COORDINATE)) {
        problems.report(
            numbers.get(i).at(),
            "`position` is two numbers, found " + Quoted.of(text),
            () -> "such as `position: [2, 0.5]`, right and down in lengths of a link");
        return Optional.empty();
      }
      point[i] = Double.parseDouble(text) + 0.0; // turns −0.0 into 0.0
    }
    return Optional.of(new Position(point[0], point[1]));
  }

  private static Ports ports(LocatedMap map, Problems problems) {
    MapReader pair = new MapReader(map, PORT_KEYS, problems);
    int receive = pair.value("receive", PORT, 0L).intValue();
    int send = pair.value("send", PORT, 0L).intValue();
    pair.finish();
    return new Ports(map, receive, send);
  }

  private static long controlDelay(String text) throws UnitError {
    long nanos = Units.durationNanos(text);
    if (nanos > NodeConfig.CONTROL_DELAY_NANOS_MAX) {
      throw new UnitError(
          Quoted.of(text) + " is above " + Units.printDuration(NodeConfig.CONTROL_DELAY_NANOS_MAX),
          "no service message lives longer");
    }
    return nanos;
  }

  private static int virtualAddress(String text) throws UnitError {
    int address;
    try {
      address = Address.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UnitError(Quoted.of(text) + " is not an IPv4 address", "such as 10.0.0.7");
    }
    int first = address >>> 24;
    if (first == 0 || first >= 224) {
      throw new UnitError(Quoted.of(text) + " is not the address of a single host");
    }
    return address;
  }

  private static String realAddress(String text) throws UnitError {
    try {
      return InetAddress.ofLiteral(text).getHostAddress();
    } catch (IllegalArgumentException e) {
      throw new UnitError(
          Quoted.of(text) + " is neither an IPv4 nor an IPv6 address",
          "a host name is not resolved: write its address");
    }
  }
}
