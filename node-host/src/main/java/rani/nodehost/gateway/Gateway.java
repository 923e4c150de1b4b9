// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.live.EventLoopGate;
import rani.live.LiveService;
import rani.node.NodeConfig;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;
import rani.rdp.RdpCounts;
import rani.rdp.bind.RdpHost;
import rani.rdp.stream.ByteStream;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NoOptions;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.wire.Ipv4Header;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Reply;

/**
 * Service by which traffic of real programs enters and leaves the network. Each {@link
 * GatewayOrder} is in effect until it is released.
 */
public final class Gateway implements Service {
  private static final int TIMER_RDP = 0;
  private static final int TIMER_SWEEP = 1;
  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final EventLoopGate gate;
  private final AllowList allowed = new AllowList();
  private final ForwardCounts exits = new ForwardCounts();
  private final SequencedMap<Long, GatewayLease> holdings = new LinkedHashMap<>();
  private final ActiveConnections leaving = new ActiveConnections();
  private @Nullable Parts parts;
  private long lastId;

  /** Fields that exist once the service has started. */
  private record Parts(
      GatewayContext around, RdpHost host, UdpPorts exitPorts, UdpPorts sessionPorts) {}

  /** Not registered with {@link java.util.ServiceLoader}, so that files cannot ask for it. */
  private record Provider(EventLoopGate gate) implements ServiceProvider {
    @Override
    public int number() {
      return GatewayLimits.NUMBER;
    }

    @Override
    public String name() {
      return GatewayOrder.SERVICE;
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return new Gateway(gate);
    }
  }

  private Gateway(EventLoopGate gate) {
    this.gate = gate;
  }

  /** Returns the menu entry that every live node has. */
  public static LiveService onLiveNodes() {
    return gate -> new NodeConfig.MenuEntry(new Provider(gate), NoOptions.INSTANCE);
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    RdpHost host = new RdpHost(context, TIMER_RDP, RdpHost.notes(context, true));
    GatewayContext around =
        new GatewayContext(
            context,
            host.endpoint(),
            gate,
            new Semaphore(GatewayLimits.CONNECTIONS_MAX),
            new Semaphore(GatewayLimits.LOOKUPS_MAX));
    parts =
        new Parts(
            around,
            host,
            new UdpPorts(context, GatewayLimits.UDP_EXIT_PORT_FIRST, GatewayLimits.HOLDINGS_MAX),
            new UdpPorts(
                context, GatewayLimits.UDP_SESSION_PORT_FIRST, GatewayLimits.UDP_SESSIONS_MAX));
    host.endpoint()
        .listen(
            GatewayLimits.STREAM_PORT,
            GatewayLimits.RDP,
            (now, connection) -> accept(around, connection));
    context.setTimer(TIMER_SWEEP, nowNanos + SWEEP_NANOS);
  }

  private @Nullable RdpApplication accept(GatewayContext around, RdpConnection connection) {
    if (!around.connections().tryAcquire()) {
      exits.refused(ConnectRequest.Answer.TOO_MANY.text());
      return null;
    }
    ExitRelay relay = new ExitRelay(around, exits, allowed);
    leaving.add(relay);
    return new ByteStream(around.buffers(), relay);
  }

  private Parts parts() {
    return Objects.requireNonNull(parts, "the gateway has not started");
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    if (packet.protocol() == Ipv4Header.PROTOCOL_RDP) {
      return parts().host().onPacket(nowNanos, packet);
    }
    return packet.destinationPort() < GatewayLimits.UDP_SESSION_PORT_FIRST
        ? parts().exitPorts().deliver(nowNanos, packet)
        : parts().sessionPorts().deliver(nowNanos, packet);
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    if (timer == TIMER_RDP) {
      parts().host().onWake(nowNanos);
      return;
    }
    holdings.values().forEach(holding -> holding.sweep(nowNanos));
    parts().around().context().setTimer(TIMER_SWEEP, nowNanos + SWEEP_NANOS);
  }

  @Override
  public void stop(long nowNanos) {
    if (parts == null) {
      return;
    }
    holdings.values().forEach(holding -> holding.close(nowNanos));
    holdings.clear();
    leaving.breakOff(nowNanos);
    parts.host().stop(nowNanos);
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    if (parts == null) {
      return Reply.refused("the gateway has not started");
    }
    try {
      return execute(nowNanos, GatewayOrder.parse(verb, arguments));
    } catch (IllegalArgumentException | LabFailure e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }

  private Reply execute(long nowNanos, GatewayOrder order) throws LabFailure {
    if (order instanceof GatewayOrder.Show show) {
      return Reply.of(held(show.id()).facts(nowNanos));
    }
    if (order instanceof GatewayOrder.Release release) {
      held(release.id()).close(nowNanos);
      holdings.remove(release.id());
      return Reply.DONE;
    }
    if (holdings.size() == GatewayLimits.HOLDINGS_MAX) {
      throw new LabFailure("a gateway does at most " + GatewayLimits.HOLDINGS_MAX + " things");
    }
    GatewayLease holding = begin(nowNanos, order);
    holdings.put(++lastId, holding);
    return Reply.of(
        new Begun(
            lastId,
            holding.facts(nowNanos),
            holding instanceof MessageSocket socket ? socket.invitation() : null));
  }

  private GatewayLease begin(long nowNanos, GatewayOrder order) throws LabFailure {
    GatewayContext around = parts().around();
    return switch (order) {
      case GatewayOrder.Tcp tcp ->
          new TcpEntry(around, tcp.at(), other(tcp.exit()), opening(tcp.host(), tcp.port()));
      case GatewayOrder.Socks socks -> new SocksEntry(around, socks.at(), other(socks.exit()));
      case GatewayOrder.Allow allow -> allowed.place(opening(allow.host(), allow.port()));
      case GatewayOrder.AllowNetworks allow -> allowed.networks(allow.networks());
      case GatewayOrder.Udp udp ->
          new UdpEntry(around, udp.at(), other(udp.exit()), udp.exitPort(), parts().sessionPorts());
      case GatewayOrder.UdpExit exit ->
          new UdpExit(nowNanos, around, parts().exitPorts(), opening(exit.host(), exit.port()));
      case GatewayOrder.Dial dial ->
          MessageSocket.dialling(around, reachable(dial.address()), dial.port());
      case GatewayOrder.Await await -> MessageSocket.awaiting(around, await.port());
      case GatewayOrder.Show _, GatewayOrder.Release _ ->
          throw new IllegalStateException("this begins nothing");
    };
  }

  private GatewayLease held(long id) throws LabFailure {
    GatewayLease holding = holdings.get(id);
    if (holding == null) {
      throw new LabFailure("the gateway does nothing that is called " + id);
    }
    return holding;
  }

  private static ConnectRequest opening(String host, int port) throws LabFailure {
    if (!ConnectRequest.isHost(host)) {
      throw new LabFailure("`" + host + "` is neither a name nor an address");
    }
    return new ConnectRequest(host, port);
  }

  /** Requires a route to an address, unless it is this node's own. */
  private int reachable(int address) throws LabFailure {
    return address == parts().around().context().address() ? address : other(address);
  }

  /** Requires a route to an address of another node. */
  private int other(int address) throws LabFailure {
    ServiceContext context = parts().around().context();
    if (context.route(address) == null) {
      throw new LabFailure(
          address == context.address()
              ? "a forward leads to another node, not from " + context.nodeName() + " to itself"
              : "node " + context.nodeName() + " has no route to " + Address.text(address));
    }
    return address;
  }

  /** Reply to an order: its id and facts, and the port and key of a message socket. */
  public record Begun(
      long id, @Inline Facts holding, @Inline MessageSocket.@Nullable Invitation invitation)
      implements Facts {}

  /** Facts of an order in effect. */
  public record Held(long id, @Inline Facts holding) implements Facts {}

  public record Shown(List<Held> holdings, ForwardCounts.Shown exits, RdpCounts rdp)
      implements Facts {}

  @Override
  public Facts facts(long nowNanos) {
    if (parts == null) {
      return Facts.NONE;
    }
    List<Held> held = new ArrayList<>();
    holdings.forEach((id, holding) -> held.add(new Held(id, holding.facts(nowNanos))));
    return new Shown(held, exits.facts("connections"), parts.host().facts());
  }
}
