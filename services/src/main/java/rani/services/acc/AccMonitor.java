// SPDX-License-Identifier: Apache-2.0
package rani.services.acc;

import io.netty.buffer.ByteBuf;
import java.util.List;
import rani.queue.MonitoredQueue;
import rani.rdp.SenderState;
import rani.rdp.congestion.MultiplicativeDecrease;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Trial;
import rani.service.Verb;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.services.RateLimit;
import rani.services.RecentFlows;
import rani.services.Requesters;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.services.traffic.Source;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Note;
import rani.world.Reply;

/**
 * <b>acc-monitor</b> - Active Congestion Control (papers' ACC): when a queue of this node drops or
 * marks a segment of an RDP connection, its sender's answer begins here, before the sender knows.
 * The node upstream is asked to unsend what the sender would not have sent, and the sender receives
 * its new window.
 *
 * <p>The segment must show its sender's state ({@code router-state: true} at the source); packets
 * of other protocols are left to the services that come after this one on the menu, which receive
 * every congestion event, too. The new window is what {@link MultiplicativeDecrease multiplicative
 * decrease} leaves of the one shown, as at the endpoint itself; in a recovery and after a timeout
 * nothing is done, since the endpoint would do nothing. There is at most one action for a
 * connection in one of its round trips; other drops of the same window meanwhile are reported to
 * the sender as lost. The filter is {@link AccFilterService acc-filter}'s, at the segment's
 * PrevNode; if that is the sender, there is no one to ask, and it is only told. All messages may be
 * lost: then the sender finds out by itself.
 *
 * <p><b>Facts.</b> {@code congestion} (times that the trigger came), {@code others} (not RDP),
 * {@code stateless} (segments that show no state, or carry no data), {@code malformed}, {@code
 * resting} (within a round trip of the last action), {@code reports} (of these, told as lost),
 * {@code answering} (the sender has answered already), {@code low-rtt} (left alone for that),
 * {@code refused} (beyond 1,000 actions and reports a second), {@code actions}, {@code filters}
 * (asked for), {@code first-hops} (actions without a filter since the sender is next), {@code
 * flows} (remembered now, at most 4,096), {@code forgotten}. <b>Notes.</b> {@code act} with flow,
 * kind, sequence, epoch, phase, cwnd, ssthresh, srtt, new-cwnd, new-ssthresh, filter (packets; 0
 * for none) and at; {@code report} with flow, sequence and epoch.
 *
 * <p><b>Example.</b> {@code r2: {services: {acc-monitor: {}}}, r1: {services: {acc-filter: {start:
 * on-packet}}}}
 *
 * <p><b>See also.</b> {@link AccFilterService acc-filter}, {@link rani.aqm.Red the discipline red},
 * {@code lgc}.
 */
public final class AccMonitor extends StartedService {
  /** Limit of actions and reports, so that forged packets cannot start a storm of messages. */
  static final int ACTIONS_PER_SECOND_MAX = Requesters.REQUESTS_PER_SECOND_MAX;

  /** Round-trip time assumed for a connection that has measured none (RFC 6298 §2.1). */
  static final long ROUND_TRIP_UNKNOWN_NANOS = 1_000_000_000;

  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  private final Settings settings;
  private final RecentFlows<Known> flows = new RecentFlows<>(Known::new);
  private final RateLimit actionsPerSecond = new RateLimit(ACTIONS_PER_SECOND_MAX);

  private long congestion;
  private long others;
  private long stateless;
  private long malformed;
  private long resting;
  private long reports;
  private long answering;
  private long lowRtt;
  private long refused;
  private long actions;
  private long filters;
  private long firstHops;

  /**
   * Options. An arrival at a queue of {@code queueFrames} packets is congestion; 0 disables this
   * trigger. Connections with a round trip below {@code minRttNanos} are left alone; 0 for none.
   */
  private record Settings(
      boolean dropTail,
      boolean red,
      int queueFrames,
      boolean reportDrops,
      boolean wholeWindow,
      int hops,
      long minRttNanos,
      boolean suppress) {
    boolean isTrigger(Congestion kind, QueueView queue) {
      boolean isLong = queueFrames > 0 && queue.frames() >= queueFrames;
      return switch (kind) {
        case OVERFLOW -> dropTail || isLong;
        case EARLY_DROP -> red || isLong;
        case MARKED -> red; // a marked packet is enqueued, which reports QUEUE_LENGTH as well
        case QUEUE_LENGTH -> isLong;
        case ABOVE_MAX, BELOW_MAX -> false;
      };
    }
  }

  /** State of one connection: the last action, and when the next is possible. */
  private static final class Known {
    private long restsUntilNanos = Long.MIN_VALUE;
    private int epoch;
    private int newCwnd;
    private int newSsthresh;
    private long leastRttNanos = Long.MAX_VALUE;
    private long actions;

    private Acted facts(long nowNanos) {
      return new Acted(
          actions,
          leastRttNanos == Long.MAX_VALUE ? 0.0 : leastRttNanos / (double) SECOND,
          nowNanos < restsUntilNanos);
    }
  }

  /** State of one connection, as {@code show} lists it. */
  public record Acted(long actions, double leastRttSeconds, boolean resting) implements Facts {}

  private AccMonitor(Settings settings) {
    this.settings = settings;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    if (settings.queueFrames > 0) {
      context.watchQueues(settings.queueFrames);
    }
  }

  @Override
  public void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {
    if (!settings.isTrigger(kind, queue)) {
      return;
    }
    congestion++;
    if (packet.protocol() != Ipv4Header.PROTOCOL_RDP || packet.service() != 0) {
      others++;
      return;
    }
    ByteBuf frame = packet.frame();
    int at = packet.payloadIndex();
    if (!RdpHeader.isReadable(frame, at, packet.payloadLength())) {
      malformed++;
      return;
    }
    if (!RdpHeader.hasRouterState(frame, at) || RdpHeader.dataLength(frame, at) == 0) {
      stateless++;
      return;
    }
    SenderState phase = SenderState.ofNumber(RdpHeader.phase(frame, at));
    if (phase == null
        || RdpHeader.cwnd(frame, at) == 0
        || (RdpHeader.stateFlags(frame, at) & RouterState.SET) != 0) {
      malformed++;
      return;
    }
    decide(nowNanos, kind, packet, phase, node());
  }

  private void decide(
      long nowNanos, Congestion kind, FrameView packet, SenderState phase, ServiceContext node) {
    FlowKey flow = packet.flow(FlowIdentity.FIVE_TUPLE);
    Known known = flows.see(flow);
    long rttNanos = MILLISECOND * RdpHeader.srttMillis(packet.frame(), packet.payloadIndex());
    if (rttNanos > 0) {
      known.leastRttNanos = Math.min(known.leastRttNanos, rttNanos);
    }
    if (nowNanos < known.restsUntilNanos) {
      resting++;
      if (settings.reportDrops && isLost(kind)) {
        report(nowNanos, packet, flow, known, node);
      }
    } else if (!phase.answersLoss()) {
      answering++;
    } else if (isLow(known)) {
      lowRtt++;
    } else if (!actionsPerSecond.take(nowNanos)) {
      refused++;
    } else {
      known.actions++;
      known.restsUntilNanos = nowNanos + (rttNanos == 0 ? ROUND_TRIP_UNKNOWN_NANOS : rttNanos);
      act(nowNanos, kind, packet, flow, known, node);
    }
  }

  private static boolean isLost(Congestion kind) {
    return kind == Congestion.OVERFLOW || kind == Congestion.EARLY_DROP;
  }

  /** Repeats the last request for another lost segment of a window that was acted on. */
  private void report(
      long nowNanos, FrameView packet, FlowKey flow, Known known, ServiceContext node) {
    ByteBuf frame = packet.frame();
    int at = packet.payloadIndex();
    if (RdpHeader.epoch(frame, at) != known.epoch) {
      return;
    }
    if (!actionsPerSecond.take(nowNanos)) {
      refused++;
      return;
    }
    reports++;
    int destination = packet.destination();
    Segment request =
        RdpHeader.windowRequest(frame, at, destination, known.newCwnd, known.newSsthresh, 1);
    tell(nowNanos, flow.source(), request, node);
    node.note(
        nowNanos,
        "report",
        Note.of("flow", flow.toString())
            .and("sequence", Integer.toUnsignedString(RdpHeader.sequence(frame, at)))
            .and("epoch", known.epoch));
  }

  /** Returns true if a minimum is set and the round-trip time is below it or unknown. */
  private boolean isLow(Known known) {
    return settings.minRttNanos > 0
        && (known.leastRttNanos < settings.minRttNanos || known.leastRttNanos == Long.MAX_VALUE);
  }

  private void act(
      long nowNanos,
      Congestion kind,
      FrameView packet,
      FlowKey flow,
      Known known,
      ServiceContext node) {
    actions++;
    ByteBuf frame = packet.frame();
    int at = packet.payloadIndex();
    int cwnd = RdpHeader.cwnd(frame, at);
    int newCwnd = Math.min(cwnd, (int) MultiplicativeDecrease.of(cwnd));
    int newSsthresh = Math.max(newCwnd, MultiplicativeDecrease.PACKETS_MIN);
    known.epoch = RdpHeader.epoch(frame, at);
    known.newCwnd = newCwnd;
    known.newSsthresh = newSsthresh;
    int amount = 0;
    if (packet.prevNode() == flow.source() || node.linkTo(packet.prevNode()) == null) {
      firstHops++;
    } else if (newCwnd < cwnd) {
      amount = settings.wholeWindow ? cwnd : cwnd - newCwnd;
      amount = Math.min(amount, UnsendingFilter.AMOUNT_MAX);
    }
    if (amount > 0) {
      filters++;
      node.sendMessage(
          nowNanos,
          packet.prevNode(),
          ServiceNumbers.ACC_FILTER,
          new AccFilter(
              flow,
              RdpHeader.epoch(frame, at),
              amount,
              RdpHeader.phase(frame, at),
              cwnd,
              RdpHeader.ssthresh(frame, at),
              newCwnd,
              newSsthresh,
              RdpHeader.srttMillis(frame, at),
              settings.hops,
              settings.suppress));
    }
    int lost = isLost(kind) ? 1 : 0;
    Segment request =
        RdpHeader.windowRequest(frame, at, packet.destination(), newCwnd, newSsthresh, lost);
    tell(nowNanos, flow.source(), request, node);
    node.note(nowNanos, "act", told(packet, flow, kind, known, amount));
  }

  private static Note told(
      FrameView packet, FlowKey flow, Congestion kind, Known known, int amount) {
    ByteBuf frame = packet.frame();
    int at = packet.payloadIndex();
    return Note.of("flow", flow.toString())
        .and("kind", kind.text())
        .and("sequence", Integer.toUnsignedString(RdpHeader.sequence(frame, at)))
        .and("epoch", RdpHeader.epoch(frame, at))
        .and("phase", RdpHeader.phase(frame, at))
        .and("cwnd", RdpHeader.cwnd(frame, at))
        .and("ssthresh", RdpHeader.ssthresh(frame, at))
        .and("srtt", RdpHeader.srttMillis(frame, at))
        .and("new-cwnd", known.newCwnd)
        .and("new-ssthresh", known.newSsthresh)
        .and("filter", amount)
        .and("at", Address.text(packet.prevNode()));
  }

  /** Sends a control segment to a connection's sender, once; a lost segment is not repeated. */
  public static void tell(long nowNanos, int sender, Segment said, ServiceContext node) {
    int length = SegmentCodec.length(said);
    ByteBuf segment = node.payload(length);
    int at = segment.writerIndex();
    segment.writerIndex(at + length);
    SegmentCodec.encode(said, segment, at, node.address(), sender, true);
    node.sendControl(nowNanos, sender, Ipv4Header.PROTOCOL_RDP, Source.LIFETIME_MICROS, segment);
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    return verb.equals("show")
        ? flows.show(known -> known.facts(nowNanos))
        : super.onCommand(nowNanos, verb, arguments);
  }

  public record Shown(
      long congestion,
      long others,
      long stateless,
      long malformed,
      long resting,
      long reports,
      long answering,
      long lowRtt,
      long refused,
      long actions,
      long filters,
      long firstHops,
      long flows,
      long forgotten)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        congestion,
        others,
        stateless,
        malformed,
        resting,
        reports,
        answering,
        lowRtt,
        refused,
        actions,
        filters,
        firstHops,
        flows.size(),
        flows.forgotten());
  }

  public static final class Provider extends NamedProvider {
    private static final long MIN_RTT_NANOS = 100 * MILLISECOND;
    private static final int QUEUE_FRAMES = 10;

    public Provider() {
      super(ServiceNumbers.ACC_MONITOR, "acc-monitor");
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          show | tells of the last 100 connections: actions, least round trip, whether it rests
          """);
    }

    @Override
    public List<MetricRow> metrics() {
      return AccMetrics.ROWS;
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return AccMetrics::addTo;
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark(
              "act",
              Kind.TRIGGER,
              "flow",
              "ACC: {kind} of {flow}, window {cwnd} → {new-cwnd}, {filter} packets to be filtered",
              null),
          new NoteMark(
              "report", Kind.NOTE, "ACC: another loss of {flow}, its sender is asked again"));
    }

    @Override
    public Trial trial() {
      return new Trial(0.3, "{}");
    }

    @Override
    public Service create(OptionReader options) {
      List<String> triggers = List.of("drop-tail", "red", "both", "queue-length");
      String trigger =
          options.oneOf(
              "trigger",
              "both",
              triggers,
              "What counts as congestion: a full buffer, what the discipline drops or marks before,"
                  + " both, or a long queue.");
      int frames =
          (int)
              options.count(
                  "queue-length",
                  QUEUE_FRAMES,
                  1,
                  MonitoredQueue.LIMIT_FRAMES_MAX,
                  "With trigger queue-length: how many packets waiting make a queue long.");
      boolean reportDrops =
          options.flag(
              "report-drops",
              true,
              "Whether senders are told what else is dropped of a window that was acted on.");
      String discard =
          options.oneOf(
              "discard",
              "window",
              List.of("window", "excess"),
              "How many packets a filter may take: a window's worth, or what the window shrinks"
                  + " by.");
      int hops =
          (int)
              options.count(
                  "filter-hops",
                  1,
                  1,
                  AccFilter.HOPS_MAX,
                  "At which node upstream the filter stands; 1 for the next one.");
      String regime =
          options.oneOf(
              "regime",
              "off",
              List.of("off", "min-rtt"),
              "Whether connections of a low round trip are left alone.");
      long minRttNanos =
          options.durationNanos(
              "min-rtt", MIN_RTT_NANOS, "With regime min-rtt: below which least round trip.");
      boolean suppress =
          options.flag(
              "suppress",
              false,
              "Whether filters that several routers ask for find out about each other.");
      return new AccMonitor(
          new Settings(
              trigger.equals("drop-tail") || trigger.equals("both"),
              trigger.equals("red") || trigger.equals("both"),
              trigger.equals("queue-length") ? frames : 0,
              reportDrops,
              discard.equals("window"),
              hops,
              regime.equals("min-rtt") ? minRttNanos : 0,
              suppress));
    }
  }
}
