// SPDX-License-Identifier: Apache-2.0
package rani.services;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.rdp.bind.RdpHost;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;
import rani.wire.ServiceMessage.AccFilter;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * <b>acc-filter</b> - unsends packets of one RDP connection upstream of a congested node (papers'
 * ACC §4.2.3). Asked by an {@link AccMonitor}, it diverts exactly that connection where it comes
 * in, and discards its data until as much is discarded as was asked for, or a packet shows that the
 * sender has changed its window, or twice the connection's round trip has passed.
 *
 * <p>The first packet that shows change, and all after it, go on their way in order; so do segments
 * without data at any time. A filter that ends tells the sender which segments it has let go, so
 * that they count as lost at once and close no window again. A second request for a connection
 * starts amount and time anew and stacks nothing. Nothing is acknowledged and nothing repeated:
 * where a message is lost, the sender finds out by itself.
 *
 * <p><b>Trust.</b> A request is taken from the neighbour to which the connection is in fact
 * forwarded, and from which it does not come; from anybody else it is refused.
 *
 * <p>Usually it stands on the menu with {@code start: on-packet}: the first request starts it.
 *
 * <p><b>Options.</b> {@code report} (true): whether the sender is told what was let go.
 *
 * <p><b>Facts.</b> {@code requests} (taken), {@code refused} (made no sense, or their sender may
 * not ask), {@code installed}, {@code refreshed}, {@code passed-on} (to the next node upstream),
 * {@code no-room} (256 filters stand, or something else diverts the connection), {@code standing}
 * (filters now), {@code discarded} (packets), {@code passed} (packets that a standing filter let
 * through), {@code ended-changed}, {@code ended-amount}, {@code ended-time} (filters that ended for
 * that), {@code reports} (messages to senders). <b>Notes.</b> {@code install} and {@code refresh}
 * with flow, epoch, cwnd, new-cwnd, amount and until (seconds from now); {@code pass-on} with flow
 * and to; {@code end} with flow, reason, discarded and passed.
 *
 * <p><b>Console.</b> {@code show} tells the standing filters; {@code end} ends all of them, and
 * what comes next passes.
 *
 * <p><b>Example.</b> {@code r1: {services: {acc-filter: {start: on-packet}}}}
 *
 * <p><b>See also.</b> {@link AccMonitor}, {@link ActiveFilterService}.
 */
public final class AccFilterService implements Service {
  /** How many filters stand at a time. */
  static final int FILTERS_MAX = ServiceContext.DIVERSIONS_MAX;

  /** How many packets one filter discards at most. */
  static final int AMOUNT_MAX = 4096;

  /** How many runs of consecutive segments one filter remembers; what is beyond is not reported. */
  static final int RUNS_MAX = 8;

  /** How long a filter stands if the round trip is not known, and how long at most. */
  static final long STANDS_UNKNOWN_NANOS = 3_000_000_000L;

  static final long STANDS_NANOS_MAX = 20_000_000_000L;

  private static final int ROUND_TRIPS = 2;
  private static final long MILLISECOND = 1_000_000;

  private final boolean reports;
  private final SequencedMap<FlowKey, Filter> filters = new LinkedHashMap<>();
  private @Nullable ServiceContext context;

  private long requests;
  private long refused;
  private long installed;
  private long refreshed;
  private long passedOn;
  private long noRoom;
  private long discarded;
  private long passed;
  private final long[] endings = new long[End.values().length];
  private long reported;

  /** Why a filter ended. */
  private enum End {
    CHANGED("changed"),
    AMOUNT("amount"),
    TIME("time"),
    OPERATOR("operator");

    private final String text;

    End(String text) {
      this.text = text;
    }
  }

  /** One that stands. */
  private static final class Filter {
    private final Diversion channel;
    private final List<Run> runs = new ArrayList<>();
    private AccFilter asked;
    private long endNanos;
    private int left;
    private long discarded;
    private long passed;

    Filter(Diversion channel, AccFilter asked, long endNanos) {
      this.channel = channel;
      this.asked = asked;
      this.endNanos = endNanos;
      this.left = Math.min(asked.amount(), AMOUNT_MAX);
    }

    /** Enters a discarded segment; what goes beyond the last run is not remembered. */
    void discard(int sequence) {
      left--;
      discarded++;
      Run last = runs.isEmpty() ? null : runs.getLast();
      if (last != null && sequence == last.first() + last.count()) {
        runs.set(runs.size() - 1, new Run(last.first(), last.count() + 1));
      } else if (runs.size() < RUNS_MAX) {
        runs.add(new Run(sequence, 1));
      }
    }
  }

  /** Consecutive segments. */
  private record Run(int first, int count) {}

  private AccFilterService(boolean reports) {
    this.reports = reports;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    this.context = context;
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceContext node = context;
    LinkId askedBy = packet.link();
    if (node == null
        || askedBy == null
        || !(packet.message() instanceof AccFilter request)
        || packet.source() != node.neighbour(askedBy)
        || !isPassing(request.flow(), askedBy, node)) {
      refused++;
      return Fate.REFUSE;
    }
    requests++;
    LinkId upstream = node.route(request.flow().source());
    if (upstream == null) {
      noRoom++;
      return Fate.CONSUME;
    }
    int next = node.neighbour(upstream);
    if (request.hops() > 1 && next != request.flow().source()) {
      passOn(nowNanos, request, next, node);
    } else {
      filter(nowNanos, request, upstream, node);
    }
    return Fate.CONSUME;
  }

  /** Whether the connection leaves by this link, and does not also come by it. */
  private static boolean isPassing(FlowKey flow, LinkId egress, ServiceContext node) {
    return flow.protocol() == Ipv4Header.PROTOCOL_RDP
        && flow.source() != node.address()
        && egress.equals(node.route(flow.destination()))
        && !egress.equals(node.route(flow.source()));
  }

  private void passOn(long nowNanos, AccFilter request, int next, ServiceContext node) {
    passedOn++;
    node.sendMessage(
        nowNanos,
        next,
        new AccFilter(
            request.flow(),
            request.epoch(),
            request.amount(),
            request.phase(),
            request.cwnd(),
            request.ssthresh(),
            request.newCwnd(),
            request.newSsthresh(),
            request.srttMillis(),
            request.hops() - 1,
            request.suppress()));
    node.note(nowNanos, "pass-on", "flow=" + request.flow() + " to=" + Address.text(next));
  }

  private void filter(long nowNanos, AccFilter request, LinkId link, ServiceContext node) {
    long standsNanos =
        request.srttMillis() == 0
            ? STANDS_UNKNOWN_NANOS
            : Math.min(STANDS_NANOS_MAX, ROUND_TRIPS * MILLISECOND * request.srttMillis());
    long endNanos = nowNanos + standsNanos;
    Filter standing = filters.get(request.flow());
    if (standing != null) {
      refreshed++;
      standing.asked = request;
      standing.left = Math.min(request.amount(), AMOUNT_MAX);
      standing.endNanos = Math.max(standing.endNanos, endNanos);
      node.note(nowNanos, "refresh", detail(request, standsNanos));
      arm(node);
      return;
    }
    Diversion channel =
        filters.size() == FILTERS_MAX
            ? null
            : node.divert(nowNanos, link, request.flow(), nowNanos + STANDS_NANOS_MAX);
    if (channel == null) {
      noRoom++;
      return;
    }
    installed++;
    filters.put(request.flow(), new Filter(channel, request, endNanos));
    node.note(nowNanos, "install", detail(request, standsNanos));
    arm(node);
  }

  private static String detail(AccFilter request, long standsNanos) {
    return "flow="
        + request.flow()
        + " epoch="
        + request.epoch()
        + " cwnd="
        + request.cwnd()
        + " new-cwnd="
        + request.newCwnd()
        + " amount="
        + request.amount()
        + " until="
        + RdpHost.seconds(standsNanos);
  }

  @Override
  public Fate onDiverted(long nowNanos, Diversion channel, FrameView packet) {
    Filter filter = filters.get(packet.flow(FlowIdentity.FIVE_TUPLE));
    if (context == null || filter == null || filter.channel != channel) {
      return Fate.FORWARD;
    }
    ByteBuf frame = packet.frame();
    int at = packet.payloadIndex();
    if (!RdpHeader.isReadable(frame, at, packet.payloadLength())
        || !RdpHeader.hasRouterState(frame, at)
        || RdpHeader.dataLength(frame, at) == 0) {
      filter.passed++;
      passed++;
      return Fate.FORWARD;
    }
    if (showsChange(frame, at, filter.asked)) {
      end(nowNanos, filter, End.CHANGED, context);
      return Fate.FORWARD;
    }
    discarded++;
    filter.discard(RdpHeader.sequence(frame, at));
    if (filter.left == 0) {
      end(nowNanos, filter, End.AMOUNT, context);
    }
    return Fate.DISCARD;
  }

  /** A later epoch, or a window that is small enough for whatever reason. */
  private static boolean showsChange(ByteBuf frame, int at, AccFilter asked) {
    return (short) (RdpHeader.epoch(frame, at) - asked.epoch()) > 0
        || RdpHeader.cwnd(frame, at) <= asked.newCwnd();
  }

  /** Nothing is held that would have to be discarded: the channel is flushed, not closed. */
  private void end(long nowNanos, Filter filter, End reason, ServiceContext node) {
    filters.remove(filter.asked.flow());
    endings[reason.ordinal()]++;
    node.flush(nowNanos, filter.channel);
    node.note(
        nowNanos,
        "end",
        "flow="
            + filter.asked.flow()
            + " reason="
            + reason.text
            + " discarded="
            + filter.discarded
            + " passed="
            + filter.passed);
    if (reports) {
      filter.runs.forEach(run -> report(nowNanos, filter.asked, run, node));
    }
    arm(node);
  }

  /** The monitor's own request, of other segments: whoever has followed it takes these for lost. */
  private void report(long nowNanos, AccFilter asked, Run run, ServiceContext node) {
    reported++;
    FlowKey flow = asked.flow();
    Segment said =
        new Segment(
            0,
            flow.destinationPort(),
            flow.sourcePort(),
            run.first(),
            flow.destination(),
            null,
            Segment.NO_EACKS,
            new RouterState(
                RouterState.SET,
                asked.phase(),
                asked.epoch(),
                asked.newCwnd(),
                asked.newSsthresh(),
                0,
                run.count()),
            Unpooled.EMPTY_BUFFER);
    AccMonitor.tell(nowNanos, flow.source(), said, node);
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    ServiceContext node = context;
    if (node == null) {
      return;
    }
    for (Filter filter : List.copyOf(filters.values())) {
      if (filter.endNanos <= nowNanos) {
        end(nowNanos, filter, End.TIME, node);
      }
    }
    arm(node);
  }

  private void arm(ServiceContext node) {
    long earliest = Long.MAX_VALUE;
    for (Filter filter : filters.values()) {
      earliest = Math.min(earliest, filter.endNanos);
    }
    if (earliest == Long.MAX_VALUE) {
      node.cancelTimer(0);
    } else {
      node.setTimer(0, earliest);
    }
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    ServiceContext node = context;
    if (node == null) {
      return Reply.refused("acc-filter has not started");
    }
    return switch (verb) {
      case "show" -> {
        SequencedMap<String, Object> facts = new LinkedHashMap<>();
        facts.put("filters", filters.values().stream().map(one -> facts(nowNanos, one)).toList());
        yield Reply.of(facts);
      }
      case "end" -> {
        SequencedMap<String, Object> facts = new LinkedHashMap<>();
        facts.put("ended", (long) filters.size());
        List.copyOf(filters.values()).forEach(one -> end(nowNanos, one, End.OPERATOR, node));
        yield Reply.of(facts);
      }
      default -> Words.unknownVerb("acc-filter", verb, "show, end");
    };
  }

  private static SequencedMap<String, Object> facts(long nowNanos, Filter filter) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("flow", filter.asked.flow().toString());
    facts.put("link", filter.channel.link().toString());
    facts.put("epoch", (long) filter.asked.epoch());
    facts.put("cwnd", (long) filter.asked.cwnd());
    facts.put("new-cwnd", (long) filter.asked.newCwnd());
    facts.put("left", (long) filter.left);
    facts.put("left-seconds", (filter.endNanos - nowNanos) / 1e9);
    facts.put("discarded", filter.discarded);
    facts.put("passed", filter.passed);
    return facts;
  }

  @Override
  public SequencedMap<String, Object> facts(long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("requests", requests);
    facts.put("refused", refused);
    facts.put("installed", installed);
    facts.put("refreshed", refreshed);
    facts.put("passed-on", passedOn);
    facts.put("no-room", noRoom);
    facts.put("standing", (long) filters.size());
    facts.put("discarded", discarded);
    facts.put("passed", passed);
    facts.put("ended-changed", endings[End.CHANGED.ordinal()]);
    facts.put("ended-amount", endings[End.AMOUNT.ordinal()]);
    facts.put("ended-time", endings[End.TIME.ordinal()]);
    facts.put("reports", reported);
    return facts;
  }

  /** Puts ACC's filters on menus. */
  public static final class Provider implements ServiceProvider {
    @Override
    public int number() {
      return ServiceNumbers.ACC_FILTER;
    }

    @Override
    public String name() {
      return "acc-filter";
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return new AccFilterService(options.flag("report", true));
    }
  }
}
