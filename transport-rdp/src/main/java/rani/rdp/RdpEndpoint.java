// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.wire.Dscp;
import rani.world.Streams;
import rani.world.Timers;

/**
 * All connections of one user of the network: it creates them, dispatches segments to them, and
 * answers for closed ports (RFC 908 §3.7, state CLOSED).
 *
 * <p>It is a state machine without I/O. Segments arrive by {@link #receive}, timers by {@link
 * #wake}, and all output goes through {@link RdpNetwork}. It is confined to one thread at a time.
 * Applications are called at the end of each call, one after another.
 */
public final class RdpEndpoint {
  /** Largest number of connections of one endpoint. */
  public static final int CONNECTIONS_MAX = 4096;

  /** The backlog: largest number of half-open connections. */
  public static final int HALF_OPEN_MAX = 256;

  /** The link number of local segments. */
  public static final int NO_LINK = -1;

  public static final int LISTENERS_MAX = 64;

  /** Largest number of RSTs per second for segments of no connection that arrived by one link. */
  public static final int RESETS_PER_SECOND_MAX = 1000;

  /** The first port that {@link #connect} chooses (RFC 6335 §6). */
  public static final int EPHEMERAL_PORT_MIN = 49_152;

  private static final int PORT_MAX = 65_535;
  private static final long SECOND = 1_000_000_000;

  final RdpNetwork network;
  final RdpTrace trace;
  final Timers timers = new Timers();
  private final Map<RdpConnection.Key, RdpConnection> connections = new LinkedHashMap<>();
  private final TreeMap<Integer, Integer> connectionsOfPort = new TreeMap<>();
  private final SequencedSet<RdpConnection> lingering = new LinkedHashSet<>();
  private final ListenBacklog callers = new ListenBacklog();
  private final TreeMap<Integer, ResponseRateLimit> resets = new TreeMap<>();
  private final TreeMap<Integer, Listening> listeners = new TreeMap<>();
  private final ArrayDeque<RdpConnection> unsettled = new ArrayDeque<>();
  private long shortened;
  private long missingBytes;
  private final EnumMap<RefusalReason, Long> refusals = new EnumMap<>(RefusalReason.class);
  private final EnumMap<CloseReason, Long> endings = new EnumMap<>(CloseReason.class);

  /** The connection of the last segment, a cache of one. */
  private @Nullable RdpConnection lastHeard;

  private boolean settling;
  private boolean stopped;
  private long wakeNanos = Timers.NEVER;
  private long made;

  /** Segments without an answer because of a rate limit. */
  long unanswered;

  private record Listening(RdpConfig config, RdpListener listener) {}

  public RdpEndpoint(RdpNetwork network, RdpTrace trace) {
    this.network = network;
    this.trace = trace;
  }

  /**
   * Accepts connections at a port; throws IllegalStateException if the port is taken, or {@link
   * #LISTENERS_MAX} are in use.
   */
  public void listen(int port, RdpConfig config, RdpListener listener) {
    requirePort(port);
    if (listeners.size() == LISTENERS_MAX) {
      throw new IllegalStateException("an endpoint listens on at most " + LISTENERS_MAX + " ports");
    }
    if (listeners.containsKey(port) || !network.claim(port)) {
      throw new IllegalStateException("RDP port " + port + " is taken");
    }
    listeners.put(port, new Listening(config, listener));
  }

  /** Stops listening at a port; open connections continue. */
  public void unlisten(int port) {
    if (listeners.remove(port) != null) {
      releaseIfUnused(port);
    }
  }

  /**
   * Opens a connection from a free port, {@link #EPHEMERAL_PORT_MIN} or above.
   *
   * @throws IllegalStateException if there are too many connections, or no port is free
   */
  public RdpConnection connect(
      long nowNanos,
      int remoteAddress,
      int remotePort,
      RdpConfig config,
      RdpApplication application) {
    int ports = PORT_MAX - EPHEMERAL_PORT_MIN + 1;
    int first = (int) Streams.below(network.random(), ports);
    for (int tried = 0; tried < ports; tried++) {
      int port = EPHEMERAL_PORT_MIN + (first + tried) % ports;
      if (!isUsed(port) && network.claim(port)) {
        return open(nowNanos, port, remoteAddress, remotePort, config, application);
      }
    }
    throw new IllegalStateException("no RDP port is free");
  }

  /**
   * Opens a connection from a given port, 1…65,535; several connections may share it.
   *
   * @throws IllegalStateException if there are too many connections, the port belongs to another
   *     endpoint, or such a connection exists
   */
  public RdpConnection connect(
      long nowNanos,
      int localPort,
      int remoteAddress,
      int remotePort,
      RdpConfig config,
      RdpApplication application) {
    requirePort(localPort);
    if (connections.containsKey(new RdpConnection.Key(remoteAddress, remotePort, localPort))) {
      throw new IllegalStateException("there is such a connection");
    }
    if (!isUsed(localPort) && !network.claim(localPort)) {
      throw new IllegalStateException("RDP port " + localPort + " is taken");
    }
    return open(nowNanos, localPort, remoteAddress, remotePort, config, application);
  }

  private RdpConnection open(
      long nowNanos,
      int localPort,
      int remoteAddress,
      int remotePort,
      RdpConfig config,
      RdpApplication application) {
    requirePort(remotePort);
    if (stopped || isFull()) {
      releaseIfUnused(localPort);
      throw new IllegalStateException(
          stopped ? "stopped" : "an endpoint has at most " + CONNECTIONS_MAX + " connections");
    }
    RdpConnection connection =
        make(config, new RdpConnection.Key(remoteAddress, remotePort, localPort), false, NO_LINK);
    if (connection.maxMessageBytes() < 1) {
      connection.abandon();
      releaseIfUnused(localPort);
      throw new IllegalStateException("the path takes no packet that could carry data");
    }
    connection.use(application);
    enter(connection);
    connection.connect(nowNanos);
    settle(nowNanos, connection);
    return connection;
  }

  private boolean isFull() {
    return free() <= 0;
  }

  private int free() {
    return CONNECTIONS_MAX - connections.size() - lingering.size();
  }

  private RdpConnection make(RdpConfig config, RdpConnection.Key key, boolean passive, int link) {
    made++;
    return new RdpConnection(this, config, key, passive, link, network.random().nextInt());
  }

  private static void requirePort(int port) {
    if (port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException("a port is 1…65535, not " + port);
    }
  }

  private boolean isUsed(int port) {
    return listeners.containsKey(port) || connectionsOfPort.containsKey(port);
  }

  private void enter(RdpConnection connection) {
    connections.put(connection.key, connection);
    connectionsOfPort.merge(connection.localPort(), 1, Integer::sum);
    if (connection.passive) {
      callers.enter(connection);
    }
  }

  private void releaseIfUnused(int port) {
    if (!isUsed(port)) {
      network.release(port);
    }
  }

  /**
   * Processes a received packet of protocol 27, whose segment is lent for the call. {@code source}
   * and {@code ecn} are of the IPv4 header; {@code link} is the number of the ingress link, or
   * {@link #NO_LINK} for a packet of this node. Returns true if the segment was accepted.
   */
  public boolean receive(
      long nowNanos, int source, int link, int ecn, ByteBuf buffer, int at, int length) {
    RefusalReason refused =
        SegmentCodec.check(buffer, at, length, source, network.address(), false);
    if (refused != null) {
      refuse(refused);
      return false;
    }
    Segment segment = SegmentCodec.decode(buffer, at, length);
    RouterState shown = segment.routerState();
    if (segment.isRequest() && shown != null) {
      return request(nowNanos, segment, shown);
    }
    RdpConnection connection = connectionOf(source, segment);
    if (connection != null) {
      if (connection.requiresChecksum() && !RdpHeader.hasChecksum(buffer, at)) {
        refuse(RefusalReason.BAD_CHECKSUM);
        return false;
      }
      connection.receive(nowNanos, segment, ecn);
      return true;
    }
    boolean isCall = segment.has(Segment.SYN) && !segment.has(Segment.ACK);
    Listening listening = isCall ? listeners.get(segment.destinationPort()) : null;
    if (listening == null) {
      refuse(RefusalReason.NO_CONNECTION);
      answerForNobody(nowNanos, source, link, segment);
      return false;
    }
    if (listening.config.wire().checksum() && !RdpHeader.hasChecksum(buffer, at)) {
      refuse(RefusalReason.BAD_CHECKSUM);
      return false;
    }
    return accept(nowNanos, listening, key(source, segment), link, segment);
  }

  private @Nullable RdpConnection connectionOf(int source, Segment segment) {
    RdpConnection last = lastHeard;
    if (last != null && last.isWith(source, segment.sourcePort(), segment.destinationPort())) {
      return last;
    }
    RdpConnection found = connections.get(key(source, segment));
    lastHeard = found;
    return found;
  }

  private static RdpConnection.Key key(int remoteAddress, Segment segment) {
    return new RdpConnection.Key(remoteAddress, segment.sourcePort(), segment.destinationPort());
  }

  private boolean request(long nowNanos, Segment segment, RouterState asked) {
    RdpConnection connection = connections.get(key(segment.acknowledgement(), segment));
    if (connection == null) {
      refuse(RefusalReason.NO_CONNECTION);
      return false;
    }
    if (!connection.request(nowNanos, segment.sequence(), asked)) {
      refuse(RefusalReason.STALE_REQUEST); // too late, but it reached its connection
    }
    return true;
  }

  private boolean accept(
      long nowNanos, Listening listening, RdpConnection.Key key, int link, Segment segment) {
    if (!network.reaches(key.remoteAddress())) {
      refuse(RefusalReason.NO_WAY_BACK);
      return false;
    }
    if (stopped || isFull()) {
      refuse(RefusalReason.NO_ROOM);
      return false;
    }
    if (!callers.hasRoom(link, free())) {
      refuse(RefusalReason.LINK_SHARE);
      return false;
    }
    RdpConnection connection = make(listening.config, key, true, link);
    if (!connection.heeds(segment)) {
      connection.abandon();
      refuse(RefusalReason.BAD_SYN);
      answerForNobody(nowNanos, key.remoteAddress(), link, segment);
      return false;
    }
    RdpApplication application = listening.listener.accept(nowNanos, connection);
    if (application == null) {
      connection.abandon();
      answerForNobody(nowNanos, key.remoteAddress(), link, segment);
      return true;
    }
    RdpConnection displaced =
        callers.halfOpen() < HALF_OPEN_MAX ? null : callers.displaced(link, network.random());
    if (displaced != null) {
      displaced.end(nowNanos, CloseReason.DISPLACED);
    }
    connection.use(application);
    enter(connection);
    connection.accept(nowNanos);
    settle(nowNanos, connection);
    if (displaced != null) {
      settle(nowNanos, displaced);
    }
    return true;
  }

  /** Sends a RST with the number that the other end expects next (RFC 908 §3.7, state CLOSED). */
  private void answerForNobody(long nowNanos, int source, int link, Segment segment) {
    if (segment.has(Segment.RST)) {
      return;
    }
    if (!resets(nowNanos, link).take(nowNanos)) {
      unanswered++;
      return;
    }
    put(
        nowNanos,
        source,
        Segment.bare(
            Segment.RST | Segment.ACK,
            segment.destinationPort(),
            segment.sourcePort(),
            segment.has(Segment.ACK) ? segment.acknowledgement() + 1 : 0,
            segment.sequence()),
        true,
        Dscp.BEST_EFFORT,
        0);
  }

  private ResponseRateLimit resets(long nowNanos, int link) {
    ResponseRateLimit own = resets.get(link);
    if (own == null) {
      resets.values().removeIf(other -> other.isOver(nowNanos)); // also forgets links that are gone
      own = new ResponseRateLimit(RESETS_PER_SECOND_MAX, SECOND);
      resets.put(link, own);
    }
    return own;
  }

  void put(long nowNanos, int destination, Segment segment, boolean checksum, int dscp, int ecn) {
    int length = SegmentCodec.length(segment);
    ByteBuf out = network.segment(length);
    int at = out.writerIndex();
    out.writerIndex(at + length);
    SegmentCodec.encode(segment, out, at, network.address(), destination, checksum);
    network.send(nowNanos, destination, dscp, ecn, out);
  }

  /** Fires due timers. Must be called at the time that {@link RdpNetwork#wakeAt} requested. */
  public void wake(long nowNanos) {
    wakeNanos = Timers.NEVER;
    for (int fired = 0; fired < CONNECTIONS_MAX && timers.isDue(nowNanos); fired++) {
      timers.takeFirst().due(nowNanos);
    }
    settleAll(nowNanos);
  }

  /** Ends every connection; their applications are closed with {@link CloseReason#STOPPED}. */
  public void stop(long nowNanos) {
    stopped = true;
    List<RdpConnection> all = new ArrayList<>(connections.values());
    all.addAll(lingering);
    for (RdpConnection connection : all) {
      connection.stop(nowNanos);
      settle(nowNanos, connection);
    }
    List.copyOf(listeners.keySet()).forEach(this::unlisten);
  }

  /** Schedules a connection to be settled at the end of this call. */
  void settle(long nowNanos, RdpConnection connection) {
    if (!connection.isQueued) {
      connection.isQueued = true;
      unsettled.add(connection);
    }
    settleAll(nowNanos);
  }

  private void settleAll(long nowNanos) {
    if (settling) {
      return;
    }
    settling = true;
    try {
      while (!unsettled.isEmpty()) {
        RdpConnection connection = unsettled.remove();
        connection.isQueued = false;
        connection.settle(nowNanos);
      }
    } finally {
      settling = false;
      long next = timers.nextDeadlineNanos();
      if (next != wakeNanos) {
        wakeNanos = next;
        network.wakeAt(next);
      }
    }
  }

  /** Updates the backlog after a connection's change of state. */
  void moved(RdpConnection connection, ConnectionState from, ConnectionState to) {
    if (!connection.passive) {
      return;
    }
    if (to == ConnectionState.SYN_RCVD) {
      callers.begins(connection);
    } else if (from == ConnectionState.SYN_RCVD) {
      callers.begun(connection);
    }
  }

  /** Removes a connection; its application may still have messages to read. */
  void forget(RdpConnection connection) {
    connections.remove(connection.key);
    if (lastHeard == connection) {
      lastHeard = null;
    }
    if (!connection.notices.saidClosed) {
      lingering.add(connection);
    } else {
      leave(connection);
    }
    connectionsOfPort.computeIfPresent(
        connection.localPort(), (port, count) -> count == 1 ? null : count - 1);
    releaseIfUnused(connection.localPort());
  }

  private void leave(RdpConnection connection) {
    if (connection.passive) {
      callers.leave(connection);
    }
  }

  /** Records that a connection's application has been notified of its end. */
  void ended(RdpConnection connection, CloseReason reason) {
    if (lingering.remove(connection)) {
      leave(connection);
    }
    endings.merge(reason, 1L, Long::sum);
  }

  /** Counts a message that routers have shortened. */
  void shortened(long nowNanos, RdpConnection connection, int sequence, int bytes) {
    shortened++;
    missingBytes += bytes;
    trace.shortened(nowNanos, connection, sequence, bytes);
  }

  void refuse(RefusalReason reason) {
    refuse(reason, 1);
  }

  void refuse(RefusalReason reason, int times) {
    if (times > 0) {
      refusals.merge(reason, (long) times, Long::sum);
    }
  }

  /** Returns the connections in order of creation. */
  public List<RdpConnection> connections() {
    return List.copyOf(connections.values());
  }

  /** Returns how often a segment, or a part of one, was refused for a reason. */
  public long refused(RefusalReason reason) {
    return refusals.getOrDefault(reason, 0L);
  }

  /** Returns the number of messages to be sent, acknowledged or delivered. */
  public int heldBuffers() {
    if (connections.isEmpty() && lingering.isEmpty()) {
      return 0; // asked on the packet path of services that hold nothing
    }
    int held = 0; // asked after every event of a virtual run, so without streams
    for (RdpConnection each : connections.values()) {
      held += each.heldBuffers();
    }
    for (RdpConnection each : lingering) {
      held += each.heldBuffers();
    }
    return held;
  }

  /**
   * Returns the counters, in a fixed order: connections made, open and ended, segments left without
   * an answer and refused by reason.
   */
  public RdpCounts facts() {
    SequencedMap<String, Long> byReason = new LinkedHashMap<>();
    endings.forEach((reason, times) -> byReason.put("ended." + reason.text(), times));
    refusals.forEach((reason, times) -> byReason.put("refused." + reason.text(), times));
    return new RdpCounts(
        connections.size(),
        made,
        unanswered > 0 ? unanswered : null,
        shortened > 0 ? new RdpCounts.Media(shortened, missingBytes) : null,
        byReason);
  }
}
