// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.queue.Rate;
import rani.world.LinkId;

/**
 * Link end at which incoming and outgoing frames are captured.
 *
 * @param link the link's number at the node
 * @param ordinal 1 for the first link between the two nodes, 2 for {@code #2}, …
 * @param outBitsPerSecond rate towards the peer; 0 if it is not in bits
 * @param inBitsPerSecond rate from the peer; 0 if it is not in bits
 */
public record CapturedEnd(
    String node, int link, String peer, int ordinal, long outBitsPerSecond, long inBitsPerSecond) {
  private static final Pattern NAME = Pattern.compile("([^:#\\s]+):([^:#\\s]+?)(?:#(\\d{1,4}))?");
  private static final Pattern NUMBER = Pattern.compile("link-(\\d{1,5})");

  /** Parses {@code n7:n8}, {@code n7:n8#2} or {@code n7:link-0} as the link end at n7. */
  public static CapturedEnd parse(String text, Topology topology, LinkNumbers numbers)
      throws UnitError {
    Matcher name = NAME.matcher(text.strip());
    if (!name.matches()) {
      throw new UnitError(
          Quoted.of(text) + " is no end of a link", "such as `n7:n8`, `n7:n8#2` or `n7:link-0`");
    }
    String node = name.group(1);
    List<CapturedEnd> ends = of(node, topology, numbers);
    int ordinal = name.group(3) == null ? 1 : Integer.parseInt(name.group(3));
    Matcher number = NUMBER.matcher(name.group(2));
    for (CapturedEnd end : ends) {
      boolean meant =
          number.matches()
              ? end.link == Integer.parseInt(number.group(1))
              : end.peer.equals(name.group(2)) && end.ordinal == ordinal;
      if (meant) {
        return end;
      }
    }
    throw new UnitError(
        "node " + node + " has no link " + Quoted.of(text),
        Nearest.hint(text, ends.stream().map(CapturedEnd::name).toList()));
  }

  /** Returns the link ends of a node, by number; those without a number are left out. */
  public static List<CapturedEnd> of(String node, Topology topology, LinkNumbers numbers)
      throws UnitError {
    if (topology.node(node).isEmpty()) {
      throw new UnitError(
          "no node is called " + Quoted.of(node), Nearest.hint(node, topology.nodeNames()));
    }
    if (topology.foreign().contains(node)) {
      throw new UnitError(
          Quoted.in("node %s is foreign, and captures nothing", node),
          "its neighbour's end of the link sees the same packets");
    }
    List<CapturedEnd> ends = new ArrayList<>();
    for (TopologyLink link : topology.linksByNode().getOrDefault(node, List.of())) {
      numbers.find(node, link.name()).map(number -> of(node, link, number)).ifPresent(ends::add);
    }
    return ends;
  }

  private static CapturedEnd of(String node, TopologyLink link, LinkId number) {
    return new CapturedEnd(
        node,
        number.number(),
        link.farEnd(node).node(),
        link.ordinal(),
        bits(link.end(node).rate()),
        bits(link.farEnd(node).rate()));
  }

  private static long bits(Rate rate) {
    return rate.unit() == Rate.Unit.BITS ? (long) rate.perSecond() : 0;
  }

  /** Returns {@code n7:n8} or {@code n7:n8#2}, which {@link #parse} reads. */
  public String name() {
    return node + ":" + peer + suffix();
  }

  /** Returns the name of a capture file: {@code n7-n8} or {@code n7-n8-2}, suffix, extension. */
  String fileName(String suffix) {
    return node + "-" + peer + (ordinal == 1 ? "" : "-" + ordinal) + suffix + ".pcapng";
  }

  /** Returns the outgoing direction: {@code n7->n8}. */
  public String out() {
    return node + "->" + peer + suffix();
  }

  /** Returns the incoming direction: {@code n8->n7}. */
  public String in() {
    return peer + "->" + node + suffix();
  }

  private String suffix() {
    return ordinal == 1 ? "" : "#" + ordinal;
  }
}
