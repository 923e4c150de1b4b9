// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.link.Diversion;
import rani.queue.Rate;
import rani.rdp.RdpConnection;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.RouterState;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Trial;
import rani.service.Verb;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.services.FlowMatch;
import rani.services.RateLimit;
import rani.services.RecentFlows;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.services.acc.AccMonitor;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.LinkId;
import rani.world.Note;
import rani.world.Reply;

/**
 * <b>abcd-monitor</b> - congestion control by available bandwidth (papers' ABCD): at the far end of
 * a bottleneck it watches how packets come in, and has the senders of RDP connections make smaller
 * packets, at a smaller rate, before there is a loss.
 *
 * <p>Three packets of a flow in a row are a {@link Triplet triplet}. With each, the available
 * bandwidth B is estimated: by {@code estimator: triplet} as the rate of the second and third
 * packet over the triplet's time, which is what the flow has; by {@code residual} as what the
 * link's other packets leave of {@code capacity}. From {@code threshold} on packets have their full
 * size; each {@code per} below takes {@code step} from it, down to {@code packet-min}. The flow's
 * rate r follows by the {@link RateAverage paper's average}, with the triplet's mean spacing as T
 * and the new size as S. Size falls at once, and rises by a step after {@code raise-after} triplets
 * in a row that allow more.
 *
 * <p>Packets that a filter or diversion of their very flow takes as they come in are not seen.
 *
 * <p>The sender receives size and rate, and follows for {@link RdpConnection#PACED_NANOS_MAX ten
 * seconds}; at full size there is no rate to keep to. Its segments must show its state ({@code
 * router-state: true} at the source), and few packets should wait there ({@code send-ahead}), since
 * those keep their size. A word that is lost is said again with a later triplet.
 *
 * <p>With {@code split} the neighbour at the bottleneck's near end receives the size as well. An
 * {@link AbcdSplitter abcd-splitter} there shortens packets that are larger, or sends them in
 * pieces, which are put together here; a piece is load, the packet counts for its flow when the
 * last one has come. Where the packets' size is the router's business ({@code sender: rate}), the
 * sender goes on with full ones and receives a rate: as many in a second as of the smaller size
 * would make the rate.
 *
 * <p><b>Facts.</b> {@code triplets}, {@code resets} (triplets that a gap broke off), {@code others}
 * (triplets of what is not RDP, or shows no state: measured, not controlled), {@code requests}
 * (said to senders), {@code refused} (beyond 1,000 a second), {@code flows} (remembered now, at
 * most 4,096), {@code forgotten}, {@code triplet-mean-bits-per-second} and {@code
 * residual-mean-bits-per-second} (over all triplets), {@code packet-mean-bytes} (what controlled
 * flows were allowed, over their triplets), {@code window-mean-packets} (what their senders
 * showed), {@code load-bits-per-second} (now, of the busiest link), {@code pieces}, {@code joined}
 * (packets made of these), {@code broken} (packets of which a piece did not come within two
 * seconds), {@code pieces-refused} (malformed), {@code joining} (packets now, at most 256).
 * <b>Notes.</b> {@code pace} with flow, triplet, residual, bytes and rate, when a sender receives
 * it.
 *
 * <p><b>Example.</b> {@code r3: {services: {abcd-monitor: {via: r2, capacity: 2Mbit/s}}}}
 *
 * <p><b>See also.</b> {@link AccMonitor acc-monitor}, {@code source}.
 */
public final class AbcdMonitor extends StartedService {
  /** Largest number of requests sent to senders within one second. */
  static final int REQUESTS_PER_SECOND_MAX = 1000;

  /** Interval after which a request is repeated even if nothing has changed. */
  static final long REPEAT_NANOS = RdpConnection.PACED_NANOS_MAX / 4;

  /** Least time between two requests that change only the rate. */
  static final long RATE_REST_NANOS = 100_000_000;

  /** Relative change of the rate below which no new request is sent. */
  private static final double RATE_CHANGE_MIN = 0.05;

  private static final long SECOND = 1_000_000_000;
  private static final long STANDS_NANOS = 1_000_000_000 * SECOND;

  private final Settings settings;
  private final RecentFlows<Flow> flows;
  private final Reassembly joins = new Reassembly();
  private final SequencedMap<LinkId, RateAverage> loads = new LinkedHashMap<>();
  private final RateLimit requestsPerSecond = new RateLimit(REQUESTS_PER_SECOND_MAX);

  private long triplets;
  private long others;
  private long controlled;
  private long requests;
  private long refused;
  private long resets;
  private double tripletSum;
  private double residualSum;
  private double bytesSum;
  private double windowSum;

  /**
   * Options of the service; rates in bits per second.
   *
   * @param capacity 0 if it is not known
   * @param via address of the watched neighbour; {@link FlowSpec#ANY} for every neighbour
   */
  private record Settings(
      boolean residual,
      long capacity,
      int via,
      PacketSizes sizes,
      long kNanos,
      boolean control,
      boolean tellsSender,
      boolean tellsSize,
      boolean split) {}

  private static final class Flow {
    private final Triplet triplet = new Triplet();
    private final RateAverage rate;
    private final PacketSizes.Ladder size;
    private int askedBytes;
    private double askedRate;
    private long askedNanos = Long.MIN_VALUE;
    private long asked;

    Flow(Settings settings) {
      rate = new RateAverage(settings.kNanos);
      size = settings.sizes.ladder();
      askedBytes = settings.sizes.full();
    }
  }

  private AbcdMonitor(Settings settings) {
    this.settings = settings;
    this.flows = new RecentFlows<>(() -> new Flow(settings));
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    for (LinkId link : FlowMatch.links(settings.via, context, "")) {
      if (context.divert(nowNanos, link, FlowSpec.ALL, nowNanos + STANDS_NANOS) == null) {
        throw new IllegalStateException("all packets are taken on " + link + " already");
      }
      loads.put(link, new RateAverage(settings.kNanos));
    }
  }

  @Override
  public Fate onDiverted(long nowNanos, Diversion channel, FrameView packet) {
    RateAverage load = loads.get(channel.link());
    ServiceContext node = node();
    if (load == null) {
      return Fate.FORWARD;
    }
    load.take(nowNanos, packet.length());
    if (settings.split && isPiece(packet, channel.link(), node)) {
      join(nowNanos, channel, packet, load, node);
      return Fate.CONSUME;
    }
    if (!packet.isControl()) {
      come(nowNanos, packet.frame(), channel.link(), load, node);
    }
    return Fate.FORWARD;
  }

  private static boolean isPiece(FrameView packet, LinkId link, ServiceContext node) {
    return packet.protocol() == Ipv4Header.PROTOCOL_UDP
        && packet.destination() == node.address()
        && packet.source() == node.neighbour(link)
        && packet.destinationPort() == Piece.PORT
        && packet.service() == 0;
  }

  private void join(
      long nowNanos, Diversion channel, FrameView piece, RateAverage load, ServiceContext node) {
    ByteBuf whole = joins.take(nowNanos, piece, node.buffers());
    waitForPieces(node);
    if (whole == null) {
      return;
    }
    try {
      come(nowNanos, whole, channel.link(), load, node);
    } catch (RuntimeException e) {
      whole.release();
      throw e;
    }
    node.sendOn(nowNanos, channel, whole);
  }

  private void waitForPieces(ServiceContext node) {
    if (joins.incomplete() > 0) {
      node.setTimer(0, joins.deadlineNanos());
    }
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    joins.giveUp(nowNanos);
    waitForPieces(node());
  }

  @Override
  public void stop(long nowNanos) {
    joins.stop();
  }

  @Override
  public long heldBuffers() {
    return joins.incomplete();
  }

  /** Updates the flow's triplet for a whole packet and, after each full triplet, the estimates. */
  private void come(
      long nowNanos, ByteBuf frame, LinkId link, RateAverage load, ServiceContext node) {
    if (!carriesData(frame)) {
      return;
    }
    FlowKey key = FlowIdentity.FIVE_TUPLE.of(frame);
    Flow flow = flows.see(key);
    long resetsBefore = flow.triplet.resets();
    boolean isTriplet = flow.triplet.take(nowNanos, Frame.length(frame));
    resets += flow.triplet.resets() - resetsBefore;
    if (!isTriplet) {
      return;
    }
    double residual = Math.max(0, settings.capacity - load.bitsPerSecond());
    triplets++;
    tripletSum += flow.triplet.bitsPerSecond();
    residualSum += residual;
    if (isControllable(frame)) {
      measured(nowNanos, frame, key, flow, residual, link, node);
    } else {
      others++;
    }
  }

  /**
   * Returns true unless the frame is an RDP segment without data. Such segments are small, and
   * their spacing reflects the opposite direction's bandwidth.
   */
  private static boolean carriesData(ByteBuf frame) {
    int rdp = Frame.payload(frame);
    int length = Frame.length(frame) - Ipv4Header.LENGTH;
    return !isRdp(frame)
        || (RdpHeader.isReadable(frame, rdp, length) && RdpHeader.dataLength(frame, rdp) > 0);
  }

  private static boolean isRdp(ByteBuf frame) {
    return Ipv4Header.protocol(frame, Frame.ipv4(frame)) == Ipv4Header.PROTOCOL_RDP;
  }

  private static boolean isControllable(ByteBuf frame) {
    int rdp = Frame.payload(frame);
    return isRdp(frame)
        && !RaniHeader.act(frame, frame.readerIndex())
        && RdpHeader.hasRouterState(frame, rdp)
        && (RdpHeader.stateFlags(frame, rdp) & RouterState.SET) == 0;
  }

  private void measured(
      long nowNanos,
      ByteBuf frame,
      FlowKey key,
      Flow flow,
      double residual,
      LinkId link,
      ServiceContext node) {
    double left = settings.residual ? residual : flow.triplet.bitsPerSecond();
    int bytes = flow.size.next(Math.round(left));
    flow.rate.addOrBegin(flow.triplet.spacingNanos(), 8 * bytes);
    controlled++;
    bytesSum += bytes;
    windowSum += RdpHeader.cwnd(frame, Frame.payload(frame));
    boolean isFull = bytes == settings.sizes.full();
    // One packet per second, so that no flow is slowed to a halt.
    double least = 8.0 * settings.sizes.least();
    double rate = isFull ? 0 : Math.max(least, flow.rate.bitsPerSecond());
    if (!settings.control || !isWorthSaying(nowNanos, flow, bytes, rate)) {
      return;
    }
    if (!requestsPerSecond.take(nowNanos)) {
      refused++;
      return;
    }
    requests++;
    flow.asked++;
    flow.askedBytes = bytes;
    flow.askedRate = rate;
    flow.askedNanos = nowNanos;
    say(nowNanos, frame, key, isFull ? Ipv4Header.TOTAL_LENGTH_MAX : bytes, rate, link, node);
    node.note(
        nowNanos,
        "pace",
        Note.of("flow", key.toString())
            .and("triplet", Math.round(flow.triplet.bitsPerSecond()))
            .and("residual", Math.round(residual))
            .and("bytes", bytes)
            .and("rate", Math.round(rate)));
  }

  private void say(
      long nowNanos,
      ByteBuf frame,
      FlowKey flow,
      int bytes,
      double rate,
      LinkId link,
      ServiceContext node) {
    if (settings.tellsSender) {
      RouterState pace =
          settings.tellsSize || bytes == Ipv4Header.TOTAL_LENGTH_MAX
              ? RouterState.pace(bytes, Math.round(rate))
              : RouterState.pace(
                  Ipv4Header.TOTAL_LENGTH_MAX, Math.round(rate * settings.sizes.full() / bytes));
      AccMonitor.tell(
          nowNanos,
          flow.source(),
          RdpHeader.request(frame, Frame.payload(frame), flow.destination(), pace),
          node);
    }
    if (settings.split) {
      node.sendMessage(
          nowNanos, node.neighbour(link), ServiceNumbers.ABCD_SPLITTER, new AbcdSize(flow, bytes));
    }
  }

  /**
   * Returns true if the sender needs a request: the size changed, the rate changed notably, or the
   * last request would expire. A flow at full size needs none unless its size was reduced before.
   */
  private boolean isWorthSaying(long nowNanos, Flow flow, long bytes, double rate) {
    if (bytes != flow.askedBytes) {
      return true;
    }
    if (bytes == settings.sizes.full()) {
      return false; // the last request expires by itself
    }
    long restNanos = nowNanos - flow.askedNanos;
    return restNanos >= REPEAT_NANOS
        || (restNanos >= RATE_REST_NANOS
            && Math.abs(rate - flow.askedRate) > RATE_CHANGE_MIN * flow.askedRate);
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    return verb.equals("show")
        ? flows.show(flow -> new Asked(flow.asked, flow.askedBytes, flow.askedRate))
        : super.onCommand(nowNanos, verb, arguments);
  }

  /** Number of requests sent to a flow's sender, and the last one's content. */
  public record Asked(long asked, int bytes, double rateBitsPerSecond) implements Facts {}

  public record Shown(
      long triplets,
      long resets,
      long others,
      long requests,
      long refused,
      long flows,
      long forgotten,
      double tripletMeanBitsPerSecond,
      double residualMeanBitsPerSecond,
      double packetMeanBytes,
      double windowMeanPackets,
      double loadBitsPerSecond,
      @Inline Reassembly.Shown joins)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        triplets,
        resets,
        others,
        requests,
        refused,
        flows.size(),
        flows.forgotten(),
        mean(tripletSum, triplets),
        mean(residualSum, triplets),
        mean(bytesSum, controlled),
        mean(windowSum, controlled),
        loads.values().stream().mapToDouble(RateAverage::bitsPerSecond).max().orElse(0),
        joins.facts());
  }

  private static double mean(double sum, long count) {
    return count == 0 ? 0 : sum / count;
  }

  public static final class Provider extends NamedProvider {
    private static final int RAISE_AFTER_MAX = 1000;
    private static final long K_NANOS = SECOND / 5;
    private static final int PACKET_BYTES = 1000;
    private static final int LEAST_BYTES = 200;
    private static final int STEP_BYTES = 200;
    private static final int RAISE_AFTER = 3;
    private static final Rate THRESHOLD = Rate.bitsPerSecond(500_000);
    private static final Rate PER = Rate.bitsPerSecond(100_000);

    public Provider() {
      super(ServiceNumbers.ABCD_MONITOR, "abcd-monitor");
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          show | tells of the last 100 flows how often they were told, size and rate
          """);
    }

    @Override
    public List<MetricRow> metrics() {
      return AbcdMetrics.ROWS;
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return AbcdMetrics::addTo;
    }

    @Override
    public Trial trial() {
      return new Trial(
          0.1, "{capacity: 2Mbit/s, split: true}", "{capacity: 2Mbit/s, split: false}");
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark(
              "pace", Kind.NOTE, "ABCD: {flow} is asked for {rate bit/s} in packets of {bytes B}"));
    }

    @Override
    public Service create(OptionReader options) {
      boolean residual =
          options
              .oneOf(
                  "estimator",
                  "residual",
                  List.of("residual", "triplet"),
                  "Which estimate of the available bandwidth decides.")
              .equals("residual");
      long capacity =
          options.has("capacity")
              ? bits(options, "capacity", Rate.UNLIMITED, "The bottleneck's rate, in bits.")
              : 0;
      int via =
          FlowMatch.node(
              options, "via", "The neighbour whose packets are watched; all of them if not given.");
      int full = bytes(options, "packet", PACKET_BYTES, "The full size of packets.");
      int least =
          bytes(options, "packet-min", Math.min(LEAST_BYTES, full), "The least size of packets.");
      int step =
          (int)
              options.sizeBytes(
                  "step",
                  STEP_BYTES,
                  1,
                  Ipv4Header.TOTAL_LENGTH_MAX,
                  "What each whole `per` below the threshold takes from the size.");
      long threshold =
          bits(options, "threshold", THRESHOLD, "The available bandwidth below which size falls.");
      long per = bits(options, "per", PER, "What takes a step.");
      int raiseAfter =
          (int)
              options.count(
                  "raise-after",
                  RAISE_AFTER,
                  1,
                  RAISE_AFTER_MAX,
                  "Triplets in a row that must allow more before size rises by a step.");
      long kNanos = options.durationNanos("k", K_NANOS, "K of the averaged rates.");
      boolean control = options.flag("control", true, "Whether senders are told.");
      String sender =
          options.oneOf(
              "sender",
              "size",
              List.of("size", "rate", "nothing"),
              "What senders are told: size and rate, the rate alone, or nothing.");
      boolean split =
          options.flag(
              "split",
              false,
              "Whether the neighbour is told the size, too, so that its abcd-splitter splits larger"
                  + " packets.");
      if (kNanos == 0) {
        throw new IllegalArgumentException("k is more than 0s");
      }
      PacketSizes sizes = new PacketSizes(full, least, step, threshold, per, raiseAfter);
      return new AbcdMonitor(
          new Settings(
              residual,
              capacity,
              via,
              sizes,
              kNanos,
              control && (!residual || capacity > 0),
              !sender.equals("nothing"),
              sender.equals("size"),
              split));
    }

    private static int bytes(OptionReader options, String name, int usual, String meaning) {
      return (int)
          options.sizeBytes(
              name, usual, RdpConnection.SEGMENT_BYTES_MIN, Ipv4Header.TOTAL_LENGTH_MAX, meaning);
    }

    private static long bits(OptionReader options, String name, Rate usual, String meaning) {
      Rate rate = options.rate(name, usual, meaning);
      if (rate.unit() != Rate.Unit.BITS || rate.perSecond() < 1) {
        throw new IllegalArgumentException(name + " is a rate in bits, such as 500kbit/s");
      }
      return Math.round(rate.perSecond());
    }
  }
}
