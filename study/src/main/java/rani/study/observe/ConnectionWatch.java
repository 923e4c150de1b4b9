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
 * The connections of RDP, as the services that have them tell: each end of a connection is a series
 * of its own. A name that comes again after its connection has ended is another connection.
 */
final class ConnectionWatch {
  /** Ends of connections kept; what more there are is only counted. */
  static final int CONNECTIONS_MAX = 20_000;

  /** Changes of windows kept over all connections; what comes after is not in the series. */
  static final int WINDOWS_MAX = 500_000;

  /** Retransmissions kept over all connections; what comes after is only counted. */
  static final int RETRANSMISSIONS_MAX = 200_000;

  private static final Set<String> EVENTS = Set.of("connection", "window", "retransmit", "closed");
  private static final Set<String> BEGINNINGS =
      Set.of(ConnectionState.SYN_SENT.text(), ConnectionState.SYN_RCVD.text());

  private final ObservationPlan plan;
  private final boolean withSeries;
  private final List<Life> lives = new ArrayList<>();
  private final Map<Place, Life> current = new LinkedHashMap<>();
  private final DelaySamples.Room completionsRoom = new DelaySamples.Room(CONNECTIONS_MAX);
  private int windows;
  private int retransmissions;

  ConnectionWatch(ObservationPlan plan, boolean withSeries) {
    this.plan = plan;
    this.withSeries = withSeries;
  }

  /** Takes a note, if it is about a connection. */
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

  /** As {@link #note} of a window. */
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

  /** What the window was counts as long as it was that within the span. */
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

  /** A transfer is done when this end, which called, closes with all that it sent acknowledged. */
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
    lasted(node, life, sample.timeNanos());
    life.held = sample;
    boolean kept = withSeries && windows < WINDOWS_MAX;
    windows += kept ? 1 : 0;
    if (life.window(sample, kept)) {
      node.cuts.cut(sample.timeNanos());
    }
  }

  /**
   * The connection of that name or, if there is none or this is the beginning of another, another;
   * null if there are too many.
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

    /** Its window as it is now. */
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
     * Whether the window was cut: the sender begins to make good a loss, or goes back to the
     * threshold without one, as after a mark (RFC 3168).
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

    /** Its own count, once it has told it, is exact; before that, what its notes showed. */
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
