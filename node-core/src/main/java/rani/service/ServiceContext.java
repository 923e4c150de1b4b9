// SPDX-License-Identifier: Apache-2.0
package rani.service;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.function.ObjLongConsumer;
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
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NoteDetail;
import rani.world.Reply;

/**
 * The interface of a service to its node. Every resource has a named budget. Requests beyond it are
 * refused, and counted as a failure of the service.
 */
public interface ServiceContext {
  /** The number of failed calls in a row after which the service is suspended. */
  int FAILURES_MAX = 3;

  /** The largest number of timers of one service. */
  int TIMERS_MAX = 1024;

  /** The largest number of packets that one service may send within one call. */
  int PACKETS_PER_CALL_MAX = 10_000;

  /** The largest number of packets that one service may send within one second. */
  int PACKETS_PER_SECOND_MAX = 1_000_000;

  /** The largest number of timers of one service that may fire within one second. */
  int WAKES_PER_SECOND_MAX = 1_000_000;

  /** The largest number of services that one service may have started or stopped in a second. */
  int MENU_CHANGES_PER_SECOND_MAX = 64;

  /** The largest number of UDP and RDP ports of one service at a time. */
  int PORTS_MAX = 8192;

  /** The largest number of diversions of one service at a time. */
  int DIVERSIONS_MAX = 256;

  /** The largest number of buffers that one service may hold; see {@link Service#heldBuffers}. */
  int HELD_BUFFERS_MAX = 131_072;

  /**
   * State of a queue at one moment.
   *
   * @param frames number of waiting frames
   * @param limitFrames the queue's limit
   * @param averageFrames the discipline's average
   * @param linkDelayNanos delay of the link behind the queue
   */
  record QueueReading(int frames, int limitFrames, double averageFrames, long linkDelayNanos) {}

  /**
   * The rules on the receive side of a link.
   *
   * @param rules number of filters and diversions
   * @param catching whether a rule matches the packet's flow or source; control packets are never
   *     caught
   */
  record RulesReading(int rules, boolean catching) {}

  /** Returns the node's name in the topology. */
  String nodeName();

  /** Returns the node's virtual address. */
  int address();

  /** Returns the present links in the order in which they were added. */
  List<LinkId> links();

  /** Returns the link to a neighbour; null if the address is not a neighbour's. */
  @Nullable LinkId linkTo(int neighbour);

  /** Returns the virtual address at the other end of a link; 0 if the link has been removed. */
  int neighbour(LinkId link);

  /** Returns the outgoing link for an address; null if there is no route. */
  @Nullable LinkId route(int destination);

  /** Returns the path MTU to an address in bytes; 65,535 for this node, or without a route. */
  int pathMtuBytes(int destination);

  /** Returns the drain rate of a link. */
  Rate rate(LinkId link);

  /** Returns the state of the queue in front of a link. */
  QueueReading queue(LinkId link);

  /**
   * Requests {@link Service#onCongestion} with {@link Congestion#QUEUE_LENGTH} for each packet that
   * joins a queue of at least that many frames.
   *
   * @param frames at least 1; replaces an earlier number
   */
  void watchQueues(int frames);

  /** Requests {@link Service#onTransmission} for each packet, except control packets. */
  void watchTransmissions();

  /** Returns the filters and diversions that apply to arrivals by a link. */
  RulesReading rules(LinkId link, FrameView packet);

  /**
   * Reports whether data packets from a source to a destination were forwarded by a link within
   * {@link rani.link.ForwardedFlows#EVIDENCE_NANOS}. Packets that a rule of this node caught count
   * as forwarded. Known only if a provider {@link ServiceProvider#needsEvidence needs} it.
   */
  boolean hasForwarded(long nowNanos, LinkId link, int source, int destination);

  /**
   * Returns how many of the packets that a link's neighbour reports for a source and destination,
   * such as drops, are credible. At most as many as were forwarded by the link within at least 4.3
   * s and not reported before ({@link rani.link.ForwardedFlows#tellOf}).
   *
   * @return 0…{@code packets}, which count as reported from then on
   */
  int tellOfForwarded(long nowNanos, LinkId link, int source, int destination, int packets);

  /** Returns the service's own random stream, determined by the run's seed. */
  RandomGenerator random();

  /**
   * Returns unpredictable random numbers, for sequence numbers, ports and message ids. In a live
   * network they are cryptographically secure; in virtual time this is {@link #random}.
   */
  RandomGenerator secrets();

  /**
   * Sends a passive UDP datagram from this node, with best-effort DSCP.
   *
   * @param head the first bytes of the data, not released
   * @param dataLength length of the data; zeros follow the head
   */
  default void sendDatagram(
      long nowNanos, UdpFlow flow, long lifetimeMicros, ByteBuf head, int dataLength) {
    sendDatagram(nowNanos, flow, Dscp.BEST_EFFORT, lifetimeMicros, head, dataLength);
  }

  /**
   * Sends a passive UDP datagram with a code point. With {@code Ipv4Header.DSCP_CONTROL} the
   * datagram bypasses queues within the control share of their rate, unless it is longer than
   * {@link rani.wire.Frame#CONTROL_BYTES_MAX}.
   *
   * @param dscp 0…63, such as the constants of {@link rani.wire.Dscp}
   * @param head the first bytes of the data, not released
   * @param dataLength length of the data; zeros follow the head
   */
  void sendDatagram(
      long nowNanos, UdpFlow flow, int dscp, long lifetimeMicros, ByteBuf head, int dataLength);

  /**
   * Sends an active UDP datagram that asks for this service. The service handles it at its
   * destination and, if it acts at every hop, at every other node on the path that offers it.
   *
   * @param dscp 0…63; with {@code Ipv4Header.DSCP_CONTROL} the datagram bypasses queues, filters
   *     and diversions within the control share of the rate
   * @param head the first bytes of the data, not released
   * @param dataLength length of the data; zeros follow the head
   */
  void sendActive(
      long nowNanos, UdpFlow flow, int dscp, long lifetimeMicros, ByteBuf head, int dataLength);

  /**
   * Sends a passive packet of any protocol from this node, through the queues, with best-effort
   * DSCP.
   *
   * @param protocol IP protocol, 0…255
   * @param ecn the ECN field, 0…3 (RFC 3168 §5)
   * @param payload readable bytes are the IPv4 payload; one reference is taken over in any case. A
   *     buffer from {@link #payload} becomes the frame itself, any other is copied
   * @throws IllegalArgumentException if a value does not fit its header field
   */
  default void send(
      long nowNanos, int destination, int protocol, int ecn, long lifetimeMicros, ByteBuf payload) {
    send(nowNanos, destination, protocol, Dscp.BEST_EFFORT, ecn, lifetimeMicros, payload);
  }

  /**
   * Sends a passive packet of any protocol with a code point.
   *
   * @param dscp 0…63, such as the constants of {@link rani.wire.Dscp}
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
   * Sends a packet as control, because it must not wait behind the congestion that it reports. It
   * bypasses queues, filters and diversions within the control share of the rate, and is Not-ECT. A
   * packet longer than {@link rani.wire.Frame#CONTROL_BYTES_MAX} is sent as data, unless it is a
   * service message.
   */
  default void sendControl(
      long nowNanos, int destination, int protocol, long lifetimeMicros, ByteBuf payload) {
    int dscp = Ipv4Header.DSCP_CONTROL;
    send(nowNanos, destination, protocol, dscp, Ipv4Header.ECN_NOT_ECT, lifetimeMicros, payload);
  }

  /**
   * Allocates an empty buffer for {@link #send}, with room for that many bytes and for headers in
   * front. Bytes before its reader index may be overwritten.
   */
  ByteBuf payload(int length);

  /** Returns the allocator of buffers that the service keeps; see {@link Service#heldBuffers}. */
  ByteBufAllocator buffers();

  /** Sends a message to the same service at another node, or at this node. */
  void sendMessage(long nowNanos, int destination, ServiceMessage message);

  /** Sends a message to another service, by its number. */
  void sendMessage(long nowNanos, int destination, int serviceNumber, ServiceMessage message);

  /**
   * Sets a timer, replacing its earlier deadline.
   *
   * @param timer 0…{@link #TIMERS_MAX} − 1
   */
  void setTimer(int timer, long deadlineNanos);

  void cancelTimer(int timer);

  /**
   * Claims the datagrams to a UDP port of this node.
   *
   * @throws IllegalStateException if another service has the port
   */
  void listen(int udpPort);

  /**
   * Claims the passive packets to a port of this node. Claiming an own port again has no effect.
   *
   * @param protocol {@code Ipv4Header.PROTOCOL_UDP} or {@code PROTOCOL_RDP}
   * @param port 1…65,535
   * @return false if another service has the port
   * @throws IllegalStateException if the service has {@link #PORTS_MAX} already; a service that
   *     catches this has not failed
   */
  boolean claim(int protocol, int port);

  /** Releases a port; ignored if the port is not this service's. */
  void release(int protocol, int port);

  /**
   * Claims the passive packets of a protocol to unclaimed ports.
   *
   * @return false if another service has claimed them
   */
  boolean claimRest(int protocol);

  /**
   * Claims, for the IP stack of an edge, all passive packets for this node that no service claims:
   * of every protocol, with fragments. Their payload is not checked. Echo requests stay with the
   * node.
   *
   * @return false if another service was first
   */
  boolean claimEdge();

  /**
   * Sends an IPv4 packet of an edge without changing a field. ICMP errors about it come back to
   * {@link #claimEdge the edge}.
   *
   * @param packet its readable bytes are the packet; one reference is taken over in any case. A
   *     buffer of {@link #payload} becomes the frame itself, others are copied
   * @return why it cannot be sent, or null; {@code bad-header} if it has options, or another source
   *     than this node's address
   */
  @Nullable DropReason sendFromEdge(long nowNanos, long lifetimeMicros, ByteBuf packet);

  /**
   * Installs an ingress filter, which drops a flow's packets.
   *
   * @param link arrival link; null for packets that originate here
   * @return whether the filter is installed
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
   * @return the channel; null if the link has a diversion for the same packets, or too many
   */
  @Nullable Diversion divert(long nowNanos, LinkId link, FlowSpec spec, long untilNanos);

  /**
   * Returns the channel in which active packets wait that came by a link, and that {@link
   * Service#onPacket} says {@link Fate#HOLD} of. It is made when it is first asked for, and counts
   * as a diversion without a rule. A packet gets the number {@link Diversion#nextNumber}, unless
   * the channel {@link Diversion#isFull is full}; then it is dropped, as beyond {@link
   * #PACKETS_PER_SECOND_MAX} held in a second. A released packet is shown to its service again.
   *
   * @return null if the link was removed
   * @throws IllegalStateException if the service has {@link #DIVERSIONS_MAX} already
   */
  @Nullable Diversion parking(LinkId link);

  /**
   * Hands the active packet of this call of {@link Service#onPacket} over to another service of
   * this node, whose fate of it counts then. It is called when this call has ended. Ignored if the
   * service is not there, has not started or is suspended, or hands the packet over in its turn.
   *
   * @return whether such a service can be called
   */
  boolean handOver(int serviceNumber);

  /**
   * Extends a diversion to a later time. A diversion is never shortened, and keeps its held
   * packets.
   *
   * @return false if it has expired
   */
  boolean refresh(long nowNanos, Diversion channel, long untilNanos);

  /**
   * Releases a held packet at the end of this call, in the order of requests. A packet whose
   * lifetime has ended meanwhile is dropped, {@code expired}. A packet that the service has made
   * invalid is dropped as a malformed arrival would be.
   *
   * @param number number of the packet in its channel
   * @return false if the channel holds no such packet
   */
  boolean release(long nowNanos, Diversion channel, long number);

  /**
   * Releases a copy of a held packet like {@link #release}; the packet itself stays held. The copy
   * is counted as an arrival by the link by which the packet had arrived.
   *
   * @return false if the channel holds no such packet
   */
  boolean releaseCopy(long nowNanos, Diversion channel, long number);

  /**
   * Forwards a frame that this service made of diverted packets, at the end of this call. The frame
   * is checked as in {@link #release}. The ledger counts it as an arrival by the channel's link.
   *
   * @param frame one reference is taken over in any case
   */
  void sendOn(long nowNanos, Diversion channel, ByteBuf frame);

  /** Ends a diversion and forwards its held packets in order of arrival. */
  void flush(long nowNanos, Diversion channel);

  /** Ends a diversion and discards its held packets. */
  void close(long nowNanos, Diversion channel);

  /**
   * Asks the node to put another service on the menu, with its default options. That is done as an
   * operator's request is, when no service is being called; the trace notes this service as the
   * asker.
   *
   * @param then takes the outcome and the time, in a call of this service
   * @throws IllegalStateException beyond {@link #MENU_CHANGES_PER_SECOND_MAX}; a service that
   *     catches this has not failed
   */
  void startService(ServiceProvider provider, ObjLongConsumer<Reply> then);

  /**
   * Asks the node to stop a service and to take it off the menu, like {@link #startService}. If
   * this service is stopped itself meanwhile, the other one is stopped all the same.
   */
  void stopService(String name, ObjLongConsumer<Reply> then);

  /**
   * Asks the node to replace the service that has this one's name and number, like {@link
   * #startService}. The new one has the options and the start that the menu says of the old: with
   * {@code start: on-packet} the next packet that asks for it starts it.
   */
  void replaceService(ServiceProvider by, ObjLongConsumer<Reply> then);

  /** Returns the kind of the service on the node's menu with a number; null if there is none. */
  @Nullable ServiceProvider service(int number);

  /**
   * Writes a note into the trace.
   *
   * @param event one word
   * @param detail usually a {@link rani.world.Note}; formatted only if a trace needs text
   */
  void note(long nowNanos, String event, NoteDetail detail);
}
