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

/** Packets that come in {@link Piece}s from one splitter, until the last piece is there. */
final class Reassembly {
  /** How many packets may be incomplete; one more makes the oldest of them be given up. */
  static final int PACKETS_MAX = 256;

  /** So long a packet's pieces are waited for after the first. */
  static final long WAIT_NANOS = 2_000_000_000L;

  private final SequencedMap<Integer, Join> incomplete = new LinkedHashMap<>();
  private long taken;
  private long refused;
  private long joined;
  private long broken;

  /** One packet, with the bytes that have come. */
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

    boolean isWhole() {
      return Long.bitCount(come) == pieces;
    }
  }

  /**
   * Takes a piece.
   *
   * @return the whole packet as a frame that its caller owns, if this was what it lacked: a passive
   *     RDP segment, with the piece's PrevNode and what is left of its life
   */
  @Nullable ByteBuf take(long nowNanos, FrameView piece, ByteBufAllocator buffers) {
    giveUp(nowNanos);
    Join join = Piece.isWellFormed(piece) ? joinOf(nowNanos, piece, buffers) : null;
    if (join == null) {
      refused++;
      return null;
    }
    taken++;
    join.come |= 1L << Piece.number(piece); // a copy changes nothing
    join.marked |= piece.ecn() == Ipv4Header.ECN_CE;
    Piece.copyTo(piece, join.frame, RaniHeader.LENGTH);
    return join.isWhole() ? finish(piece, join) : null;
  }

  /** The packet that the piece is of; null if it contradicts what is known of that. */
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

  /** Gives up what has been waited for long enough. */
  void giveUp(long nowNanos) {
    while (deadlineNanos() <= nowNanos) {
      giveUpOldest();
    }
  }

  private void giveUpOldest() {
    incomplete.pollFirstEntry().getValue().frame.release();
    broken++;
  }

  /** When there is something to be given up; never if nothing is incomplete. */
  long deadlineNanos() {
    return incomplete.isEmpty() ? Timers.NEVER : incomplete.firstEntry().getValue().untilNanos;
  }

  /** Releases everything. */
  void stop() {
    incomplete.values().forEach(join -> join.frame.release());
    incomplete.clear();
  }

  /** How many packets are incomplete; each holds a buffer. */
  long incomplete() {
    return incomplete.size();
  }

  /** Pieces of such packets that came. */
  long taken() {
    return taken;
  }

  /** Pieces that were malformed or contradicted others, or made up no RDP segment. */
  long refused() {
    return refused;
  }

  /** Packets that were put together. */
  long joined() {
    return joined;
  }

  /** Packets of which a piece did not come. */
  long broken() {
    return broken;
  }

  /** What is shown of them. */
  public record Shown(long pieces, long joined, long broken, long piecesRefused, long joining)
      implements Facts {}

  Shown facts() {
    return new Shown(taken(), joined(), broken(), refused(), incomplete());
  }
}
