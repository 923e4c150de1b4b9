// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.link.IngressRules;
import rani.link.LinkPort;
import rani.link.PacketAccounting;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;

/** Forwards an admitted packet to a service, this node itself, or by a route into a queue. */
final class Forwarder {
  private final int ownAddress;
  private final RoutingTable routes;
  private final NodeLinks links;
  private final IngressRules ownRules;
  private final @Nullable LinkPort nodePort;
  private final Menu menu;
  private final PacketAccounting ledger;
  private final Icmp icmp;

  Forwarder(
      NodeConfig config,
      RoutingTable routes,
      NodeLinks links,
      IngressRules ownRules,
      @Nullable LinkPort nodePort,
      Menu menu,
      PacketAccounting ledger) {
    this.ownAddress = config.address();
    this.routes = routes;
    this.links = links;
    this.ownRules = ownRules;
    this.nodePort = nodePort;
    this.menu = menu;
    this.ledger = ledger;
    this.icmp = menu.icmp();
  }

  /**
   * Delivers, hands over or enqueues a packet. Takes the reference. The arrival link is null if the
   * packet originates here.
   */
  void forward(long nowNanos, @Nullable LinkId link, ByteBuf frame, long arrivedNanos) {
    int at = frame.readerIndex();
    long head = RaniHeader.head(frame, at);
    int ip = at + RaniHeader.length(head);
    int destination = Ipv4Header.destination(frame, ip);
    if (destination == ownAddress) {
      // The lifetime that the service sees excludes the time that the packet was held here.
      long left = RaniHeader.lifetimeMicros(frame, at) - (nowNanos - arrivedNanos) / 1000;
      RaniHeader.lifetimeMicros(frame, at, left);
      menu.deliver(nowNanos, link, frame, arrivedNanos);
      return;
    }
    if (link != null && RaniHeader.act(head) && !menu.pass(nowNanos, link, frame, arrivedNanos)) {
      return;
    }
    int route = routes.numberToward(destination);
    NodeLinks.End egress = route == RoutingTable.NO_WAY ? null : links.end(route);
    long ipHead = Ipv4Header.head(frame, ip); // only now: a service may have written into it
    DropReason refused = refusal(link, egress, frame, ip, ipHead);
    if (refused != null || egress == null) {
      DropReason reason = refused == null ? DropReason.NO_ROUTE : refused;
      icmp.report(nowNanos, reason, frame, egress == null ? 0 : egress.mtuBytes());
      ledger.drop(nowNanos, reason, link, frame);
      return;
    }
    if (link != null) {
      Ipv4Header.decrementTtl(frame, ip);
    }
    int number = egress.number();
    LinkPort port = nodePort == null ? egress.port() : nodePort;
    if (Ipv4Header.dscp(ipHead) == Ipv4Header.DSCP_CONTROL && Frame.isControl(frame)) {
      if (port.sendBeside(nowNanos, frame, number, arrivedNanos)) {
        return;
      }
      if (isFiltered(link, frame)) {
        ledger.drop(nowNanos, DropReason.FILTERED, link, frame);
        return;
      }
    } else {
      note(nowNanos, link, egress, frame, ip);
    }
    port.enqueue(nowNanos, frame, number, arrivedNanos);
  }

  /** Reports whether a filter catches a control packet that is queued like data. */
  private boolean isFiltered(@Nullable LinkId link, ByteBuf frame) {
    if (link == null) {
      return ownRules.filters(frame);
    }
    NodeLinks.End ingress = links.end(link.number());
    return ingress != null && ingress.rules().filters(frame);
  }

  /** Notes a caught packet as evidence of its flow, because it would have been forwarded. */
  void caught(long nowNanos, @Nullable LinkId link, ByteBuf frame) {
    if (menu.needsEvidence()) {
      int ip = Frame.ipv4(frame);
      int route = routes.numberToward(Ipv4Header.destination(frame, ip));
      NodeLinks.End egress = route == RoutingTable.NO_WAY ? null : links.end(route);
      if (egress != null) {
        note(nowNanos, link, egress, frame, ip);
      }
    }
  }

  /**
   * Notes evidence of a flow. A packet that returns by its arrival link is none, because the
   * neighbour may have forged it.
   */
  private void note(
      long nowNanos, @Nullable LinkId link, NodeLinks.End egress, ByteBuf frame, int ip) {
    if (menu.needsEvidence() && (link == null || link.number() != egress.number())) {
      int source = Ipv4Header.source(frame, ip);
      egress.forwarded().note(nowNanos, source, Ipv4Header.destination(frame, ip));
    }
  }

  private @Nullable DropReason refusal(
      @Nullable LinkId link, NodeLinks.@Nullable End egress, ByteBuf frame, int ip, long ipHead) {
    if (egress == null) {
      return DropReason.NO_ROUTE;
    }
    if (link != null && Ipv4Header.ttl(frame, ip) <= 1) {
      return DropReason.TTL_EXCEEDED;
    }
    return Ipv4Header.totalLength(ipHead) > egress.mtuBytes() ? DropReason.TOO_BIG : null;
  }
}
