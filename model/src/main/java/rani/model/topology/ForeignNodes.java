// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Quoted;

/**
 * Checks that a network's foreign nodes and their neighbours can find each other by the file alone:
 * both ends of a link between them have fixed ports.
 */
record ForeignNodes(TopologyDraft draft, Problems problems) {
  void check() {
    for (TopologyDraft.Node node : draft.nodes()) {
      if (node.node().foreign()) {
        checkAddress(node);
        for (LinkDraft.Resolved link : draft.links()) {
          checkLink(node.node().name(), link.link());
        }
      }
    }
  }

  private void checkAddress(TopologyDraft.Node node) {
    InetAddress address = InetAddress.ofLiteral(node.node().bindAddress());
    String name = node.node().name();
    if (address.isAnyLocalAddress()) {
      problems.report(
          node.at(),
          Quoted.in("foreign node %s needs an address that its neighbours can send to", name));
    } else if (address.isLoopbackAddress()
        && draft.topology().hosts().stream()
            .anyMatch(host -> !host.inetAddress().isLoopbackAddress())) {
      problems.report(
          node.at(),
          Quoted.in("foreign node %s is at the loopback, and the network has several hosts", name),
          () -> "give it the `address` of its machine");
    }
  }

  private void checkLink(String foreign, TopologyLink link) {
    boolean isAtA = link.a().node().equals(foreign);
    if (!isAtA && !link.b().node().equals(foreign)) {
      return;
    }
    for (LinkEnd end : List.of(link.end(foreign), link.farEnd(foreign))) {
      if (end.receivePort() == 0 || end.sendPort() == 0) {
        reportPorts(foreign, link, end.node());
      }
    }
  }

  private void reportPorts(String foreign, TopologyLink link, String node) {
    String far = link.farEnd(node).node() + (link.ordinal() == 1 ? "" : " #" + link.ordinal());
    String written = link.ordinal() == 1 ? far : "\"" + far + "\"";
    problems.report(
        at(node, far),
        "link %s to foreign node %s has no fixed ports at %s"
            .formatted(Quoted.of(link.name()), Quoted.of(foreign), node),
        () -> "add `ports: {" + written + ": {receive: 40001, send: 40002}}` to node " + node);
  }

  private Location at(String name, String far) {
    TopologyDraft.Node node =
        draft.nodes().stream()
            .filter(each -> each.node().name().equals(name))
            .findFirst()
            .orElseThrow();
    Map<String, NodeSettings.Ports> ports = node.reader().ports();
    NodeSettings.Ports towards = ports.get(far);
    return towards == null ? node.at() : towards.at().at();
  }
}
