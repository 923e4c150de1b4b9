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
 * What a node lets a service do. Every means has a named budget; what goes beyond is refused, and
 * counted as the service's failure.
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

  /** How often the timers of one service may come within one second of the node's time. */
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
   * What stands on the receive side of a link.
   *
   * @param rules filters and diversions there
   * @param catching whether one of them is for the packet's flow, or for all that comes from its
   *     source; a control packet is not caught even so
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
   * The largest IPv4 packet that the links on the way to an address let through, in bytes. For this
   * node itself, and where there is no way, nothing is known that would stop one: 65,535.
   */
  int pathMtuBytes(int destination);

  /** How fast packets leave by a link. */
  Rate rate(LinkId link);

  /** The queue that packets join here before they leave by a link, as it is now. */
  QueueReading queue(LinkId link);

  /**
   * Has the service told of each packet that joins a queue of this node in which so many wait
   * already, by {@link Service#onCongestion} with {@link Congestion#QUEUE_LENGTH}, until it stops.
   *
   * @param frames at least 1; another number takes the place of an earlier one
   */
  void watchQueues(int frames);

  /**
   * Has the service shown each packet as its transmission by a serializer of this node begins, by
   * {@link Service#onTransmission}, until it stops. Control packets pass beside.
   */
  void watchTransmissions();

  /** The filters and diversions that packets meet here as they come in by a link. */
  RulesReading rules(LinkId link, FrameView packet);

  /**
   * Whether packets from a source to a destination, control packets left out, have been sent on by
   * a link within {@link rani.link.ForwardedFlows#EVIDENCE_NANOS}, or would have been if no filter
   * or diversion of this node had caught them. Known only where a provider {@link
   * ServiceProvider#needsEvidence needs} it.
   */
  boolean hasForwarded(long nowNanos, LinkId link, int source, int destination);

  /**
   * How many of so many packets from a source to a destination that the neighbour of a link tells
   * of, such as drops, can have been: no more than were sent on by the link lately, 4.3 s at least,
   * each told of once ({@link rani.link.ForwardedFlows#tellOf}).
   *
   * @return 0…{@code packets}; from then on these are told of
   */
  int tellOfForwarded(long nowNanos, LinkId link, int source, int destination, int packets);

  /** The service's own stream of chance, which a run's seed decides. */
  RandomGenerator random();

  /**
   * Where numbers come from that no stranger may guess: sequence numbers, ports, ids of messages.
   * Live, no two starts have one in common; in virtual time this is {@link #random}.
   */
  RandomGenerator secrets();

  /**
   * Sends a passive UDP datagram from this node, by best effort.
   *
   * @param lifetimeMicros how long it may live
   * @param head the first bytes of its data, not released
   * @param dataLength bytes of data in all; the rest is zero
   */
  default void sendDatagram(
      long nowNanos, UdpFlow flow, long lifetimeMicros, ByteBuf head, int dataLength) {
    sendDatagram(nowNanos, flow, Dscp.BEST_EFFORT, lifetimeMicros, head, dataLength);
  }

  /**
   * The same with a code point of its own. By {@code Ipv4Header.DSCP_CONTROL} it passes beside
   * queues, uncounted in them, within a share of their rate; as data if it is longer than {@link
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
   * A buffer for what {@link #send} takes: empty, with room for so many bytes, and for headers in
   * front of them. What is read from it or skipped must not be needed any more.
   */
  ByteBuf payload(int length);

  /** Where buffers come from that the service keeps; see {@link Service#heldBuffers}. */
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

  /** Takes a timer's deadline back. */
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

  /** Gives a port back; nothing happens to one that is not this service's. */
  void release(int protocol, int port);

  /**
   * Asks for the passive packets of a protocol to whatever port no one has claimed.
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
   * Leads a flow's packets aside to {@link Service#onDiverted}.
   *
   * @return the channel; null if the flow already has a rule on that link
   * @throws IllegalStateException if the service has {@link #DIVERSIONS_MAX} already
   */
  @Nullable Diversion divert(long nowNanos, LinkId link, FlowKey flow, long untilNanos);

  /**
   * Leads packets aside that need not be one flow, if no rule for their very flow catches them.
   *
   * @return the channel; null if the link has one for the same packets, or too many
   */
  @Nullable Diversion divert(long nowNanos, LinkId link, FlowSpec spec, long untilNanos);

  /**
   * Lets a diversion stand until a later time; it is never shortened, and keeps what it holds.
   *
   * @return false if it does not stand any more
   */
  boolean refresh(long nowNanos, Diversion channel, long untilNanos);

  /**
   * Lets a held packet go on its way, at the end of this call, in the order of these requests. One
   * whose life has ended meanwhile is dropped, {@code expired}; one that the service has spoiled so
   * that it is no packet any more is dropped as one that came in so.
   *
   * @param number of the packet in its channel
   * @return false if the channel holds no such packet
   */
  boolean release(long nowNanos, Diversion channel, long number);

  /**
   * Lets a copy of a held packet go, as {@link #release} would; the packet itself stays. In the
   * books the copy is one more arrival by the packet's link.
   *
   * @return false if the channel holds no such packet
   */
  boolean releaseCopy(long nowNanos, Diversion channel, long number);

  /**
   * Sends a frame on its way that this service has made of packets of a diversion, at the end of
   * this call, as {@link #release} would. In the books it is one more arrival by the channel's
   * link.
   *
   * @param frame one reference is taken over in any case
   */
  void sendOn(long nowNanos, Diversion channel, ByteBuf frame);

  /** Ends a diversion and sends what it holds on its way, in the order in which it came. */
  void flush(long nowNanos, Diversion channel);

  /** Ends a diversion and discards what it holds. */
  void close(long nowNanos, Diversion channel);

  /**
   * Writes into the record of the run.
   *
   * @param event one word
   * @param detail mostly a {@link rani.world.Note}; it is written only if someone wants text
   */
  void note(long nowNanos, String event, NoteDetail detail);
}
