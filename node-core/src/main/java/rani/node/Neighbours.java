// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.link.ControlTokenBucket;
import rani.link.LinkConfig;
import rani.link.LinkHello;
import rani.link.Originator;
import rani.link.PacketAccounting;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.MessageFormat;
import rani.wire.NodeMessage;
import rani.wire.ServiceMessage;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Timers;

/**
 * The messages between neighbours that need no service: hellos, which detect whether a link works,
 * and link states, which flood the result.
 */
final class Neighbours {
  private final NodeLinks links;
  private final PacketAccounting ledger;
  private final NodeTrace trace;
  private final Timers timers;
  private final Originator originator;
  private final LinkStates linkStates;
  private boolean started;

  Neighbours(
      NodeConfig config,
      RoutingTable routes,
      NodeLinks links,
      PacketAccounting ledger,
      NodeTrace trace,
      Timers timers,
      Originator originator) {
    this.links = links;
    this.ledger = ledger;
    this.trace = trace;
    this.timers = timers;
    this.originator = originator;
    this.linkStates = new LinkStates(config, routes, timers, trace, this::tell);
  }

  LinkHello hello(LinkConfig link) {
    return new LinkHello(link, trace, timers, this::tell, linkStates);
  }

  void start(long nowNanos) {
    started = true;
    linkStates.start(nowNanos);
    links.each(end -> end.hello().start(nowNanos));
  }

  LinkStates linkStates() {
    return linkStates;
  }

  boolean areUp() {
    return links.ends().stream().allMatch(end -> end.hello().isUp());
  }

  /** Returns the neighbour at the other end of a link; 0 if the link was removed. */
  int at(LinkId link) {
    NodeLinks.End end = links.end(link.number());
    return end == null ? 0 : end.config().neighbour();
  }

  /** Returns a link to a neighbour, preferably one that is up; null if there is none. */
  @Nullable LinkId linkTo(int neighbour) {
    LinkId up = linkStates.linkTo(neighbour);
    if (linkStates.isRouting() && up != null) {
      return up;
    }
    for (NodeLinks.End end : links.ends()) {
      if (end.config().neighbour() == neighbour) {
        return end.config().id();
      }
    }
    return null;
  }

  private void tell(long nowNanos, LinkId link, ServiceMessage message) {
    ByteBuf frame = originator.message(at(link), Menu.NODE_NUMBER, message);
    ledger.origin(nowNanos, frame);
    boolean isHello = message instanceof NodeMessage.LinkHello;
    ControlTokenBucket.Kind kind =
        isHello ? ControlTokenBucket.Kind.HELLO : ControlTokenBucket.Kind.LINK_STATE;
    links.end(link).port().sendToNeighbour(nowNanos, frame, link.number(), kind);
  }

  boolean take(long nowNanos, @Nullable LinkId link, ByteBuf frame) {
    int ip = Frame.ipv4(frame);
    // RFC 5082 §3: a TTL of 255 proves that the packet was not forwarded on its way here.
    if (link == null
        || Ipv4Header.protocol(frame, ip) != Ipv4Header.PROTOCOL_SERVICE
        || Ipv4Header.ttl(frame, ip) != Ipv4Header.TTL_INITIAL
        || Ipv4Header.source(frame, ip) != at(link)) {
      return false;
    }
    int length = Ipv4Header.totalLength(frame, ip) - Ipv4Header.LENGTH;
    ServiceMessage message =
        MessageFormat.read(NodeMessage.FORMATS, frame, ip + Ipv4Header.LENGTH, length);
    if (!started) {
      return message != null; // who does not run yet answers no one
    }
    return switch (message) {
      case NodeMessage.LinkHello hello -> {
        links.end(link).hello().heard(nowNanos, hello);
        yield true;
      }
      case NodeMessage.LinkState state -> linkStates.heard(nowNanos, link, state, null);
      case NodeMessage.SignedLinkState signed ->
          linkStates.heard(nowNanos, link, signed.state(), signed.signature());
      case NodeMessage.LinkStateAck ack -> linkStates.acknowledged(nowNanos, link, ack);
      case null -> {
        linkStates.malformed();
        yield false;
      }
      default -> false;
    };
  }
}
