// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.service.FrameView;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.Facts;
import rani.world.Timers;

/** Reassembles packets from the {@link Piece}s that one splitter sends. */
final class Reassembly {
  /** Largest number of incomplete packets; one more evicts the oldest. */
  static final int PACKETS_MAX = 256;

  /** Time that a packet waits for its other pieces, counted from the first piece. */
  static final long WAIT_NANOS = 2_000_000_000L;

  private final SequencedMap<Integer, Join> incomplete = new LinkedHashMap<>();
  private long taken;
  private long refused;
  private long joined;
  private long broken;

  private static final class Join {
    private final ByteBuf frame;
    private final int length;
    private final int pieces;
    private final long untilNanos;
    private long come;
    private boolean marked;

    Join(ByteBuf frame, int length, int pieces, long untilNanos) {
      this.frame = frame;
      this.length = length;
      this.pieces = pieces;
      this.untilNanos = untilNanos;
    }
  }

  /**
   * Takes a piece.
   *
   * @return the whole packet if this piece completes it, else null. It is a passive RDP segment
   *     with the piece's PrevNode and remaining lifetime. The caller owns the frame.
   */
  @Nullable ByteBuf take(long nowNanos, FrameView piece, ByteBufAllocator buffers) {
    giveUp(nowNanos);
    Join join = Piece.isWellFormed(piece) ? joinOf(nowNanos, piece, buffers) : null;
    if (join == null) {
      refused++;
      return null;
    }
    taken++;
    join.come |= 1L << Piece.number(piece); // a duplicate changes nothing
    join.marked |= piece.ecn() == Ipv4Header.ECN_CE;
    Piece.copyTo(piece, join.frame, RaniHeader.LENGTH);
    return Long.bitCount(join.come) == join.pieces ? finish(piece, join) : null;
  }

  /** Returns the packet of a piece; null if the piece contradicts earlier ones of the packet. */
  private @Nullable Join joinOf(long nowNanos, FrameView piece, ByteBufAllocator buffers) {
    int length = Piece.packetLength(piece);
    int pieces = Piece.pieces(piece);
    Join join = incomplete.get(Piece.packet(piece));
    if (join != null) {
      return join.length == length && join.pieces == pieces ? join : null;
    }
    if (incomplete.size() == PACKETS_MAX) {
      giveUpOldest();
    }
    ByteBuf frame = Frame.allocate(buffers, length - Ipv4Header.LENGTH);
    join = new Join(frame, length, pieces, nowNanos + WAIT_NANOS);
    incomplete.put(Piece.packet(piece), join);
    return join;
  }

  private @Nullable ByteBuf finish(FrameView last, Join join) {
    incomplete.remove(Piece.packet(last));
    ByteBuf frame = join.frame;
    RaniHeader.write(frame, 0, false, 0, last.lifetimeMicros(), last.prevNode());
    boolean isSegment =
        Frame.check(frame) == null
            && Ipv4Header.protocol(frame, RaniHeader.LENGTH) == Ipv4Header.PROTOCOL_RDP
            && !Frame.isControl(frame);
    if (!isSegment) {
      frame.release();
      refused++;
      return null;
    }
    if (join.marked && Frame.isEcnCapable(frame)) {
      Ipv4Header.ecn(frame, RaniHeader.LENGTH, Ipv4Header.ECN_CE); // RFC 3168 §5.3
    }
    joined++;
    return frame;
  }

  /** Drops packets whose waiting time is over. */
  void giveUp(long nowNanos) {
    while (deadlineNanos() <= nowNanos) {
      giveUpOldest();
    }
  }

  private void giveUpOldest() {
    incomplete.pollFirstEntry().getValue().frame.release();
    broken++;
  }

  /** Returns the time to drop the oldest incomplete packet; {@link Timers#NEVER} if none. */
  long deadlineNanos() {
    return incomplete.isEmpty() ? Timers.NEVER : incomplete.firstEntry().getValue().untilNanos;
  }

  void stop() {
    incomplete.values().forEach(join -> join.frame.release());
    incomplete.clear();
  }

  /** Returns the number of incomplete packets; each holds one buffer. */
  long incomplete() {
    return incomplete.size();
  }

  /** Facts of the reassembly. */
  public record Shown(long pieces, long joined, long broken, long piecesRefused, long joining)
      implements Facts {}

  Shown facts() {
    return new Shown(taken, joined, broken, refused, incomplete());
  }
}
