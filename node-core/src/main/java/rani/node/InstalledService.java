// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.link.IngressRules;
import rani.link.LinkPort;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;
import rani.wire.ServiceMessage;
import rani.world.Congestion;
import rani.world.LinkId;
import rani.world.Reply;
import rani.world.Timers;

/**
 * A service in its place: every call to it is contained and counted here, and everything it does to
 * the node goes through here within its budgets.
 */
final class InstalledService implements ServiceContext {
  private final Node node;
  private final ServiceProvider provider;
  private final Service service;
  private final PacketHandler onPacket;
  private final PacketHandler onDiverted;
  private final RandomGenerator random;
  private final List<Timers.Timer> timers = new ArrayList<>();
  private final FrameView packetView = new FrameView();
  private final FrameView congestionPacketView = new FrameView();
  private final QueueView queueView = new QueueView();

  private int portsHeld;
  private int packetsInCall;
  private int failuresInRow;
  private long failures;
  private String lastFailure = "";
  private boolean suspended;

  InstalledService(Node node, NodeConfig.MenuEntry entry, RandomGenerator random) {
    this.node = node;
    this.provider = entry.provider();
    this.service = entry.provider().create(entry.options());
    this.onPacket = service::onPacket;
    this.onDiverted = service::onDiverted;
    this.random = random;
  }

  /** One of the service's handlers of packets, taken once so that a packet allocates nothing. */
  @FunctionalInterface
  private interface PacketHandler {
    Fate handle(long nowNanos, FrameView packet);
  }

  ServiceProvider provider() {
    return provider;
  }

  String name() {
    return provider.name();
  }

  void start(long nowNanos) {
    contained(nowNanos, now -> service.start(now, this));
  }

  void go(long nowNanos) {
    contained(nowNanos, service::go);
  }

  void stop(long nowNanos) {
    call(nowNanos, service::stop); // suspended or not: what it holds it must give back
    retireTimers();
  }

  /** Stops while the node goes on: whatever it holds is given back. */
  void leave(long nowNanos) {
    stop(nowNanos);
    node.endDiversionsOf(nowNanos, provider.number());
    node.menu().ports().freeAllOf(this);
  }

  boolean hasFailed() {
    return failures > 0;
  }

  String lastFailure() {
    return lastFailure;
  }

  long heldBuffers() {
    return service.heldBuffers();
  }

  boolean isBusy() {
    return !suspended && service.isBusy();
  }

  void wake(long nowNanos, int timer) {
    contained(nowNanos, now -> service.onWake(now, timer));
  }

  /** What the service decides about a packet; null if it failed or is suspended. */
  @Nullable Fate packet(long nowNanos, @Nullable LinkId link, ByteBuf frame, long arrivedNanos) {
    return decided(onPacket, nowNanos, link, frame, arrivedNanos);
  }

  /** What the service decides about a packet of a flow that it diverted. */
  @Nullable Fate diverted(long nowNanos, LinkId link, ByteBuf frame) {
    return decided(onDiverted, nowNanos, link, frame, nowNanos);
  }

  private @Nullable Fate decided(
      PacketHandler handler,
      long nowNanos,
      @Nullable LinkId link,
      ByteBuf frame,
      long arrivedNanos) {
    if (suspended) {
      return null;
    }
    packetsInCall = 0;
    packetView.wrap(frame, link, arrivedNanos);
    try {
      Fate fate = handler.handle(nowNanos, packetView);
      failuresInRow = 0;
      return fate;
    } catch (RuntimeException e) {
      failed(nowNanos, e);
      return null;
    } finally {
      packetView.unwrap();
    }
  }

  void congested(long nowNanos, Congestion kind, LinkPort port, ByteBuf frame) {
    if (suspended) {
      return;
    }
    int packetsInOuterCall = packetsInCall;
    packetsInCall = 0;
    congestionPacketView.wrap(frame, null);
    queueView.wrap(port);
    try {
      service.onCongestion(nowNanos, kind, queueView, congestionPacketView);
      failuresInRow = 0;
    } catch (RuntimeException e) {
      failed(nowNanos, e);
    } finally {
      congestionPacketView.unwrap();
      queueView.unwrap();
      packetsInCall = packetsInOuterCall;
    }
  }

  /** Calls the service for what came by a socket of its own; false if it is suspended. */
  boolean enter(long nowNanos, LongConsumer action) {
    boolean called = !suspended;
    contained(nowNanos, action);
    return called;
  }

  Reply command(long nowNanos, String verb, List<String> arguments) {
    packetsInCall = 0;
    try {
      return service.onCommand(nowNanos, verb, arguments);
    } catch (RuntimeException e) {
      failed(nowNanos, e);
      return Reply.refused("the service failed: " + e);
    }
  }

  SequencedMap<String, Object> facts(long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("suspended", suspended);
    facts.put("failures", failures);
    if (failures > 0) {
      facts.put("last-failure", lastFailure);
    }
    facts.putAll(service.facts(nowNanos));
    return facts;
  }

  private void contained(long nowNanos, LongConsumer call) {
    if (!suspended) {
      call(nowNanos, call);
    }
  }

  private void call(long nowNanos, LongConsumer call) {
    packetsInCall = 0;
    try {
      call.accept(nowNanos);
      failuresInRow = 0;
    } catch (RuntimeException e) {
      failed(nowNanos, e);
    }
  }

  private void failed(long nowNanos, RuntimeException failure) {
    failures++;
    failuresInRow++;
    lastFailure = failure.toString();
    note(nowNanos, "failure", "count=" + failures);
    if (failuresInRow >= FAILURES_MAX && !suspended) {
      suspended = true;
      retireTimers();
      note(nowNanos, "suspended", "");
      node.endDiversionsOf(nowNanos, provider.number());
    }
  }

  private void retireTimers() {
    timers.forEach(Timers.Timer::retire);
    timers.clear();
  }

  @Override
  public String nodeName() {
    return node.name();
  }

  @Override
  public int address() {
    return node.address();
  }

  @Override
  public @Nullable LinkId linkTo(int neighbour) {
    return node.linkTo(neighbour);
  }

  @Override
  public int neighbour(LinkId link) {
    return node.neighbour(link);
  }

  @Override
  public @Nullable LinkId route(int destination) {
    return node.route(destination);
  }

  @Override
  public QueueReading queue(LinkId link) {
    LinkPort out = node.port(link);
    LinkPort own = node.nodePort();
    LinkPort port = own == null ? out : own;
    return new QueueReading(
        port.queue().frames(),
        port.queue().limitFrames(),
        port.discipline().averageFrames(),
        out.wireDelayNanos());
  }

  @Override
  public RulesReading rules(LinkId link, FrameView packet) {
    IngressRules standing = node.rules(link);
    return new RulesReading(standing.size(), standing.find(packet.frame()) != null);
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void sendDatagram(
      long nowNanos,
      int destination,
      int sourcePort,
      int destinationPort,
      boolean control,
      long lifetimeMicros,
      ByteBuf head,
      int dataLength) {
    countPacket();
    node.originate(
        nowNanos,
        node.originator()
            .datagram(
                destination,
                sourcePort,
                destinationPort,
                control,
                lifetimeMicros,
                head,
                dataLength));
  }

  @Override
  public void sendActive(
      long nowNanos,
      int destination,
      int sourcePort,
      int destinationPort,
      boolean control,
      long lifetimeMicros,
      ByteBuf head,
      int dataLength) {
    countPacket();
    node.originate(
        nowNanos,
        node.originator()
            .datagram(
                destination,
                provider.number(),
                sourcePort,
                destinationPort,
                control,
                lifetimeMicros,
                head,
                dataLength));
  }

  @Override
  public void send(
      long nowNanos, int destination, int protocol, int ecn, long lifetimeMicros, ByteBuf payload) {
    ByteBuf frame;
    try {
      countPacket();
      frame = node.originator().packet(destination, protocol, ecn, lifetimeMicros, payload);
    } catch (RuntimeException e) {
      payload.release();
      throw e;
    }
    node.originate(nowNanos, frame);
  }

  @Override
  public ByteBuf payload(int length) {
    return node.originator().payload(length);
  }

  @Override
  public ByteBufAllocator buffers() {
    return node.buffers();
  }

  @Override
  public int pathMtuBytes(int destination) {
    return destination == address()
        ? Ipv4Header.TOTAL_LENGTH_MAX
        : node.routes().mtuBytes(destination);
  }

  @Override
  public void sendMessage(long nowNanos, int destination, ServiceMessage message) {
    sendMessage(nowNanos, destination, provider.number(), message);
  }

  @Override
  public void sendMessage(
      long nowNanos, int destination, int serviceNumber, ServiceMessage message) {
    countPacket();
    node.originate(nowNanos, node.originator().message(destination, serviceNumber, message));
  }

  @Override
  public void setTimer(int timer, long deadlineNanos) {
    if (timer < 0 || timer >= TIMERS_MAX) {
      throw new IllegalArgumentException("timers are 0…" + (TIMERS_MAX - 1) + ", not " + timer);
    }
    while (timers.size() <= timer) {
      int number = timers.size();
      timers.add(node.timer(now -> wake(now, number)));
    }
    timers.get(timer).armAt(deadlineNanos);
  }

  @Override
  public void cancelTimer(int timer) {
    if (timer < timers.size()) {
      timers.get(timer).disarm();
    }
  }

  @Override
  public void listen(int udpPort) {
    if (!claim(Ipv4Header.PROTOCOL_UDP, udpPort)) {
      throw new IllegalStateException("UDP port " + udpPort + " belongs to another service");
    }
  }

  @Override
  public boolean claim(int protocol, int port) {
    PortTable ports = node.menu().ports();
    InstalledService owner = ports.owner(protocol, port);
    if (owner != null) {
      return owner == this;
    }
    if (portsHeld == PORTS_MAX) {
      throw new IllegalStateException("a service has at most " + PORTS_MAX + " ports");
    }
    ports.give(protocol, port, this);
    portsHeld++;
    return true;
  }

  @Override
  public void release(int protocol, int port) {
    PortTable ports = node.menu().ports();
    if (ports.owner(protocol, port) == this) {
      ports.free(protocol, port);
      portsHeld--;
    }
  }

  @Override
  public boolean claimRest(int protocol) {
    return node.menu().ports().giveRest(protocol, this);
  }

  @Override
  public boolean filter(long nowNanos, @Nullable LinkId link, FlowKey flow, long untilNanos) {
    return (link == null || node.hasLink(link))
        && node.rules(link).filter(nowNanos, flow, untilNanos);
  }

  @Override
  public @Nullable Diversion divert(long nowNanos, LinkId link, FlowKey flow, long untilNanos) {
    return node.divert(nowNanos, link, flow, provider.number(), untilNanos);
  }

  @Override
  public void flush(long nowNanos, LinkId link, FlowKey flow, Diversion diversion) {
    node.endDiversion(nowNanos, diversion, true);
  }

  @Override
  public void close(long nowNanos, LinkId link, FlowKey flow, Diversion diversion) {
    node.endDiversion(nowNanos, diversion, false);
  }

  @Override
  public void note(long nowNanos, String event, String detail) {
    node.trace().note(nowNanos, name(), event, detail);
  }

  private void countPacket() {
    if (++packetsInCall > PACKETS_PER_CALL_MAX) {
      throw new IllegalStateException(
          "a service sends at most " + PACKETS_PER_CALL_MAX + " packets in one call");
    }
  }
}
