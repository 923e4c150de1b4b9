// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.node.NodeConfig;
import rani.wire.Address;

/** Reads the settings of a node, or of a layer that lies under the settings of several. */
final class NodeReader {

  private static final String BIND_ADDRESS_DEFAULT = "127.0.0.1";

  /** How long a node's control processing takes. */
  static final String CONTROL_DELAY = "control-delay";

  private static final int PORT_MAX = 0xFFFF;

  /** Up to 9999.999 either way. */
  private static final String COORDINATE = "[-+]?[0-9]{1,4}(\\.[0-9]{1,3})?";

  /** What only a node itself can say. */
  static final List<String> OWN_KEYS =
      List.of("group", "groups", "virtual-address", "ports", "position");

  /** Real ports towards one neighbour; 0 is any free one. */
  record Ports(LocatedMap at, int receive, int send) {}

  private final MapReader reader;
  private final Problems problems;
  private final String bindAddress;
  private final String host;
  private final long controlDelayNanos;
  private final LocatedMap queueMap;
  private final QueueReader queue;
  private final SequencedMap<String, LocatedMap> services = new LinkedHashMap<>();
  private Optional<Integer> virtualAddress = Optional.empty();
  private Optional<Position> position = Optional.empty();
  private final SequencedMap<String, Ports> ports = new LinkedHashMap<>();

  private NodeReader(LocatedMap settings, Problems problems) {
    this.reader = new MapReader(settings, problems);
    this.problems = problems;
    this.bindAddress =
        reader
            .scalar("address", "an IPv4 or IPv6 address", NodeReader::realAddress)
            .orElse(BIND_ADDRESS_DEFAULT);
    this.host = reader.text("host").orElse("");
    this.controlDelayNanos =
        reader.scalar(CONTROL_DELAY, "a duration", NodeReader::controlDelay).orElse(0L);
    this.queueMap = reader.mapping("queue");
    this.queue = new QueueReader(queueMap, true, problems);
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
  }

  /** Reads a layer: {@code defaults.node} or a group. */
  static NodeReader layer(LocatedMap settings, Problems problems) {
    NodeReader node = new NodeReader(settings, problems);
    node.reader.finish();
    return node;
  }

  /** Reads a node with its layers merged. */
  static NodeReader node(LocatedMap merged, Problems problems) {
    NodeReader node = new NodeReader(merged, problems);
    node.reader.know(OWN_KEYS);
    node.virtualAddress =
        node.reader.scalar(
            "virtual-address", "an IPv4 address such as `10.0.0.7`", NodeReader::virtualAddress);
    node.position = node.readPosition();
    node.reader.mapping("ports").entries().forEach(node::readPorts);
    node.reader.finish();
    return node;
  }

  Optional<Integer> virtualAddress() {
    return virtualAddress;
  }

  /** Where pictures show it; empty if the file does not say. */
  Optional<Position> position() {
    return position;
  }

  private Optional<Position> readPosition() {
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
      point[i] = Double.parseDouble(text) + 0.0; // no negative zero
    }
    return Optional.of(new Position(point[0], point[1]));
  }

  /** The host that it is to run on; empty if the file does not say. */
  String host() {
    return host;
  }

  String bindAddress() {
    return bindAddress;
  }

  long controlDelayNanos() {
    return controlDelayNanos;
  }

  /** The queue as written in all layers, for links to lay theirs over. */
  LocatedMap queueMap() {
    return queueMap;
  }

  QueueReader queue() {
    return queue;
  }

  SequencedMap<String, LocatedMap> services() {
    return services;
  }

  /** By neighbour, as the file names it. */
  SequencedMap<String, Ports> ports() {
    return ports;
  }

  private void readPorts(String neighbour, LocatedMap.Entry entry) {
    MapReader.mapOf(entry.value(), Quoted.of(neighbour), problems)
        .ifPresent(
            map -> {
              MapReader pair = new MapReader(map, problems);
              int receive = pair.integer("receive", 0, PORT_MAX).orElse(0L).intValue();
              int send = pair.integer("send", 0, PORT_MAX).orElse(0L).intValue();
              pair.finish();
              ports.put(neighbour, new Ports(map, receive, send));
            });
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
