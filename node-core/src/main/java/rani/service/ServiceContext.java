// SPDX-License-Identifier: Apache-2.0
package rani.service;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.queue.Rate;
import rani.wire.Dscp;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.Ipv4Header;
import rani.wire.ServiceMessage;
import rani.wire.UdpFlow;
import rani.world.Congestion;
import rani.world.LinkId;
import rani.world.NoteDetail;

/**
 * What a service may do on its node. Every resource has a named budget; excess is refused, and
 * counted as a failure of the service.
 */
public interface ServiceContext {
  /** Calls in a row that may throw before the service is suspended. */
  int FAILURES_MAX = 3;

  /** How many timers one service may have. */
  int TIMERS_MAX = 1024;

  /** How many packets one service may send within one call. */
  int PACKETS_PER_CALL_MAX = 10_000;

  /** How many packets one service may send within one second of the node's time. */
  int PACKETS_PER_SECOND_MAX = 1_000_000;

  /** How many timers of one service may fire within one second of the node's time. */
  int WAKES_PER_SECOND_MAX = 1_000_000;

  /** How many ports of UDP and RDP one service may have at a time. */
  int PORTS_MAX = 8192;

  /** How many diversions one service may have at a time. */
  int DIVERSIONS_MAX = 256;

  /** How many buffers one service may hold; see {@link Service#heldBuffers}. */
  int HELD_BUFFERS_MAX = 131_072;

  /**
   * A queue at one moment.
   *
   * @param frames how many wait
   * @param limitFrames how many may
   * @param averageFrames the average that its discipline keeps
   * @param linkDelayNanos the delay of the link behind it
   */
  record QueueReading(int frames, int limitFrames, double averageFrames, long linkDelayNanos) {}

  /**
   * The rules on the receive side of a link.
   *
   * @param rules filters and diversions there
   * @param catching whether one of them matches the packet's flow or source; control packets are
   *     never caught
   */
  record RulesReading(int rules, boolean catching) {}

  /** The node's name in the topology. */
  String nodeName();

  /** The node's virtual address. */
  int address();

  /** The links that there are now, by number. */
  List<LinkId> links();

  /** The link to a neighbour; null if the address is not a neighbour's. */
  @Nullable LinkId linkTo(int neighbour);

  /** The virtual address at the other end of a link; 0 if the link has been removed. */
  int neighbour(LinkId link);

  /** The link by which packets for an address leave; null if there is no route. */
  @Nullable LinkId route(int destination);

  /**
   * The path MTU to an address, in bytes of IPv4; 65,535 for this node itself, and if there is no
   * route.
   */
  int pathMtuBytes(int destination);

  /** The drain rate of a link. */
  Rate rate(LinkId link);

  /** The current state of the queue in front of a link. */
  QueueReading queue(LinkId link);

  /**
   * Requests {@link Service#onCongestion} with {@link Congestion#QUEUE_LENGTH} for each packet that
   * joins a queue of at least that many frames.
   *
   * @param frames at least 1; replaces an earlier number
   */
  void watchQueues(int frames);

  /**
   * Requests {@link Service#onTransmission} for each packet whose transmission begins, control
   * packets excepted.
   */
  void watchTransmissions();

  /** The filters and diversions that packets meet here as they come in by a link. */
  RulesReading rules(LinkId link, FrameView packet);

  /**
   * Whether data packets from a source to a destination were forwarded by a link within {@link
   * rani.link.ForwardedFlows#EVIDENCE_NANOS}, or would have been if no rule of this node had caught
   * them. Known only if a provider {@link ServiceProvider#needsEvidence needs} it.
   */
  boolean hasForwarded(long nowNanos, LinkId link, int source, int destination);

  /**
   * How many of the packets from a source to a destination that the neighbour of a link reports,
   * such as drops, to believe: at most as many as were forwarded by the link within at least 4.3 s,
   * and not reported before ({@link rani.link.ForwardedFlows#tellOf}).
   *
   * @return 0…{@code packets}; these count as reported from then on
   */
  int tellOfForwarded(long nowNanos, LinkId link, int source, int destination, int packets);

  /** The service's own random stream, determined by the run's seed. */
  RandomGenerator random();

  /**
   * Unpredictable random numbers: for sequence numbers, ports, message ids. Live they are
   * cryptographically secure; in virtual time this is {@link #random}.
   */
  RandomGenerator secrets();

  /**
   * Sends a passive UDP datagram from this node, with best-effort DSCP.
   *
   * @param lifetimeMicros its lifetime
   * @param head the first bytes of its data, not released
   * @param dataLength bytes of data in all; the rest is zero
   */
  default void sendDatagram(
      long nowNanos, UdpFlow flow, long lifetimeMicros, ByteBuf head, int dataLength) {
    sendDatagram(nowNanos, flow, Dscp.BEST_EFFORT, lifetimeMicros, head, dataLength);
  }

  /**
   * The same with a code point. With {@code Ipv4Header.DSCP_CONTROL} it bypasses queues within the
   * control share of their rate; if it is longer it is data: {@link
   * rani.wire.Frame#CONTROL_BYTES_MAX}.
   *
   * @param dscp 0…63; {@link rani.wire.Dscp} names them
   */
  void sendDatagram(
      long nowNanos, UdpFlow flow, int dscp, long lifetimeMicros, ByteBuf head, int dataLength);

  /**
   * Sends an active UDP datagram that asks for this service, at its destination and, if the service
   * acts at every hop, at every other node on the way that offers it.
   *
   * @param dscp 0…63; by {@code Ipv4Header.DSCP_CONTROL} it passes beside queues, filters and
   *     diversions within a share of the rate
   * @param lifetimeMicros how long it may live
   * @param head the first bytes of its data, not released
   * @param dataLength bytes of data in all; the rest is zero
   */
  void sendActive(
      long nowNanos, UdpFlow flow, int dscp, long lifetimeMicros, ByteBuf head, int dataLength);

  /**
   * Sends a passive packet of any protocol from this node, through the queues.
   *
   * @param protocol IPv4's number of it, 0…255
   * @param ecn the ECN field, 0…3 (RFC 3168 §5)
   * @param lifetimeMicros how long it may live
   * @param payload its readable bytes are what stands behind the IPv4 header; one reference is
   *     taken over in any case. What {@link #payload} gave becomes the frame itself, all else is
   *     copied
   * @throws IllegalArgumentException if no header can hold one of these
   */
  default void send(
      long nowNanos, int destination, int protocol, int ecn, long lifetimeMicros, ByteBuf payload) {
    send(nowNanos, destination, protocol, Dscp.BEST_EFFORT, ecn, lifetimeMicros, payload);
  }

  /**
   * The same with a code point of its own.
   *
   * @param dscp 0…63; {@link rani.wire.Dscp} names them
   */
  void send(
      long nowNanos,
      int destination,
      int protocol,
      int dscp,
      int ecn,
      long lifetimeMicros,
      ByteBuf payload);

  /**
   * The same as control, for what must not wait behind the congestion that it is about: it passes
   * beside queues, filters and diversions within a share of the rate, and asks for no marks. What
   * is longer than {@link rani.wire.Frame#CONTROL_BYTES_MAX} goes as data, unless it is a message.
   */
  default void sendControl(
      long nowNanos, int destination, int protocol, long lifetimeMicros, ByteBuf payload) {
    int dscp = Ipv4Header.DSCP_CONTROL;
    send(nowNanos, destination, protocol, dscp, Ipv4Header.ECN_NOT_ECT, lifetimeMicros, payload);
  }

  /**
   * An empty buffer for {@link #send}, with room for that many bytes and for headers in front.
   * Bytes before its reader index may be overwritten.
   */
  ByteBuf payload(int length);

  /** The allocator of buffers that the service keeps; see {@link Service#heldBuffers}. */
  ByteBufAllocator buffers();

  /** Sends a message of this service to the same service at another node, or at this one. */
  void sendMessage(long nowNanos, int destination, ServiceMessage message);

  /** Sends a message to another service, by its number. */
  void sendMessage(long nowNanos, int destination, int serviceNumber, ServiceMessage message);

  /**
   * Sets a timer, in place of an earlier deadline of the same number.
   *
   * @param timer 0…{@link #TIMERS_MAX} − 1
   */
  void setTimer(int timer, long deadlineNanos);

  /** Cancels a timer. */
  void cancelTimer(int timer);

  /**
   * Asks for the datagrams to a UDP port of this node.
   *
   * @throws IllegalStateException if another service has the port
   */
  void listen(int udpPort);

  /**
   * Asks for the passive packets to a port of this node; asking again for one's own changes
   * nothing.
   *
   * @param protocol {@code Ipv4Header.PROTOCOL_UDP} or {@code PROTOCOL_RDP}
   * @param port 1…65,535
   * @return false if another service has it
   * @throws IllegalStateException if the service has {@link #PORTS_MAX} already; if it can do
   *     without the port, that is no failure
   */
  boolean claim(int protocol, int port);

  /** Releases a port; ignored if it is not this service's. */
  void release(int protocol, int port);

  /**
   * Asks for the passive packets of a protocol to unclaimed ports.
   *
   * @return false if another service was first
   */
  boolean claimRest(int protocol);

  /**
   * Drops a flow's packets as they come in.
   *
   * @param link by which; null for packets that this node makes itself
   * @return whether the filter stands
   */
  boolean filter(long nowNanos, @Nullable LinkId link, FlowKey flow, long untilNanos);

  /**
   * Diverts a flow's packets to {@link Service#onDiverted}.
   *
   * @return the channel; null if the flow already has a rule on that link
   * @throws IllegalStateException if the service has {@link #DIVERSIONS_MAX} already
   */
  @Nullable Diversion divert(long nowNanos, LinkId link, FlowKey flow, long untilNanos);

  /**
   * Diverts packets of possibly several flows, unless a rule for their exact flow matches.
   *
   * @return the channel; null if the link has one for the same packets, or too many
   */
  @Nullable Diversion divert(long nowNanos, LinkId link, FlowSpec spec, long untilNanos);

  /**
   * Extends a diversion to a later time; it is never shortened, and keeps what it holds.
   *
   * @return false if it has expired
   */
  boolean refresh(long nowNanos, Diversion channel, long untilNanos);

  /**
   * Releases a held packet at the end of this call, in the order of requests. One whose lifetime
   * has ended meanwhile is dropped, {@code expired}; one that the service has made invalid is
   * dropped as a malformed arrival would be.
   *
   * @param number of the packet in its channel
   * @return false if the channel holds no such packet
   */
  boolean release(long nowNanos, Diversion channel, long number);

  /**
   * Releases a copy of a held packet, as {@link #release} would; the packet itself stays. The
   * ledger counts the copy as an arrival by the packet's link.
   *
   * @return false if the channel holds no such packet
   */
  boolean releaseCopy(long nowNanos, Diversion channel, long number);

  /**
   * Forwards a frame that this service made of packets of a diversion, at the end of this call, as
   * {@link #release} would. The ledger counts it as an arrival by the channel's link.
   *
   * @param frame one reference is taken over in any case
   */
  void sendOn(long nowNanos, Diversion channel, ByteBuf frame);

  /** Ends a diversion and forwards what it holds, in order of arrival. */
  void flush(long nowNanos, Diversion channel);

  /** Ends a diversion and discards what it holds. */
  void close(long nowNanos, Diversion channel);

  /**
   * Writes a note into the trace.
   *
   * @param event one word
   * @param detail mostly a {@link rani.world.Note}; it is written only if someone wants text
   */
  void note(long nowNanos, String event, NoteDetail detail);
}
