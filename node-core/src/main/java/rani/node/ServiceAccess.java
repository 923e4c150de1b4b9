// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.link.IngressRules;
import rani.link.LinkConfig;
import rani.link.LinkPort;
import rani.queue.Rate;
import rani.service.FrameView;
import rani.service.NoOptions;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Dscp;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.ServiceMessage;
import rani.wire.UdpFlow;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NoteDetail;
import rani.world.Reply;
import rani.world.Timers;

/**
 * The context of one service: all its access to the node, within its budgets. Counts calls into the
 * node while they last. An error during such a call is not contained, because it may leave the
 * node's state inconsistent, see {@link Containment#rethrowUnlessOfService}.
 */
final class ServiceAccess implements ServiceContext {
  private final Node node;
  private final InstalledService installed;
  private final ServiceProvider provider;
  private final ServiceBudget budget;
  private final RandomGenerator random;
  private final RandomGenerator secrets;
  private final List<Timers.Timer> timers = new ArrayList<>();

  /** The nesting depth of this service's calls into the node. */
  private int inNode;

  ServiceAccess(
      Node node,
      InstalledService installed,
      ServiceBudget budget,
      RandomGenerator random,
      RandomGenerator secrets) {
    this.node = node;
    this.installed = installed;
    this.provider = installed.provider();
    this.budget = budget;
    this.random = random;
    this.secrets = secrets;
  }

  int inNode() {
    return inNode;
  }

  /** Restores the depth of an outer call, after an inner one has returned or failed. */
  void backIn(int outerInNode) {
    inNode = outerInNode;
  }

  int timers() {
    return timers.size();
  }

  void retireTimers() {
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
  public List<LinkId> links() {
    return node.links().stream().map(LinkConfig::id).toList();
  }

  @Override
  public @Nullable LinkId linkTo(int neighbour) {
    return node.neighbours().linkTo(neighbour);
  }

  @Override
  public int neighbour(LinkId link) {
    return node.neighbours().at(link);
  }

  @Override
  public @Nullable LinkId route(int destination) {
    return node.route(destination);
  }

  @Override
  public Rate rate(LinkId link) {
    return node.port(link).rate();
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
  public void watchQueues(int frames) {
    if (frames < 1) {
      throw new IllegalArgumentException("a queue of " + frames + " frames is never long");
    }
    installed.watchQueues(frames);
  }

  @Override
  public void watchTransmissions() {
    installed.watchTransmissions(true);
  }

  @Override
  public RulesReading rules(LinkId link, FrameView packet) {
    IngressRules standing = node.rules(link);
    return new RulesReading(standing.size(), standing.find(packet.frame()) != null);
  }

  @Override
  public boolean hasForwarded(long nowNanos, LinkId link, int source, int destination) {
    return node.hasForwarded(nowNanos, link, source, destination);
  }

  @Override
  public int tellOfForwarded(long nowNanos, LinkId link, int source, int destination, int packets) {
    return node.tellOfForwarded(nowNanos, link, source, destination, packets);
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public RandomGenerator secrets() {
    return secrets;
  }

  @Override
  public void sendDatagram(
      long nowNanos, UdpFlow flow, int dscp, long lifetimeMicros, ByteBuf head, int dataLength) {
    requireDscp(dscp);
    budget.packet();
    originate(
        nowNanos, node.originator().datagram(flow, 0, dscp, lifetimeMicros, head, dataLength));
  }

  private static void requireDscp(int dscp) {
    if (dscp < 0 || dscp > Dscp.MAX) {
      throw new IllegalArgumentException("a DSCP is 0…" + Dscp.MAX + ", not " + dscp);
    }
  }

  @Override
  public void sendActive(
      long nowNanos, UdpFlow flow, int dscp, long lifetimeMicros, ByteBuf head, int dataLength) {
    requireDscp(dscp);
    budget.packet();
    int service = provider.activeNumber();
    originate(
        nowNanos,
        node.originator().datagram(flow, service, dscp, lifetimeMicros, head, dataLength));
  }

  @Override
  public void send(
      long nowNanos,
      int destination,
      int protocol,
      int dscp,
      int ecn,
      long lifetimeMicros,
      ByteBuf payload) {
    ByteBuf frame;
    try {
      requireDscp(dscp);
      budget.packet();
      frame = node.originator().packet(destination, protocol, dscp, ecn, lifetimeMicros, payload);
    } catch (RuntimeException e) {
      payload.release();
      throw e;
    }
    originate(nowNanos, frame);
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
    sendMessage(nowNanos, destination, provider.activeNumber(), message);
  }

  @Override
  public void sendMessage(
      long nowNanos, int destination, int serviceNumber, ServiceMessage message) {
    budget.packet();
    originate(nowNanos, node.originator().message(destination, serviceNumber, message));
  }

  @Override
  public void setTimer(int timer, long deadlineNanos) {
    budget.timer(timer);
    inNode++;
    while (timers.size() <= timer) {
      int number = timers.size();
      timers.add(node.timer(now -> installed.wake(now, number)));
    }
    timers.get(timer).armAt(deadlineNanos);
    inNode--;
  }

  @Override
  public void cancelTimer(int timer) {
    if (timer < timers.size()) {
      inNode++;
      timers.get(timer).disarm();
      inNode--;
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
      return owner == installed;
    }
    budget.port();
    inNode++;
    ports.give(protocol, port, installed);
    inNode--;
    return true;
  }

  @Override
  public void release(int protocol, int port) {
    PortTable ports = node.menu().ports();
    if (ports.owner(protocol, port) == installed) {
      inNode++;
      ports.free(protocol, port);
      inNode--;
      budget.portFreed();
    }
  }

  @Override
  public boolean claimRest(int protocol) {
    return node.menu().ports().giveRest(protocol, installed);
  }

  @Override
  public boolean claimEdge() {
    return node.menu().ports().giveEdge(installed);
  }

  @Override
  public @Nullable DropReason sendFromEdge(long nowNanos, long lifetimeMicros, ByteBuf packet) {
    ByteBuf frame;
    try {
      budget.packet();
      frame = node.originator().ofEdge(lifetimeMicros, packet);
    } catch (RuntimeException e) {
      packet.release();
      throw e;
    }
    DropReason malformed = Frame.check(frame);
    if (malformed == null && Frame.source(frame) != node.address()) {
      malformed = DropReason.BAD_HEADER;
    }
    if (malformed == null) {
      originate(nowNanos, frame);
      return null;
    }
    if (malformed == DropReason.BAD_HEADER) {
      inNode++;
      node.icmp().reportOptions(nowNanos, frame);
      inNode--;
    }
    frame.release();
    return malformed;
  }

  @Override
  public boolean filter(long nowNanos, @Nullable LinkId link, FlowKey flow, long untilNanos) {
    inNode++;
    boolean stands =
        (link == null || node.hasLink(link)) && node.rules(link).filter(nowNanos, flow, untilNanos);
    inNode--;
    return stands;
  }

  @Override
  public @Nullable Diversion divert(long nowNanos, LinkId link, FlowKey flow, long untilNanos) {
    return divert(nowNanos, new Diversion(provider.number(), link, flow, FlowSpec.ALL), untilNanos);
  }

  @Override
  public @Nullable Diversion divert(long nowNanos, LinkId link, FlowSpec spec, long untilNanos) {
    return divert(nowNanos, new Diversion(provider.number(), link, null, spec), untilNanos);
  }

  @Override
  public @Nullable Diversion parking(LinkId link) {
    Diversion standing = node.diversions().parking(provider.number(), link);
    if (standing != null) {
      return standing;
    }
    budget.diversion(node.diversions().countOf(provider.number()));
    return node.diversions().openParking(provider.number(), link);
  }

  @Override
  public boolean handOver(int serviceNumber) {
    installed.handOver(serviceNumber);
    return node.menu().other(serviceNumber, installed) != null;
  }

  private @Nullable Diversion divert(long nowNanos, Diversion diversion, long untilNanos) {
    budget.diversion(node.diversions().countOf(provider.number()));
    inNode++;
    Diversion opened = node.diversions().open(nowNanos, diversion, untilNanos);
    inNode--;
    return opened;
  }

  @Override
  public boolean refresh(long nowNanos, Diversion channel, long untilNanos) {
    Diversion standing = own(channel);
    inNode++;
    boolean stands = node.diversions().refresh(nowNanos, standing, untilNanos);
    inNode--;
    return stands;
  }

  @Override
  public boolean release(long nowNanos, Diversion channel, long number) {
    return node.diversions().release(own(channel), number);
  }

  @Override
  public boolean releaseCopy(long nowNanos, Diversion channel, long number) {
    budget.packet();
    inNode++;
    boolean released = node.diversions().releaseCopy(nowNanos, own(channel), number);
    inNode--;
    return released;
  }

  @Override
  public void sendOn(long nowNanos, Diversion channel, ByteBuf frame) {
    Diversion from;
    try {
      from = own(channel);
      budget.packet();
    } catch (RuntimeException e) {
      frame.release();
      throw e;
    }
    inNode++;
    node.diversions().sendOn(nowNanos, from, frame);
    inNode--;
  }

  @Override
  public void flush(long nowNanos, Diversion channel) {
    end(nowNanos, channel, true);
  }

  @Override
  public void close(long nowNanos, Diversion channel) {
    end(nowNanos, channel, false);
  }

  private void end(long nowNanos, Diversion channel, boolean flush) {
    Diversion ended = own(channel);
    inNode++;
    node.diversions().end(nowNanos, ended, flush);
    inNode--;
  }

  private Diversion own(Diversion channel) {
    if (channel.serviceNumber() != provider.number()) {
      throw new IllegalArgumentException("the channel is another service's");
    }
    return channel;
  }

  @Override
  public void note(long nowNanos, String event, NoteDetail detail) {
    inNode++;
    node.trace().note(nowNanos, provider.name(), event, detail);
    inNode--;
  }

  @Override
  public void startService(ServiceProvider wanted, ObjLongConsumer<Reply> then) {
    NodeConfig.MenuEntry entry = new NodeConfig.MenuEntry(wanted, NoOptions.INSTANCE);
    request(new Command.StartService(entry), then);
  }

  @Override
  public void stopService(String name, ObjLongConsumer<Reply> then) {
    request(new Command.StopService(name), then);
  }

  @Override
  public void replaceService(ServiceProvider by, ObjLongConsumer<Reply> then) {
    request(new Command.ReplaceService(by), then);
  }

  @Override
  public @Nullable ServiceProvider service(int number) {
    return node.menu().provider(number);
  }

  private void request(Command.Operation operation, ObjLongConsumer<Reply> then) {
    budget.menuChange();
    inNode++;
    node.requests().add(installed, operation, then);
    inNode--;
  }

  private void originate(long nowNanos, ByteBuf frame) {
    if (node.menu().isTellingOfTransmission()) {
      frame.release();
      throw new IllegalStateException("nothing may be sent while a transmission begins");
    }
    inNode++;
    node.originate(nowNanos, frame);
    inNode--;
  }
}
