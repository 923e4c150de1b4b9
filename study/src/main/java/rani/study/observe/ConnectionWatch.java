// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.ConnectionState;
import rani.rdp.SenderState;
import rani.rdp.bind.WindowNote;

/**
 * Collects RDP connections from the notes of services. Each end of a connection is a series of its
 * own. A name that appears again after its connection has ended belongs to a new connection.
 */
final class ConnectionWatch {
  /** Largest number of ends of connections; further ones are ignored. */
  static final int CONNECTIONS_MAX = 20_000;

  /** Largest number of window changes over all series; later changes are not in the series. */
  static final int WINDOWS_MAX = 500_000;

  /** Largest number of retransmissions over all series; later ones are only counted. */
  static final int RETRANSMISSIONS_MAX = 200_000;

  private static final Set<String> EVENTS = Set.of("connection", "window", "retransmit", "closed");
  private static final Set<String> BEGINNINGS =
      Set.of(ConnectionState.SYN_SENT.text(), ConnectionState.SYN_RCVD.text());

  private final ObservationPlan plan;
  private final boolean withSeries;
  private final SeriesSink sink;
  private final List<Life> lives = new ArrayList<>();
  private final Map<Place, Life> current = new LinkedHashMap<>();
  private final DelaySamples.Room completionsRoom = new DelaySamples.Room(CONNECTIONS_MAX);
  private int windows;
  private int retransmissions;

  ConnectionWatch(ObservationPlan plan, boolean withSeries, SeriesSink sink) {
    this.plan = plan;
    this.withSeries = withSeries;
    this.sink = sink;
  }

  void note(ObservedNote note) {
    String kind = note.event();
    if (!EVENTS.contains(kind) || note.detail().word("conn") == null) {
      return;
    }
    NodeObserver node = note.node();
    boolean begins = kind.equals("connection") && BEGINNINGS.contains(note.text("state"));
    Place place = new Place(node.name, note.service(), note.text("conn"));
    Life life = life(place, begins, note::ends);
    if (life == null) {
      return;
    }
    long time = note.timeNanos() - plan.epochNanos();
    switch (kind) {
      case "connection" -> life.state(time, note.text("state"));
      case "window" -> window(node, life, note.window(time));
      case "retransmit" -> {
        boolean kept = withSeries && retransmissions < RETRANSMISSIONS_MAX;
        retransmissions += kept ? 1 : 0;
        life.retransmission(new Retransmission(time, note.number("sequence")), kept);
      }
      default -> {
        lasted(node, life, time);
        life.held = null;
        ConnectionEnd end = note.end(time);
        life.end = end;
        complete(node, life, end);
      }
    }
  }

  /** Processes a note of a window, like {@link #note} but without parsing text. */
  void window(long timeNanos, NodeObserver node, String service, WindowNote note) {
    Place place = new Place(node.name, service, note.connection());
    Life life = life(place, false, () -> ObservedNote.ends(note.connection()));
    if (life != null) {
      window(
          node,
          life,
          new WindowSample(
              timeNanos - plan.epochNanos(),
              note.state(),
              note.cwnd(),
              note.ssthresh(),
              note.srttNanos(),
              note.rtoNanos(),
              note.flight()));
    }
  }

  /** Weights the last window and round-trip time with the time they lasted within the span. */
  private void lasted(NodeObserver node, Life life, long untilNanos) {
    WindowSample held = life.held;
    if (held == null) {
      return;
    }
    ObservedSpan span = plan.span();
    long nanos = span.lengthNanos(untilNanos) - span.lengthNanos(held.timeNanos());
    node.cwndThousandths.add(Math.round(held.cwnd() * 1000), nanos);
    if (held.srttNanos() > 0) {
      node.srttNanos.add(held.srttNanos(), nanos);
    }
  }

  /** Records a transfer's time if the opener closed it with all sent messages acknowledged. */
  private void complete(NodeObserver node, Life life, ConnectionEnd end) {
    if (life.calledNanos.isPresent()
        && end.reason().equals(CloseReason.CLOSED.text())
        && end.messagesSent() > 0
        && end.messagesSent() == end.messagesAcknowledged()
        && plan.span().contains(end.timeNanos())) {
      DelaySamples completions = node.completions;
      if (completions == null) {
        completions = new DelaySamples(completionsRoom);
        node.completions = completions;
      }
      completions.add(end.timeNanos() - life.calledNanos.getAsLong());
    }
  }

  private void window(NodeObserver node, Life life, WindowSample sample) {
    sink.window(node.name, life.place.name, sample);
    lasted(node, life, sample.timeNanos());
    life.held = sample;
    boolean kept = withSeries && windows < WINDOWS_MAX;
    windows += kept ? 1 : 0;
    if (life.window(sample, kept)) {
      node.cuts.cut(sample.timeNanos());
    }
  }

  /**
   * Returns the connection of that name, or a new one after its end; null if there are too many.
   */
  private @Nullable Life life(Place place, boolean begins, Supplier<String[]> ends) {
    Life standing = current.get(place);
    if (standing != null && (standing.end == null || !begins)) {
      return standing;
    }
    Life next = new Life(place, ends.get());
    if (lives.size() == CONNECTIONS_MAX) {
      return null;
    }
    lives.add(next);
    current.put(place, next);
    return next;
  }

  List<ConnectionSeries> series() {
    return lives.stream().map(Life::series).toList();
  }

  private record Place(String node, String service, String name) {}

  private static final class Life {
    private final Place place;
    private final String[] ends;
    private final List<WindowSample> windows = new ArrayList<>();
    private final List<Retransmission> retransmissions = new ArrayList<>();
    private OptionalLong calledNanos = OptionalLong.empty();
    private OptionalLong openedNanos = OptionalLong.empty();

    private @Nullable WindowSample held;

    private String state = "";
    private SenderState sender = SenderState.IDLE;
    private double cwnd;
    private long retransmissionsTotal;
    private long timeouts;
    private long fastRetransmits;
    private @Nullable ConnectionEnd end;

    Life(Place place, String[] ends) {
      this.place = place;
      this.ends = ends;
    }

    void state(long timeNanos, String next) {
      state = next;
      if (next.equals(ConnectionState.SYN_SENT.text()) && calledNanos.isEmpty()) {
        calledNanos = OptionalLong.of(timeNanos);
      }
      if (next.equals(ConnectionState.OPEN.text()) && openedNanos.isEmpty()) {
        openedNanos = OptionalLong.of(timeNanos);
      }
    }

    /**
     * Records a window and returns whether it was reduced: the sender enters loss recovery, or
     * falls to the threshold without a loss, as after an ECN mark (RFC 3168).
     */
    boolean window(WindowSample sample, boolean kept) {
      boolean marked = sample.cwnd() < cwnd && sample.cwnd() == sample.ssthresh();
      boolean cut = !recovers(sender) && (recovers(sample.state()) || marked);
      cwnd = sample.cwnd();
      if (sample.state() != sender) {
        timeouts += sample.state() == SenderState.RETRANSMISSION_TIMEOUT ? 1 : 0;
        fastRetransmits += sample.state() == SenderState.FAST_RECOVERY ? 1 : 0;
      }
      sender = sample.state();
      if (kept) {
        windows.add(sample);
      }
      return cut;
    }

    private static boolean recovers(SenderState state) {
      return switch (state) {
        case FAST_RECOVERY, PARTIAL_RECOVERY, RETRANSMISSION_TIMEOUT -> true;
        case IDLE, SLOW_START, CONGESTION_AVOIDANCE, OUT_OF_SEQUENCE -> false;
      };
    }

    void retransmission(Retransmission again, boolean kept) {
      retransmissionsTotal++;
      if (kept) {
        retransmissions.add(again);
      }
    }

    /** Returns the series, with the exact counts of the closing summary, if there is one. */
    ConnectionSeries series() {
      return new ConnectionSeries(
          place.node,
          place.service,
          ends[0],
          ends[1],
          openedNanos,
          state,
          windows,
          retransmissions,
          end == null ? retransmissionsTotal : end.retransmissions(),
          end == null ? timeouts : end.timeouts(),
          end == null ? fastRetransmits : end.fastRetransmits(),
          Optional.ofNullable(end));
    }
  }
}
