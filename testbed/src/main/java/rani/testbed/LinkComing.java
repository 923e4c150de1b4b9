// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.model.topology.TopologyLink;
import rani.nodehost.session.LiveWiring;
import rani.testbed.process.LinkParty;

/**
 * Links that come to nodes that run, all or none: every end binds its sockets, then every end is
 * connected to the other. The one that began is told to let go if anyone fails.
 */
final class LinkComing {
  private final String entry;
  private final Parties parties;
  private final LiveWiring wiring;
  private final List<Runnable> undo = new ArrayList<>();
  private final SequencedMap<String, LinkSockets> bound = new LinkedHashMap<>();

  /** The nodes by name. */
  @FunctionalInterface
  interface Parties {
    LinkParty of(String node) throws LabFailure;
  }

  /**
   * Links of a change.
   *
   * @param entry the change as it was asked for
   * @param parties the nodes that run already
   * @param wiring of the network as the change leaves it
   */
  LinkComing(String entry, Parties parties, LiveWiring wiring) {
    this.entry = entry;
    this.parties = parties;
    this.wiring = wiring;
  }

  /** Has one end bind its sockets. */
  LinkSockets prepare(TopologyLink link, String node) throws LabFailure {
    LinkParty party = parties.of(node);
    undo.add(() -> leaveQuietly(party, link));
    LinkSockets sockets = wiring.checked(node, link, party.prepare(entry, link.name()));
    bound.put(link.name() + " at " + node, sockets);
    return sockets;
  }

  /** Connects one end to the other. */
  void join(TopologyLink link, String node, LinkSockets peer) throws LabFailure {
    parties.of(node).join(link.name(), peer);
  }

  /** Brings a link between two nodes about. */
  void bring(TopologyLink link) throws LabFailure {
    String a = link.a().node();
    String b = link.b().node();
    LinkSockets atA = prepare(link, a);
    LinkSockets atB = prepare(link, b);
    join(link, a, atB);
    join(link, b, atA);
  }

  /** Takes everything back. */
  void takeBack() {
    undo.forEach(Runnable::run);
    undo.clear();
  }

  private static void leaveQuietly(LinkParty party, TopologyLink link) {
    try {
      party.leave(link.name());
    } catch (LabFailure e) {
      return; // a node that does not answer has nothing to let go of that anyone could use
    }
  }
}
