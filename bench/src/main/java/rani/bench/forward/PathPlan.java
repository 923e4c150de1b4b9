// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.bench.harness.Workspace.Side;

/**
 * The nodes and sockets of a path source → hop1 → … → the last hop → sink1, sink2, …; the load is
 * source and sinks, and links are in the order of the path.
 */
record PathPlan(LoadPath loadPath, int hops, List<Link> links) {
  private static final int PORTS_OF_LINK = 4;

  /** The sockets of one end of a link, such as {@code 127.0.0.1:40001}. */
  record End(String receive, String send) {
    private static String port(String place) {
      return place.substring(place.indexOf(':') + 1);
    }

    private String ports() {
      return "{receive: " + port(receive) + ", send: " + port(send) + "}";
    }
  }

  /** A link that carries frames from the near end to the far end. */
  record Link(String near, End nearEnd, String far, End farEnd) {}

  /** Plans a path; the last hop forwards to each of {@code nextHops} sinks. */
  static PathPlan of(LoadPath loadPath, int hops, int nextHops) throws IOException {
    List<Link> links = new ArrayList<>();
    int[] ports = loadPath.freePorts(PORTS_OF_LINK * (hops + nextHops));
    String load = loadPath.address(Side.LOAD);
    String measured = loadPath.address(Side.MEASURED);
    for (int i = 0; i < hops + nextHops; i++) {
      String nearHost = i == 0 ? load : measured;
      String farHost = i < hops ? measured : load;
      int port = PORTS_OF_LINK * i;
      links.add(
          new Link(
              i == 0 ? "source" : hop(Math.min(i, hops)),
              new End(nearHost + ":" + ports[port], nearHost + ":" + ports[port + 1]),
              i < hops ? hop(i + 1) : "sink" + (i - hops + 1),
              new End(farHost + ":" + ports[port + 2], farHost + ":" + ports[port + 3])));
    }
    return new PathPlan(loadPath, hops, links);
  }

  private static String hop(int number) {
    return "hop" + number;
  }

  List<String> hopNames() {
    return links.stream().limit(hops).map(Link::far).toList();
  }

  Link first() {
    return links.getFirst();
  }

  List<Link> last() {
    return links.subList(hops, links.size());
  }

  /** Returns the arguments of the C program {@code load}. */
  List<String> loadWords() {
    List<String> words = new ArrayList<>();
    words.add(sinkAddress(1));
    words.add(first().nearEnd().send());
    words.add(first().farEnd().receive());
    for (Link link : last()) {
      words.add(link.farEnd().receive());
      words.add(link.nearEnd().send());
    }
    return words;
  }

  /** Returns the arguments of the C program {@code forwarder} for a hop, counted from 1. */
  List<String> forwarderWords(int hop) {
    List<String> words = new ArrayList<>();
    words.add(hop == 1 ? SOURCE : hopAddress(hop - 1));
    words.add(hopAddress(hop));
    words.add(sinkAddress(1));
    Link in = links.get(hop - 1);
    words.add(in.farEnd().receive());
    words.add(in.nearEnd().send());
    for (Link out : hop == hops ? last() : links.subList(hop, hop + 1)) {
      words.add(out.nearEnd().send());
      words.add(out.farEnd().receive());
    }
    return words;
  }

  private static final String SOURCE = "10.0.0.1";

  private static String sinkAddress(int sink) {
    return "10.0.0." + (1 + sink);
  }

  private static String hopAddress(int hop) {
    return "10.0.1." + hop;
  }

  /** Returns the topology file of the same path, with RED queues on the links. */
  String topology() {
    StringBuilder text = new StringBuilder("topology: bench-forward\nnodes:\n");
    ports()
        .forEach(
            (node, ports) -> {
              Side side = node.startsWith("hop") ? Side.MEASURED : Side.LOAD;
              text.append("  " + node + ":\n");
              text.append("    virtual-address: " + virtualAddress(node) + "\n");
              text.append("    address: " + loadPath.address(side) + "\n").append("    ports:\n");
              ports.forEach((to, end) -> text.append("      " + to + ": " + end.ports() + "\n"));
            });
    text.append("links:\n");
    for (Link link : links) {
      text.append("  " + link.near() + " -- " + link.far() + ":\n    hello: 60s\n");
      text.append("    queue: {discipline: red, limit: 400packet, ");
      text.append("min-th: 50packet, max-th: 150packet}\n");
    }
    return text.toString();
  }

  /** Returns the ends of every node's links, by neighbour. */
  private SequencedMap<String, SequencedMap<String, End>> ports() {
    SequencedMap<String, SequencedMap<String, End>> ports = new LinkedHashMap<>();
    for (Link link : links) {
      ports
          .computeIfAbsent(link.near(), _ -> new LinkedHashMap<>())
          .put(link.far(), link.nearEnd());
      ports.computeIfAbsent(link.far(), _ -> new LinkedHashMap<>()).put(link.near(), link.farEnd());
    }
    return ports;
  }

  private static String virtualAddress(String node) {
    if (node.equals("source")) {
      return SOURCE;
    }
    boolean hop = node.startsWith("hop");
    int number = Integer.parseInt(node.substring(hop ? "hop".length() : "sink".length()));
    return hop ? hopAddress(number) : sinkAddress(number);
  }
}
