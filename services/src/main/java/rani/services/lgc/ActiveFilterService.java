// SPDX-License-Identifier: Apache-2.0
package rani.services.lgc;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Trial;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.services.Requesters;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.LinkId;
import rani.world.Note;

/**
 * <b>active-filter</b> - the mobile packet filter (papers' RANI §3.1.2 and §4.2). Asked to filter a
 * greedy connection (GCI), it drops the flow's packets on the receive side of the link they come
 * by, and asks the node at the other end of that link (PHI) to do the same, until the flow's first
 * hop is reached, where the filter stays longer. The source itself is never asked.
 *
 * <p><b>Trust.</b> A request of this node's own services is taken, and filters the flow as the
 * paper has it, by its source alone. A neighbour's is taken if packets of the flow have gone to it
 * within ten seconds, by the link that the flow leaves by and does not come by, and filters what
 * goes to the destination that it names, and nothing else; for at most 128 flows at a time and
 * 1,000 times a second. It is acknowledged, and sent up to three times until it is; a request that
 * comes again changes nothing.
 *
 * <p><b>Facts.</b> {@code requests}, {@code refused}, of these {@code no-evidence} (the flow was
 * not forwarded to the asker), {@code too-fast} and {@code too-many}, {@code installed}, {@code
 * propagated}, {@code unacknowledged}, {@code given-up}. <b>Notes.</b> {@code install} with gci,
 * prevnode, first-hop; {@code propagate} with id, gci, to; {@code give-up} with to; {@code
 * no-upstream} and {@code no-room} with gci.
 *
 * <p><b>Example.</b> {@code i2: {services: {active-filter: {itime: 5s}}}}
 *
 * <p><b>See also.</b> {@link Lgc lgc}.
 */
public final class ActiveFilterService extends StartedService {
  /** Formats of the messages that this service accepts. */
  static final List<MessageFormat> MESSAGES = List.of(ActiveFilter.FORMAT, ActiveFilterAck.FORMAT);

  static final int SENDINGS_MAX = 3;

  /** Largest number of requests remembered, and of requests awaiting acknowledgement. */
  static final int REQUESTS_MAX = 1000;

  private final long iTimeNanos;
  private final long fhTimeNanos;
  private final long retryNanos;
  private final SequencedSet<Integer> known = new LinkedHashSet<>();
  private final Map<Integer, Unacknowledged> unacknowledged = new LinkedHashMap<>();
  private final Requesters askers = new Requesters();
  private long requests;
  private long refused;
  private long installed;
  private long propagated;
  private long givenUp;

  private ActiveFilterService(long iTimeNanos, long fhTimeNanos, long retryNanos) {
    this.iTimeNanos = iTimeNanos;
    this.fhTimeNanos = fhTimeNanos;
    this.retryNanos = retryNanos;
  }

  /** Request sent to a neighbour that has not acknowledged it yet. */
  private static final class Unacknowledged {
    private final ActiveFilter request;
    private final int neighbour;
    private long nextNanos;
    private int sendings;

    Unacknowledged(ActiveFilter request, int neighbour) {
      this.request = request;
      this.neighbour = neighbour;
    }
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceMessage message = packet.message(MESSAGES);
    Fate fate =
        switch (message) {
          case ActiveFilter request -> requested(nowNanos, packet, request, node());
          case ActiveFilterAck ack -> acknowledged(packet, ack);
          case null, default -> Fate.REFUSE;
        };
    refused += fate == Fate.REFUSE ? 1 : 0;
    return fate;
  }

  private Fate requested(
      long nowNanos, FrameView packet, ActiveFilter request, ServiceContext node) {
    LinkId askedBy = packet.link();
    if (askedBy != null) {
      if (packet.source() != node.neighbour(askedBy)
          || !passes(request, askedBy, node)
          || !askers.mayAsk(nowNanos, askedBy, filtered(request), request.destination(), node)) {
        return Fate.REFUSE;
      }
      node.sendMessage(nowNanos, packet.source(), new ActiveFilterAck(request.id()));
    }
    requests++;
    if (remember(request.id())) {
      filter(nowNanos, request, askedBy, node);
    }
    return Fate.CONSUME;
  }

  /** Returns true if the flow leaves by the link and does not arrive by it. */
  private static boolean passes(ActiveFilter request, LinkId egress, ServiceContext node) {
    int destination = request.gci().destination();
    return egress.equals(node.route(request.destination()))
        && !egress.equals(node.route(request.gci().source()))
        && (destination == 0 || destination == request.destination());
  }

  /** Returns the flow filtered for a neighbour: the source's packets to the given destination. */
  private static FlowKey filtered(ActiveFilter request) {
    return request.gci().low() == 0
        ? FlowKey.between(request.gci().source(), request.destination())
        : request.gci();
  }

  private void filter(
      long nowNanos, ActiveFilter request, @Nullable LinkId askedBy, ServiceContext node) {
    int previousHop = askedBy == null ? request.previousHop() : 0;
    FlowKey flow = askedBy == null ? request.gci() : filtered(request);
    int source = request.gci().source();
    boolean ownSource = source == node.address();
    LinkId upstream = ownSource ? null : upstream(source, previousHop, node);
    if (upstream == null && !ownSource) {
      node.note(nowNanos, "no-upstream", Note.of("gci", request.gci().toString()));
      return;
    }
    int previous = upstream == null ? source : node.neighbour(upstream);
    boolean firstHop = previous == source; // the upstream node (PHI) is the source (GCI) itself
    long untilNanos = nowNanos + (firstHop ? fhTimeNanos : iTimeNanos);
    if (!node.filter(nowNanos, upstream, flow, untilNanos)) {
      node.note(nowNanos, "no-room", Note.of("gci", request.gci().toString()));
      return;
    }
    if (askedBy != null) {
      askers.stands(askedBy, flow, untilNanos);
    }
    installed++;
    node.note(
        nowNanos,
        "install",
        Note.of("gci", request.gci().toString())
            .and("prevnode", Address.text(previous))
            .and("first-hop", firstHop));
    if (!firstHop && unacknowledged.size() < REQUESTS_MAX) {
      ActiveFilter onward = new ActiveFilter(request.id(), request.gci(), request.destination(), 0);
      Unacknowledged awaited = new Unacknowledged(onward, previous);
      unacknowledged.put(request.id(), awaited);
      propagated++;
      node.note(
          nowNanos,
          "propagate",
          Note.of("id", request.id())
              .and("gci", request.gci().toString())
              .and("to", Address.text(previous)));
      send(nowNanos, awaited, node);
    }
  }

  /** Returns the link to the packet's PrevNode if known, else the link to the flow's source. */
  private static @Nullable LinkId upstream(int source, int previousHop, ServiceContext node) {
    LinkId seen = previousHop == 0 ? null : node.linkTo(previousHop);
    return seen == null ? node.route(source) : seen;
  }

  private void send(long nowNanos, Unacknowledged awaited, ServiceContext node) {
    awaited.sendings++;
    awaited.nextNanos = nowNanos + retryNanos;
    node.sendMessage(nowNanos, awaited.neighbour, awaited.request);
    arm(node);
  }

  private Fate acknowledged(FrameView packet, ActiveFilterAck ack) {
    Unacknowledged awaited = unacknowledged.get(ack.id());
    if (awaited == null || awaited.neighbour != packet.source()) {
      return Fate.REFUSE;
    }
    unacknowledged.remove(ack.id());
    return Fate.CONSUME;
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    ServiceContext node = node();
    for (Unacknowledged awaited : List.copyOf(unacknowledged.values())) {
      if (awaited.nextNanos <= nowNanos && awaited.sendings == SENDINGS_MAX) {
        givenUp++;
        unacknowledged.remove(awaited.request.id());
        node.note(nowNanos, "give-up", Note.of("to", Address.text(awaited.neighbour)));
      } else if (awaited.nextNanos <= nowNanos) {
        send(nowNanos, awaited, node);
      }
    }
    arm(node);
  }

  private void arm(ServiceContext node) {
    unacknowledged.values().stream()
        .mapToLong(awaited -> awaited.nextNanos)
        .min()
        .ifPresent(earliest -> node.setTimer(0, earliest));
  }

  private boolean remember(int id) {
    if (known.size() == REQUESTS_MAX) {
      known.removeFirst();
    }
    return known.add(id);
  }

  public record Shown(
      long requests,
      long refused,
      @Inline Requesters.All askers,
      long installed,
      long propagated,
      long unacknowledged,
      long givenUp)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        requests, refused, askers.all(), installed, propagated, unacknowledged.size(), givenUp);
  }

  public static final class Provider extends NamedProvider {
    private static final long SECOND = 1_000_000_000;

    public Provider() {
      super(ServiceNumbers.ACTIVE_FILTER, "active-filter");
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
    public List<MetricRow> metrics() {
      return ActiveFilterMetrics.ROWS;
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return new ActiveFilterMetrics();
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark("propagate", Kind.MESSAGE, "to", "ActiveFilter to {to}: filter {gci}", null),
          new NoteMark("install", Kind.SILENT, "filters {gci}, which comes from {prevnode}"),
          new NoteMark("no-upstream", Kind.NOTE, "no link by which {gci} could be filtered"),
          new NoteMark("no-room", Kind.NOTE, "no room for a filter against {gci}"),
          new NoteMark("give-up", Kind.FAULT, "{to} does not answer an ActiveFilter"));
    }

    @Override
    public Trial trial() {
      return new Trial(
          0.3,
          List.of("{itime: 500ms, fhtime: 1s, retry: 200ms, start: on-packet}"),
          "{itime: 500ms, fhtime: 1s, retry: 200ms}");
    }

    @Override
    public Service create(OptionReader options) {
      return new ActiveFilterService(
          options.durationNanos(
              "itime", 5 * SECOND, "How long a filter stays at an intermediate node (ITime)."),
          options.durationNanos(
              "fhtime", 100 * SECOND, "How long a filter stays at the first hop (FHTime)."),
          options.durationNanos(
              "retry", SECOND, "After how long an unanswered message is sent again."));
    }
  }
}
