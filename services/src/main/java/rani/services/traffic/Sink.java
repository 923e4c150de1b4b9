// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.queue.FlowTable;
import rani.rdp.RdpConfig;
import rani.rdp.RdpCounts;
import rani.rdp.bind.RdpHost;
import rani.rdp.bind.RdpOptions;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.Ipv4Header;
import rani.wire.UdpFlow;
import rani.world.Facts;
import rani.world.Inline;

/**
 * <b>sink</b> - takes datagrams, counts distinct packets per source, and acknowledges at once those
 * that ask for it, with the next sequence number it expects; and takes RDP connections at the port
 * of the same number, counts their messages, and answers {@link ExchangeHeader requests}.
 *
 * <p>Acknowledgements are control packets: they pass beside queues and are counted in none, unless
 * they are more than a share of the rate. Active packets are refused.
 *
 * <p><b>Facts.</b> Of datagrams {@code packets}, {@code bytes} (IPv4), {@code duplicates}, {@code
 * malformed}; per source address A {@code distinct.A}, {@code distinct-bytes.A}. Of connections
 * {@code connections}, {@code messages}, {@code message-bytes}, {@code requests}, {@code
 * malformed-requests} (each ends its connection); per source address A {@code messages.A}, {@code
 * message-bytes.A}; {@code rdp} (what the endpoint counts).
 *
 * <p><b>Notes.</b> {@code flow-end} with {@code conn} and {@code bytes}: a transfer of a source has
 * come whole; {@link RdpHost#notes RDP's own}.
 *
 * <p><b>Example.</b> {@code n8: {services: {sink: {}}}}
 *
 * <p><b>See also.</b> {@link Source source}.
 */
public final class Sink extends StartedService {
  public static final int PORT = 7000;

  static final int FLOWS_MAX = 65_536;

  /** Bound on a sequence number, independent of the packets received. */
  static final int AHEAD_MAX = 65_536;

  /** Extension of that bound per packet received. */
  static final int AHEAD_PER_PACKET = 1024;

  /** Memory limit: sequence numbers of all flows together, one bit each. */
  static final long NUMBERS_MAX = 1L << 29;

  /** Largest number of sources that are counted separately and shown. */
  static final int SOURCES_MAX = 4096;

  private static final int RDP_TIMER = 0;

  private final int port;
  private final @Nullable RdpConfig config;
  private final GeneratorHeader header = new GeneratorHeader();

  /** Slots of the flows, found without allocating a key per packet. */
  private final FlowTable slots = new FlowTable(FLOWS_MAX);

  private final List<Flow> flows = new ArrayList<>();
  private final TreeMap<Integer, Received> ofSource = new TreeMap<>(Integer::compareUnsigned);
  private @Nullable RdpHost host;
  private @Nullable RdpSink connections;
  private long packets;
  private long bytes;
  private long duplicates;
  private long malformed;
  private long numbers;

  /** Creates a sink that accepts no connections if {@code config} is null. */
  private Sink(int port, @Nullable RdpConfig config) {
    this.port = port;
    this.config = config;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    context.listen(port);
    if (config != null) {
      host = new RdpHost(context, RDP_TIMER, RdpHost.notes(context, true));
      connections = new RdpSink(context);
      host.endpoint().listen(port, config, connections);
    }
  }

  @Override
  public void stop(long nowNanos) {
    if (host != null) {
      host.stop(nowNanos);
    }
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    if (host != null) {
      host.onWake(nowNanos);
    }
  }

  @Override
  public long heldBuffers() {
    return host == null ? 0 : host.heldBuffers();
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    if (packet.service() != 0) {
      return Fate.REFUSE; // an active packet need not be a datagram
    }
    if (packet.protocol() != Ipv4Header.PROTOCOL_UDP) {
      return host == null ? Fate.REFUSE : host.onPacket(nowNanos, packet);
    }
    packets++;
    bytes += packet.length();
    if (!GeneratorHeader.isIn(packet) || GeneratorHeader.kind(packet) == GeneratorHeader.ACK) {
      malformed++;
      return Fate.CONSUME;
    }
    Flow flow = flowOf(packet);
    if (flow == null) {
      malformed++;
      return Fate.DISCARD;
    }
    int sequence = GeneratorHeader.sequence(packet);
    int more = flow.room(sequence);
    if (more > 0 && (!flow.mayReach(sequence) || numbers + more > NUMBERS_MAX)) {
      malformed++;
      return Fate.DISCARD;
    }
    numbers += more;
    if (flow.take(sequence)) {
      flow.ofSource.packets++;
      flow.ofSource.bytes += packet.length();
    } else {
      duplicates++;
    }
    if (GeneratorHeader.kind(packet) == GeneratorHeader.DATA_ACKED) {
      acknowledge(nowNanos, packet, flow, node());
    }
    return Fate.CONSUME;
  }

  /** Returns the flow of a packet, creating it if needed; null if there are too many flows. */
  private @Nullable Flow flowOf(FrameView packet) {
    long high = FlowIdentity.FIVE_TUPLE.high(packet.frame());
    long low = FlowIdentity.FIVE_TUPLE.low(packet.frame());
    int slot = slots.find(high, low);
    if (slot != FlowTable.ABSENT) {
      return flows.get(slot); // flows are never removed, so that slots are assigned in order
    }
    if (flows.size() == FLOWS_MAX) {
      return null;
    }
    slots.add(high, low);
    UdpFlow back = new UdpFlow(packet.source(), port, packet.sourcePort());
    Flow flow = new Flow(of(packet.source()), back);
    flows.add(flow);
    return flow;
  }

  /** Returns a source's counts. Counts of sources beyond {@link #SOURCES_MAX} are never shown. */
  private Received of(int source) {
    Received known = ofSource.get(source);
    if (known == null) {
      known = new Received();
      if (ofSource.size() < SOURCES_MAX) {
        ofSource.put(source, known);
      }
    }
    return known;
  }

  private void acknowledge(long nowNanos, FrameView packet, Flow flow, ServiceContext node) {
    node.sendDatagram(
        nowNanos,
        flow.back,
        Ipv4Header.DSCP_CONTROL,
        Source.LIFETIME_MICROS,
        header.of(GeneratorHeader.ACK, GeneratorHeader.flow(packet), flow.nextExpected),
        GeneratorHeader.LENGTH);
  }

  /** Facts of the sink; {@code distinct.} and {@code distinct-bytes.} for each source. */
  public record Shown(
      long packets,
      long bytes,
      long duplicates,
      long malformed,
      @Inline SequencedMap<String, Long> ofSources,
      @Inline RdpSink.@Nullable Shown connections,
      @Nullable RdpCounts rdp)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    SequencedMap<String, Long> ofSources = new LinkedHashMap<>();
    ofSource.forEach(
        (source, received) -> {
          ofSources.put("distinct." + Address.text(source), received.packets);
          ofSources.put("distinct-bytes." + Address.text(source), received.bytes);
        });
    return new Shown(
        packets,
        bytes,
        duplicates,
        malformed,
        ofSources,
        connections == null ? null : connections.facts(),
        host == null ? null : host.facts());
  }

  /** Counts of one source; each distinct packet counts once. */
  private static final class Received {
    private long packets;
    private long bytes;
  }

  private static final class Flow {
    private final Received ofSource;
    private final UdpFlow back;
    private final BitSet seen = new BitSet();
    private int room;
    private long packets;
    private int nextExpected;

    Flow(Received ofSource, UdpFlow back) {
      this.ofSource = ofSource;
      this.back = back;
    }

    /** Returns the number of sequence numbers that must be added to reach this one. */
    int room(int sequence) {
      return Math.max(0, sequence + 1 - room);
    }

    /** Returns false for a probably forged number, so far ahead that it would take much memory. */
    boolean mayReach(int sequence) {
      return sequence < AHEAD_MAX + AHEAD_PER_PACKET * packets;
    }

    /** Records a packet; returns true if it is new. */
    boolean take(int sequence) {
      room = Math.max(room, sequence + 1);
      packets++;
      if (seen.get(sequence)) {
        return false;
      }
      seen.set(sequence);
      nextExpected = seen.nextClearBit(nextExpected);
      return true;
    }
  }

  public static final class Provider extends NamedProvider {
    public Provider() {
      super(ServiceNumbers.SINK, "sink");
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark(
              RdpSink.FLOW_END, Kind.SILENT, "connection {conn}: all {bytes} bytes have come"));
    }

    @Override
    public Service create(OptionReader options) {
      int port =
          (int) options.count("port", PORT, 1, 65_535, "The UDP and RDP port it listens on.");
      boolean rdp = options.flag("rdp", true, "Whether it takes RDP connections.");
      RdpConfig config = RdpOptions.read(options);
      return new Sink(port, rdp ? config : null);
    }
  }
}
