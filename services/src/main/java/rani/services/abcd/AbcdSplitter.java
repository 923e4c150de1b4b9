// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.rdp.RdpConnection;
import rani.rdp.segment.RdpHeader;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Trial;
import rani.service.Verb;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.services.Requesters;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;
import rani.wire.MessageFormat;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.LinkId;
import rani.world.Note;
import rani.world.Reply;

/**
 * <b>abcd-splitter</b> - splits or shortens packets in front of a bottleneck (papers' ABCD §4.1,
 * Step 3): what senders sent before they heard of a smaller size, or in spite of it. The {@link
 * AbcdMonitor abcd-monitor} at the bottleneck's far end says which size a connection's packets may
 * have, if its option {@code split} is set, and puts the pieces together again.
 *
 * <p>With {@code mode: shrink} "each de-queued packet is evaluated against the packet size": as the
 * transmission of a connection's larger packet begins, the end of its data is taken off. The packet
 * says by how much, its checksum goes along, and what is missing is never sent: that is for data
 * which is of use without its end, and so for packets alone that show {@code media: true} of their
 * source in their {@link RdpHeader#isMedia header}.
 *
 * <p>With {@code split}, from the first request on, such larger packets are diverted as they
 * arrive, and go on as {@link Piece datagrams} of that size from this node to the monitor's, 36
 * bytes of each being headers. Their code point and ECN field are the packet's. A size holds for
 * ten seconds unless it is said again. Of a packet of which one piece is lost the others are lost,
 * too.
 *
 * <p><b>Trust.</b> A word is taken from a neighbour if packets from the connection's source to its
 * destination have gone to it within ten seconds, by the link that the connection leaves by and
 * does not come by; for at most 128 connections at a time and 1,000 times a second. From any other
 * it is refused.
 *
 * <p>Usually it stands on the menu with {@code start: on-packet}: the first word starts it.
 *
 * <p><b>Facts.</b> {@code requests} (words taken), {@code refused} (that made no sense, or whose
 * sender may not say so), of these {@code no-evidence} (the flow was not forwarded to the asker),
 * {@code too-fast} and {@code too-many}, {@code no-room} (256 connections are split, or something
 * else diverts the connection), {@code flows} (split now), {@code split} (packets), {@code pieces}
 * (of these), {@code whole} (packets of such connections that were small enough), {@code shortened}
 * (packets), {@code removed-bytes} (from these). <b>Notes.</b> {@code size} with flow and bytes,
 * when that changes; 65535 bytes end it.
 *
 * <p><b>Example.</b> {@code r2: {services: {abcd-splitter: {start: on-packet}}}, r3: {services:
 * {abcd-monitor: {via: r2, capacity: 2Mbit/s, split: true}}}}
 *
 * <p><b>See also.</b> {@link AbcdMonitor abcd-monitor}.
 */
public final class AbcdSplitter extends StartedService {
  /** Formats of the messages that this service accepts. */
  static final List<MessageFormat> MESSAGES = List.of(AbcdSize.FORMAT);

  static final int FLOWS_MAX = ServiceContext.DIVERSIONS_MAX;

  /** Lifetime of a size limit that is not repeated: as long as senders keep to a request. */
  static final long HOLDS_NANOS = RdpConnection.PACED_NANOS_MAX;

  private final boolean shrinks;
  private final SequencedMap<FlowKey, Cut> cuts = new LinkedHashMap<>();

  /** Least bytes of data left in a packet that is shortened. */
  private static final int DATA_BYTES_MIN = 2;

  private final Requesters askers = new Requesters();
  private int nextId;

  private long requests;
  private long refused;
  private long noRoom;
  private long split;
  private long pieces;
  private long whole;
  private long shortened;
  private long removedBytes;

  /** Size limit of one connection. Without a diversion, larger packets are shortened. */
  private static final class Cut {
    private final @Nullable Diversion channel;
    private final LinkId out;
    private int bytes;
    private long untilNanos;
    private long split;

    Cut(@Nullable Diversion channel, LinkId out) {
      this.channel = channel;
      this.out = out;
    }
  }

  private AbcdSplitter(boolean shrinks) {
    this.shrinks = shrinks;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    nextId = context.secrets().nextInt();
    if (shrinks) {
      context.watchTransmissions();
    }
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceContext node = node();
    LinkId link = packet.link();
    if (link == null
        || packet.source() != node.neighbour(link)
        || !(packet.message(MESSAGES) instanceof AbcdSize said)
        || !isForwarded(said.flow(), link, node)
        || !askers.mayAsk(nowNanos, link, said.flow(), said.flow().destination(), node)) {
      refused++;
      return Fate.REFUSE;
    }
    requests++;
    endExpired(nowNanos, node);
    if (said.bytes() == Ipv4Header.TOTAL_LENGTH_MAX) {
      end(nowNanos, said, node);
    } else {
      cut(nowNanos, said, link, node);
    }
    return Fate.CONSUME;
  }

  /** Returns true if the connection leaves by the link and arrives by another one. */
  private static boolean isForwarded(FlowKey flow, LinkId link, ServiceContext node) {
    LinkId upstream = node.route(flow.source());
    return flow.protocol() == Ipv4Header.PROTOCOL_RDP
        && link.equals(node.route(flow.destination()))
        && upstream != null
        && !upstream.equals(link);
  }

  private void endExpired(long nowNanos, ServiceContext node) {
    while (!cuts.isEmpty() && cuts.firstEntry().getValue().untilNanos <= nowNanos) {
      end(nowNanos, cuts.pollFirstEntry().getValue(), node);
    }
  }

  private void end(long nowNanos, AbcdSize said, ServiceContext node) {
    Cut ended = cuts.remove(said.flow());
    if (ended != null) {
      askers.ends(said.flow());
      end(nowNanos, ended, node);
      note(nowNanos, said, node);
    }
  }

  private static void end(long nowNanos, Cut ended, ServiceContext node) {
    if (ended.channel != null) {
      node.flush(nowNanos, ended.channel);
    }
  }

  private void cut(long nowNanos, AbcdSize said, LinkId out, ServiceContext node) {
    long untilNanos = nowNanos + HOLDS_NANOS;
    Cut cut = cuts.remove(said.flow()); // put again below, as the youngest
    if (cut != null && cut.channel != null && !node.refresh(nowNanos, cut.channel, untilNanos)) {
      node.flush(nowNanos, cut.channel);
      cut = null;
    }
    if (cut == null) {
      LinkId in = node.route(said.flow().source());
      boolean isRoom = cuts.size() < FLOWS_MAX;
      Diversion channel =
          !isRoom || shrinks || in == null
              ? null
              : node.divert(nowNanos, in, said.flow(), untilNanos);
      if (!isRoom || (channel == null && !shrinks)) {
        noRoom++;
        return;
      }
      cut = new Cut(channel, out);
    }
    if (cut.bytes != said.bytes()) {
      cut.bytes = said.bytes();
      note(nowNanos, said, node);
    }
    cut.untilNanos = untilNanos;
    cuts.put(said.flow(), cut);
    askers.stands(out, said.flow(), untilNanos);
  }

  private static void note(long nowNanos, AbcdSize said, ServiceContext node) {
    node.note(nowNanos, "size", Note.of("flow", said.flow().toString()).and("bytes", said.bytes()));
  }

  @Override
  public Fate onDiverted(long nowNanos, Diversion channel, FrameView packet) {
    FlowKey flow = channel.flow();
    Cut cut = flow == null ? null : cuts.get(flow);
    ServiceContext node = node();
    if (cut == null) {
      return Fate.FORWARD;
    }
    if (packet.length() <= cut.bytes
        || packet.service() != 0
        || packet.ttl() <= 1
        || !cut.out.equals(node.route(packet.destination()))) {
      whole++;
      return Fate.FORWARD;
    }
    split++;
    cut.split++;
    Ipv4Header.decrementTtl(packet.frame(), packet.payloadIndex() - Ipv4Header.LENGTH);
    int parts = Piece.pieces(packet.length(), cut.bytes);
    int id = nextId++;
    for (int number = 0; number < parts; number++) {
      pieces++;
      Piece.send(nowNanos, packet, id, number, parts, node.neighbour(cut.out), node);
    }
    return Fate.CONSUME;
  }

  @Override
  public void onTransmission(long nowNanos, FrameView packet) {
    ByteBuf frame = packet.frame();
    int at = packet.payloadIndex();
    if (cuts.isEmpty()
        || packet.protocol() != Ipv4Header.PROTOCOL_RDP
        || packet.service() != 0
        || !RdpHeader.isReadable(frame, at, packet.payloadLength())
        || !RdpHeader.isMedia(frame, at)) {
      return;
    }
    Cut cut = cuts.get(packet.flow(FlowIdentity.FIVE_TUPLE));
    if (cut == null || cut.untilNanos <= nowNanos) {
      return;
    }
    int bytes = packet.length();
    int headers = Ipv4Header.LENGTH + RdpHeader.headerLength(frame, at);
    // A whole number of 16-bit words keeps the checksum update simple.
    int data = Math.max(DATA_BYTES_MIN, (cut.bytes - headers) & ~1);
    if (headers + data >= bytes) {
      whole++;
      return;
    }
    RdpHeader.shorten(frame, at, data);
    packet.shorten(headers + data);
    shortened++;
    cut.split++;
    removedBytes += bytes - headers - data;
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    if (!verb.equals("show")) {
      return super.onCommand(nowNanos, verb, arguments);
    }
    return Reply.of(
        new Flows(cuts.entrySet().stream().map(cut -> CutShown.of(nowNanos, cut)).toList()));
  }

  public record Flows(List<CutShown> flows) implements Facts {}

  /** Size limit of one flow, as {@code show} lists it. */
  public record CutShown(String flow, long bytes, long split, double leftSeconds) implements Facts {
    private static CutShown of(long nowNanos, Map.Entry<FlowKey, Cut> flow) {
      Cut cut = flow.getValue();
      double leftSeconds = Math.max(0, cut.untilNanos - nowNanos) / 1e9;
      return new CutShown(flow.getKey().toString(), cut.bytes, cut.split, leftSeconds);
    }
  }

  public record Shown(
      long requests,
      long refused,
      @Inline Requesters.All askers,
      long noRoom,
      long flows,
      long split,
      long pieces,
      long whole,
      long shortened,
      long removedBytes)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        requests,
        refused,
        askers.all(),
        noRoom,
        cuts.size(),
        split,
        pieces,
        whole,
        shortened,
        removedBytes);
  }

  public static final class Provider extends NamedProvider {
    public Provider() {
      super(ServiceNumbers.ABCD_SPLITTER, "abcd-splitter");
    }

    @Override
    public List<MessageFormat> messages() {
      return MESSAGES;
    }

    @Override
    public boolean needsEvidence() {
      return true;
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          show | tells the connections that are split, with `bytes`, `split` and `left-seconds`
          """);
    }

    @Override
    public Trial trial() {
      return new Trial(0.1, "{start: on-packet}");
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark("size", Kind.NOTE, "ABCD: packets of {flow} are split to {bytes B}"));
    }

    @Override
    public Service create(OptionReader options) {
      return new AbcdSplitter(
          options
              .oneOf(
                  "mode",
                  "split",
                  List.of("split", "shrink"),
                  "Whether larger packets are split, or the end of their data is taken off.")
              .equals("shrink"));
    }
  }
}
