// SPDX-License-Identifier: Apache-2.0
package rani.services.acc;

import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import rani.link.Diversion;
import rani.rdp.bind.RdpHost;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
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
import rani.wire.Address;
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
 * <b>acc-filter</b> - unsends packets of one RDP connection upstream of a congested node (papers'
 * ACC §4.2.3). Asked by an {@link AccMonitor acc-monitor}, it diverts exactly that connection where
 * it comes in, and discards its data until as much is discarded as was asked for, or a packet shows
 * that the sender has changed its window, or twice the connection's round trip has passed.
 *
 * <p>The first packet that shows change, and all after it, go on their way in order; so do segments
 * without data at any time. A filter that ends tells the sender which segments it has let go, so
 * that they count as lost at once and close no window again. A second request for a connection
 * starts amount and time again and stacks nothing. Nothing is acknowledged and nothing repeated:
 * where a message is lost, the sender finds out by itself.
 *
 * <p><b>Trust.</b> A request is taken from a neighbour if packets from the connection's source to
 * its destination have gone to it within ten seconds, by the link that the connection leaves by and
 * does not come by; for at most 128 connections at a time and 1,000 times a second. From any other
 * it is refused.
 *
 * <p><b>Several routers.</b> A filter that was asked for with {@code suppress} lets the nodes
 * upstream know, hop by hop; one that stands further upstream, or comes to, answers, and those
 * downstream of it end: the filter nearest to the sender relieves all of them (papers' ACC §5).
 *
 * <p>Usually it stands on the menu with {@code start: on-packet}: the first request starts it.
 *
 * <p><b>Facts.</b> {@code requests} (taken), {@code refused} (made no sense, or their sender may
 * not ask), of these {@code no-evidence} (the flow was not forwarded to the asker), {@code
 * too-fast} and {@code too-many}, {@code installed}, {@code refreshed}, {@code passed-on} (to the
 * next node upstream), {@code no-room} (256 filters stand, or something else diverts the
 * connection, or there is no route to its sender), {@code standing} (filters now), {@code
 * discarded} (packets), {@code passed} (packets that a standing filter let through), {@code
 * ended-changed}, {@code ended-amount}, {@code ended-time}, {@code ended-suppressed}, {@code
 * ended-operator} (filters that ended for that), {@code reports} (messages to senders).
 * <b>Notes.</b> {@code install} and {@code refresh} with flow, epoch, cwnd, new-cwnd, amount and
 * until (seconds from now); {@code pass-on} with flow and to; {@code end} with flow, reason,
 * discarded and passed.
 *
 * <p><b>Example.</b> {@code r1: {services: {acc-filter: {start: on-packet}}}}
 *
 * <p><b>See also.</b> {@link AccMonitor acc-monitor}, {@code active-filter}.
 */
public final class AccFilterService extends StartedService {
  public static final int FILTERS_MAX = ServiceContext.DIVERSIONS_MAX;

  /** Formats of the messages that this service accepts. */
  static final List<MessageFormat> MESSAGES = List.of(AccFilter.FORMAT, AccFilterStands.FORMAT);

  /** Largest number of other nodes' filters remembered; one more evicts the oldest. */
  static final int WORDS_MAX = 256;

  private final boolean reports;
  private final SequencedMap<FlowKey, UnsendingFilter> filters = new LinkedHashMap<>();
  private final SequencedMap<FlowKey, Word> downstream = new LinkedHashMap<>();
  private final Requesters askers = new Requesters();

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

  private enum End {
    CHANGED,
    AMOUNT,
    TIME,
    SUPPRESSED,
    OPERATOR
  }

  /** Announcement of a filter downstream for a window epoch, with the link it arrived by. */
  private record Word(int epoch, LinkId from) {}

  private AccFilterService(boolean reports) {
    this.reports = reports;
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceContext node = node();
    LinkId link = packet.link();
    boolean taken = false;
    if (link != null && packet.source() == node.neighbour(link)) {
      taken =
          switch (packet.message(MESSAGES)) {
            case AccFilter request -> requested(nowNanos, request, link, node);
            case AccFilterStands word -> told(nowNanos, word, link, node);
            case null, default -> false;
          };
    }
    refused += taken ? 0 : 1;
    return taken ? Fate.CONSUME : Fate.REFUSE;
  }

  private boolean requested(long nowNanos, AccFilter request, LinkId link, ServiceContext node) {
    if (!mayAsk(nowNanos, request.flow(), link, node)) {
      return false;
    }
    requests++;
    LinkId upstream = node.route(request.flow().source());
    if (upstream == null) {
      noRoom++;
      return true;
    }
    int next = node.neighbour(upstream);
    if (request.hops() > 1 && next != request.flow().source()) {
      passedOn++;
      node.sendMessage(nowNanos, next, request.passedOn());
      node.note(
          nowNanos,
          "pass-on",
          Note.of("flow", request.flow().toString()).and("to", Address.text(next)));
    } else {
      filter(nowNanos, request, link, upstream, node);
    }
    return true;
  }

  private boolean mayAsk(long nowNanos, FlowKey flow, LinkId link, ServiceContext node) {
    return isEgress(flow, link, node)
        && askers.mayAsk(nowNanos, link, flow, flow.destination(), node);
  }

  /** Returns true if the connection leaves by the link and does not arrive by it. */
  private static boolean isEgress(FlowKey flow, LinkId link, ServiceContext node) {
    return flow.protocol() == Ipv4Header.PROTOCOL_RDP
        && flow.source() != node.address()
        && link.equals(node.route(flow.destination()))
        && !link.equals(node.route(flow.source()));
  }

  private void filter(
      long nowNanos, AccFilter request, LinkId askedBy, LinkId link, ServiceContext node) {
    long standsNanos = UnsendingFilter.standsNanos(request);
    long endNanos = nowNanos + standsNanos;
    UnsendingFilter standing = filters.get(request.flow());
    if (standing != null) {
      refreshed++;
      standing.refresh(request, endNanos);
      node.refresh(nowNanos, standing.channel(), standing.endNanos());
      node.note(nowNanos, "refresh", detail(request, standsNanos));
    } else {
      Diversion channel =
          filters.size() == FILTERS_MAX
              ? null
              : node.divert(nowNanos, link, request.flow(), endNanos);
      if (channel == null) {
        noRoom++;
        return;
      }
      installed++;
      filters.put(request.flow(), new UnsendingFilter(channel, request, endNanos));
      node.note(nowNanos, "install", detail(request, standsNanos));
    }
    askers.stands(askedBy, request.flow(), endNanos);
    arm(node);
    if (request.suppress()) {
      sayUpstream(nowNanos, request.flow(), request.epoch(), node);
      Word below = downstream.remove(request.flow());
      if (below != null && below.epoch == request.epoch()) {
        sayDownstream(nowNanos, request.flow(), below, node);
      }
    }
  }

  private static Note detail(AccFilter request, long standsNanos) {
    return Note.of("flow", request.flow().toString())
        .and("epoch", request.epoch())
        .and("cwnd", request.cwnd())
        .and("new-cwnd", request.newCwnd())
        .and("amount", request.amount())
        .and("until", RdpHost.seconds(standsNanos));
  }

  private boolean told(long nowNanos, AccFilterStands word, LinkId link, ServiceContext node) {
    FlowKey flow = word.flow();
    UnsendingFilter standing = filters.get(flow);
    boolean isSame = standing != null && standing.asked().epoch() == word.epoch();
    if (word.upstream()) {
      if (!link.equals(node.route(flow.source()))) {
        return false;
      }
      Word below = downstream.remove(flow);
      if (standing != null && isSame) {
        end(nowNanos, standing, End.SUPPRESSED, node);
      }
      if (below != null && below.epoch == word.epoch()) {
        sayDownstream(nowNanos, flow, below, node);
      }
      return true;
    }
    if (!mayAsk(nowNanos, flow, link, node)) {
      return false;
    }
    Word below = new Word(word.epoch(), link);
    if (isSame) {
      sayDownstream(nowNanos, flow, below, node);
    } else {
      remember(flow, below);
      sayUpstream(nowNanos, flow, word.epoch(), node);
    }
    return true;
  }

  private void remember(FlowKey flow, Word below) {
    downstream.remove(flow);
    if (downstream.size() == WORDS_MAX) {
      downstream.pollFirstEntry();
    }
    downstream.put(flow, below);
  }

  /** Announces a filter to the next node upstream, unless that node is the connection's sender. */
  private static void sayUpstream(long nowNanos, FlowKey flow, int epoch, ServiceContext node) {
    LinkId upstream = node.route(flow.source());
    int next = upstream == null ? flow.source() : node.neighbour(upstream);
    if (next != flow.source()) {
      node.sendMessage(nowNanos, next, new AccFilterStands(flow, epoch, false));
    }
  }

  private static void sayDownstream(long nowNanos, FlowKey flow, Word below, ServiceContext node) {
    node.sendMessage(
        nowNanos, node.neighbour(below.from), new AccFilterStands(flow, below.epoch, true));
  }

  @Override
  public Fate onDiverted(long nowNanos, Diversion channel, FrameView packet) {
    UnsendingFilter filter = filters.get(packet.flow(FlowIdentity.FIVE_TUPLE));
    if (filter == null || filter.channel() != channel) {
      return Fate.FORWARD;
    }
    return switch (filter.decide(packet)) {
      case PASS -> {
        passed++;
        yield Fate.FORWARD;
      }
      case CHANGED -> {
        end(nowNanos, filter, End.CHANGED, node());
        yield Fate.FORWARD;
      }
      case DISCARD -> {
        discarded++;
        if (filter.isSpent()) {
          end(nowNanos, filter, End.AMOUNT, node());
        }
        yield Fate.DISCARD;
      }
    };
  }

  /**
   * Ends a filter. Flushes the diversion instead of closing it, so that packets it still holds are
   * forwarded in order.
   */
  private void end(long nowNanos, UnsendingFilter filter, End reason, ServiceContext node) {
    filters.remove(filter.asked().flow());
    askers.ends(filter.asked().flow());
    endings[reason.ordinal()]++;
    node.flush(nowNanos, filter.channel());
    node.note(
        nowNanos,
        "end",
        filter.outcome(
            Note.of("flow", filter.asked().flow().toString())
                .and("reason", reason.name().toLowerCase(Locale.ROOT))));
    if (reports) {
      filter.runs().forEach(run -> report(nowNanos, filter.asked(), run, node));
    }
    arm(node);
  }

  /**
   * Sends the monitor's request again, for other segments. A sender that has already followed the
   * request takes these segments for lost.
   */
  private void report(
      long nowNanos, AccFilter asked, UnsendingFilter.Run run, ServiceContext node) {
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
    ServiceContext node = node();
    for (UnsendingFilter filter : List.copyOf(filters.values())) {
      if (filter.endNanos() <= nowNanos) {
        end(nowNanos, filter, End.TIME, node);
      }
    }
    arm(node);
  }

  private void arm(ServiceContext node) {
    filters.values().stream()
        .mapToLong(UnsendingFilter::endNanos)
        .min()
        .ifPresentOrElse(earliest -> node.setTimer(0, earliest), () -> node.cancelTimer(0));
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    ServiceContext node = node();
    return switch (verb) {
      case "show" ->
          Reply.of(new Filters(filters.values().stream().map(one -> one.facts(nowNanos)).toList()));
      case "end" -> {
        Ended ended = new Ended(filters.size());
        List.copyOf(filters.values()).forEach(one -> end(nowNanos, one, End.OPERATOR, node));
        yield Reply.of(ended);
      }
      default -> super.onCommand(nowNanos, verb, arguments);
    };
  }

  public record Filters(List<UnsendingFilter.Shown> filters) implements Facts {}

  public record Ended(long ended) implements Facts {}

  public record Shown(
      long requests,
      long refused,
      @Inline Requesters.All askers,
      long installed,
      long refreshed,
      long passedOn,
      long noRoom,
      long standing,
      long discarded,
      long passed,
      @Inline Endings endings,
      long reports)
      implements Facts {}

  public record Endings(
      long endedChanged, long endedAmount, long endedTime, long endedSuppressed, long endedOperator)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        requests,
        refused,
        askers.all(),
        installed,
        refreshed,
        passedOn,
        noRoom,
        filters.size(),
        discarded,
        passed,
        new Endings(
            endings[End.CHANGED.ordinal()],
            endings[End.AMOUNT.ordinal()],
            endings[End.TIME.ordinal()],
            endings[End.SUPPRESSED.ordinal()],
            endings[End.OPERATOR.ordinal()]),
        reported);
  }

  public static final class Provider extends NamedProvider {
    public Provider() {
      super(ServiceNumbers.ACC_FILTER, "acc-filter");
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
          show | tells the filters that stand
          end | ends them all, and what comes next passes
          """);
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark("pass-on", Kind.MESSAGE, "to", "AccFilter to {to}: filter {flow}", null),
          new NoteMark(
              "install", Kind.SILENT, "filters {amount} packets of {flow} for at most {until s}"),
          new NoteMark(
              "refresh",
              Kind.SILENT,
              "filters {amount} further packets of {flow} for at most {until s}"),
          new NoteMark(
              "end",
              Kind.NOTE,
              "filter of {flow} ends, {reason}: {discarded} discarded, {passed} passed"));
    }

    @Override
    public Trial trial() {
      return new Trial(0.4, "{}", "{start: on-packet, idle-stop: 1s}");
    }

    @Override
    public Service create(OptionReader options) {
      return new AccFilterService(
          options.flag("report", true, "Whether senders are told what was let go."));
    }
  }
}
