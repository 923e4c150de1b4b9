// SPDX-License-Identifier: Apache-2.0
package rani.services.acc;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import rani.link.Diversion;
import rani.rdp.segment.RdpHeader;
import rani.service.FrameView;
import rani.world.Facts;
import rani.world.Note;

/** One filter of {@link AccFilterService} that stands: what it is to discard, and what it has. */
public final class UnsendingFilter {
  /** How many packets one filter discards at most. */
  static final int AMOUNT_MAX = 4096;

  /** How many runs of consecutive segments one filter remembers; what is beyond is not reported. */
  public static final int RUNS_MAX = 8;

  /** How long a filter stands if the round trip is not known, and how long at most. */
  static final long STANDS_UNKNOWN_NANOS = 3_000_000_000L;

  public static final long STANDS_NANOS_MAX = 20_000_000_000L;

  private static final int ROUND_TRIPS = 2;
  private static final long MILLISECOND = 1_000_000;

  private final Diversion channel;
  private final List<Run> runs = new ArrayList<>();
  private AccFilter asked;
  private long endNanos;
  private int left;
  private long discarded;
  private long passed;

  /** Consecutive segments that were discarded. */
  record Run(int first, int count) {}

  /** What becomes of a packet. */
  enum Verdict {
    /** It carries no data: it is none of those that a window lets go. */
    PASS,
    /** It shows that its sender has changed: the filter's end. */
    CHANGED,
    /** It should not have been sent. */
    DISCARD
  }

  UnsendingFilter(Diversion channel, AccFilter asked, long endNanos) {
    this.channel = channel;
    this.asked = asked;
    this.endNanos = endNanos;
    this.left = Math.min(asked.amount(), AMOUNT_MAX);
  }

  /** How long a filter stands that a monitor asks for. */
  static long standsNanos(AccFilter asked) {
    return asked.srttMillis() == 0
        ? STANDS_UNKNOWN_NANOS
        : Math.min(STANDS_NANOS_MAX, ROUND_TRIPS * MILLISECOND * asked.srttMillis());
  }

  /** Begins again with amount and time, and knows what it has discarded so far. */
  void refresh(AccFilter again, long untilNanos) {
    asked = again;
    left = Math.min(again.amount(), AMOUNT_MAX);
    endNanos = Math.max(endNanos, untilNanos);
  }

  /** Decides about a packet of its connection, and counts it. */
  Verdict decide(FrameView packet) {
    ByteBuf frame = packet.frame();
    int at = packet.payloadIndex();
    if (!RdpHeader.isReadable(frame, at, packet.payloadLength())
        || !RdpHeader.hasRouterState(frame, at)) {
      passed++;
      return Verdict.PASS;
    }
    boolean laterEpoch = (short) (RdpHeader.epoch(frame, at) - asked.epoch()) > 0;
    if (laterEpoch || RdpHeader.cwnd(frame, at) <= asked.newCwnd()) {
      return Verdict.CHANGED;
    }
    if (RdpHeader.dataLength(frame, at) == 0) {
      passed++;
      return Verdict.PASS;
    }
    discard(RdpHeader.sequence(frame, at));
    return Verdict.DISCARD;
  }

  private void discard(int sequence) {
    left--;
    discarded++;
    Run last = runs.isEmpty() ? null : runs.getLast();
    if (last != null && sequence == last.first() + last.count()) {
      runs.set(runs.size() - 1, new Run(last.first(), last.count() + 1));
    } else if (runs.size() < RUNS_MAX) {
      runs.add(new Run(sequence, 1));
    }
  }

  /** Whether it has discarded as much as it may. */
  boolean isSpent() {
    return left == 0;
  }

  Diversion channel() {
    return channel;
  }

  AccFilter asked() {
    return asked;
  }

  long endNanos() {
    return endNanos;
  }

  List<Run> runs() {
    return runs;
  }

  /** What a note says as it ends. */
  Note outcome(Note note) {
    return note.and("discarded", discarded).and("passed", passed);
  }

  /** What is shown of it. */
  public record Shown(
      String flow,
      String link,
      long epoch,
      long cwnd,
      long newCwnd,
      long left,
      double leftSeconds,
      long discarded,
      long passed)
      implements Facts {}

  Shown facts(long nowNanos) {
    return new Shown(
        asked.flow().toString(),
        channel.link().toString(),
        asked.epoch(),
        asked.cwnd(),
        asked.newCwnd(),
        left,
        (endNanos - nowNanos) / 1e9,
        discarded,
        passed);
  }
}
