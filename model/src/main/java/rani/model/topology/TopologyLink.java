// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

/**
 * A virtual link of a {@link Topology}: two directions, each with values of its own.
 *
 * @param a the end named first in the file, with what leaves from it
 * @param b the other end, with what leaves from it
 * @param ordinal 1 for the first link between the two nodes, 2 for {@code #2}, …
 */
public record TopologyLink(LinkEnd a, LinkEnd b, int ordinal) {

  /** {@code n1 -- n2}, or {@code n1 -- n2 #2}. */
  public String name() {
    return new LinkName(a.node(), b.node(), ordinal).toString();
  }

  /** How metrics name the way from a node: {@code n1->n2}, or {@code n1->n2#2}. */
  public String direction(String from) {
    return from + "->" + farEnd(from).node() + (ordinal == 1 ? "" : "#" + ordinal);
  }

  /** The end at a node. */
  public LinkEnd end(String node) {
    return a.node().equals(node) ? a : b;
  }

  /** The end away from a node. */
  public LinkEnd farEnd(String node) {
    return a.node().equals(node) ? b : a;
  }
}
