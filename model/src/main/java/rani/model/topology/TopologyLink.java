// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

/**
 * Virtual link of a {@link Topology}. Each end has the settings of the direction that starts there;
 * {@code a} is named first in the file. The ordinal is 1 for the first link between the two nodes,
 * 2 for {@code #2}, …
 */
public record TopologyLink(LinkEnd a, LinkEnd b, int ordinal) {
  /** Returns {@code n1 -- n2} or {@code n1 -- n2 #2}. */
  public String name() {
    return new LinkName(a.node(), b.node(), ordinal).toString();
  }

  /** Returns a direction as in names of metrics: {@code n1->n2} or {@code n1->n2#2}. */
  public String direction(String from) {
    return from + "->" + farEnd(from).node() + (ordinal == 1 ? "" : "#" + ordinal);
  }

  public LinkEnd end(String node) {
    return a.node().equals(node) ? a : b;
  }

  public LinkEnd farEnd(String node) {
    return a.node().equals(node) ? b : a;
  }
}
