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

/** One installed filter of {@link AccFilterService}: the request, and what has been discarded. */
public final class UnsendingFilter {
  static final int AMOUNT_MAX = 4096;

  /**
   * Largest number of runs of consecutive segments that one filter remembers; segments of further
   * runs are not reported.
   */
  public static final int RUNS_MAX = 8;

  /** Lifetime of a filter if the round-trip time is not known. */
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

  /** Run of discarded segments with consecutive sequence numbers. */
  record Run(int first, int count) {}

  enum Verdict {
    /** Forward the packet: it carries no data. */
    PASS,
    /** Forward the packet and end the filter: the sender has changed its window. */
    CHANGED,
    /** Discard the packet: it exceeds the sender's new window. */
    DISCARD
  }

  UnsendingFilter(Diversion channel, AccFilter asked, long endNanos) {
    this.channel = channel;
    this.asked = asked;
    this.endNanos = endNanos;
    this.left = Math.min(asked.amount(), AMOUNT_MAX);
  }

  /** Returns the lifetime of a filter, from the round-trip time in the request. */
  static long standsNanos(AccFilter asked) {
    return asked.srttMillis() == 0
        ? STANDS_UNKNOWN_NANOS
        : Math.min(STANDS_NANOS_MAX, ROUND_TRIPS * MILLISECOND * asked.srttMillis());
  }

  /** Restarts amount and time for a repeated request. The record of discarded packets stays. */
  void refresh(AccFilter again, long untilNanos) {
    asked = again;
    left = Math.min(again.amount(), AMOUNT_MAX);
    endNanos = Math.max(endNanos, untilNanos);
  }

  /** Decides about a packet of the filtered connection, and counts the packet. */
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

  /** Returns true if the filter has discarded all packets that it may. */
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

  /** Adds the counts of discarded and passed packets to the note on the filter's end. */
  Note outcome(Note note) {
    return note.and("discarded", discarded).and("passed", passed);
  }

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
