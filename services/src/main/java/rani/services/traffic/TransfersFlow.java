// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.ConnectionState;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.RdpEndpoint;
import rani.rdp.bind.RdpHost;
import rani.world.Facts;
import rani.world.Note;
import rani.world.Streams;

/**
 * Transfers that arrive one after another, whether or not earlier ones have ended (an open system).
 * Each has a connection of its own and a drawn size. Sizes and times depend on nothing but the
 * service's random stream: two numbers are drawn a transfer, also of those that are refused, so
 * that variants of a network carry the same transfers.
 */
final class TransfersFlow extends Flow implements Source.RdpUser {
  /** Number of transfers of a flow without limit. */
  static final int UNCOUNTED = 0;

  /** Largest number of transfers that are under way at once; further arrivals are refused. */
  static final int CONCURRENT_MAX = RdpEndpoint.CONNECTIONS_MAX / 2;

  /** Greatest mean rate of arrivals. */
  static final int ARRIVALS_PER_SECOND_MAX = 100_000;

  /** Event of the note that a transfer has arrived and its connection is being opened. */
  static final String FLOW_START = "flow-start";

  private final RdpConfig config;
  private final FlowSizes sizes;
  private final Arriving arriving;
  private final SequencedSet<Transfer> underWay = new LinkedHashSet<>();
  private @Nullable RdpHost host;
  private boolean begun;
  private boolean over;
  private long beginNanos;
  private long dueNanos;
  private long arrived;
  private Counted counted = Counted.NONE;
  private Counts ended = Counts.NONE;
  private Source.Windows endedWindows = Source.Windows.NONE;
  private long offered;

  /**
   * When transfers arrive.
   *
   * @param perSecond mean rate, above 0
   * @param isPoisson whether the times between arrivals, and before the first, are exponentially
   *     distributed; else they are equal, and the first transfer arrives at once
   * @param transfers number of transfers, {@link #UNCOUNTED} for no limit
   * @param durationNanos time for which transfers arrive; 0 for no limit
   * @param concurrent largest number under way at once, 1…{@link #CONCURRENT_MAX}
   */
  record Arriving(
      double perSecond, boolean isPoisson, int transfers, long durationNanos, int concurrent) {}

  /** Counts of transfers; failed are those whose connection did not end in order. */
  public record Counted(long flowsStarted, long flowsEnded, long flowsFailed, long flowsRefused)
      implements Facts {
    static final Counted NONE = new Counted(0, 0, 0, 0);

    Counted plus(Counted other) {
      return new Counted(
          flowsStarted + other.flowsStarted,
          flowsEnded + other.flowsEnded,
          flowsFailed + other.flowsFailed,
          flowsRefused + other.flowsRefused);
    }
  }

  private static final Counted STARTED = new Counted(1, 0, 0, 0);
  private static final Counted ENDED = new Counted(0, 1, 0, 0);
  private static final Counted FAILED = new Counted(0, 0, 1, 0);
  private static final Counted REFUSED = new Counted(0, 0, 0, 1);

  TransfersFlow(Place place, RdpConfig config, FlowSizes sizes, Arriving arriving) {
    super(place);
    this.config = config;
    this.sizes = sizes;
    this.arriving = arriving;
  }

  @Override
  public void speakBy(RdpHost given) {
    host = given;
  }

  @Override
  void wake(long nowNanos) {
    if (!begun) {
      begun = true;
      beginNanos = nowNanos;
      dueNanos = nowNanos;
      scheduleNext();
      return;
    }
    int bytes = sizes.draw(context().random());
    arrived++;
    scheduleNext();
    arrive(nowNanos, bytes);
  }

  /** Schedules the next arrival by absolute time, so that delays do not add up. */
  private void scheduleNext() {
    double gapNanos = 1e9 / arriving.perSecond();
    if (arriving.isPoisson()) {
      dueNanos += StrictMath.round(Streams.exponential(context().random(), gapNanos));
    } else {
      dueNanos = beginNanos + StrictMath.round(arrived * gapNanos);
    }
    long durationNanos = arriving.durationNanos();
    over =
        (arriving.transfers() != UNCOUNTED && arrived == arriving.transfers())
            || (durationNanos > 0 && dueNanos - beginNanos >= durationNanos);
    if (!over) {
      wakeAt(dueNanos);
    }
  }

  private void arrive(long nowNanos, int bytes) {
    if (host == null || underWay.size() >= arriving.concurrent()) {
      counted = counted.plus(REFUSED);
      return;
    }
    Transfer transfer = new Transfer(bytes);
    RdpConnection connection;
    try {
      connection =
          host.endpoint()
              .connect(nowNanos, place().destination(), place().port(), config, transfer);
    } catch (IllegalStateException e) {
      counted = counted.plus(REFUSED); // no port, no room or no route
      return;
    }
    counted = counted.plus(STARTED);
    if (!transfer.hasClosed) {
      transfer.connection = connection;
      underWay.add(transfer);
    }
    context()
        .note(
            nowNanos,
            FLOW_START,
            Note.of("conn", RdpHost.name(connection))
                .and("bytes", bytes)
                .and("segment", connection.segmentBytes())
                .and("message", connection.maxMessageBytes()));
  }

  @Override
  void stop(long nowNanos) {
    super.stop(nowNanos);
    over = true;
    for (Transfer transfer : new LinkedHashSet<>(underWay)) {
      if (transfer.connection != null) {
        transfer.connection.abort(nowNanos);
      }
    }
  }

  @Override
  boolean isDone() {
    return over && underWay.isEmpty();
  }

  /** Returns the number of messages that connections have taken. */
  @Override
  long offered() {
    return offered;
  }

  @Override
  Counts counts(long nowNanos) {
    return underWay.stream().map(one -> one.counts(nowNanos)).reduce(ended, Counts::plus);
  }

  Source.Windows windows(long nowNanos) {
    return underWay.stream()
        .map(one -> one.windows(nowNanos))
        .reduce(endedWindows, Source.Windows::plus);
  }

  Counted counted() {
    return counted;
  }

  private final class Transfer implements RdpApplication {
    private final int bytes;
    private int leftBytes;
    private boolean hasClosed;
    private @Nullable RdpConnection connection;

    Transfer(int bytes) {
      this.bytes = bytes;
      this.leftBytes = bytes;
    }

    @Override
    public void opened(long nowNanos, RdpConnection opened) {
      handOver(nowNanos, opened);
    }

    @Override
    public void writable(long nowNanos, RdpConnection opened) {
      handOver(nowNanos, opened);
    }

    private void handOver(long nowNanos, RdpConnection to) {
      if (to.state() != ConnectionState.OPEN) {
        return;
      }
      if (!ExchangeHeader.fits(to)) {
        to.abort(nowNanos);
        return;
      }
      while (leftBytes > 0) {
        int length = Math.min(leftBytes, to.maxMessageBytes());
        ByteBuf message =
            leftBytes == bytes
                ? ExchangeHeader.message(
                    context().buffers(), ExchangeHeader.TRANSFER, bytes, length)
                : context().buffers().buffer(length).writeZero(length);
        if (!to.send(nowNanos, message)) {
          message.release();
          return;
        }
        leftBytes -= length;
        offered++;
      }
      to.close(nowNanos);
    }

    /** A transfer expects no data and drops what arrives. */
    @Override
    public void received(long nowNanos, RdpConnection from, ByteBuf message) {}

    @Override
    public void closed(long nowNanos, RdpConnection closed, CloseReason reason) {
      hasClosed = true;
      if (underWay.remove(this)) {
        ended = ended.plus(counts(nowNanos));
        endedWindows = endedWindows.plus(windows(nowNanos));
      }
      if (reason == CloseReason.CLOSED) {
        counted = counted.plus(ENDED);
      } else if (reason != CloseReason.STOPPED) {
        counted = counted.plus(FAILED);
      }
      connection = null;
    }

    private Counts counts(long nowNanos) {
      return connection == null ? Counts.NONE : Counts.of(connection.statistics(nowNanos));
    }

    private Source.Windows windows(long nowNanos) {
      return connection == null
          ? Source.Windows.NONE
          : Source.Windows.of(connection.statistics(nowNanos));
    }
  }
}
