// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.LatenessHistogram;
import rani.link.WireImpairment;
import rani.world.Facts;
import rani.world.Inline;

/** Facts that this world has about a node. */
public record LiveFacts(
    String transport, @Inline OnLoop onLoop, long receiveOverflow, long directMemoryBytes)
    implements Facts {
  /**
   * Facts of the node's own thread.
   *
   * @param preparedLinks that are not connected yet
   * @param stalls stalls of the thread
   * @param blockedLongestNanos the longest call of each service that held the node up
   */
  public record OnLoop(
      @Inline Links links,
      int preparedLinks,
      long preparedLinksExpired,
      long stalls,
      long stallLongestNanos,
      SequencedMap<String, Long> blockedLongestNanos)
      implements Facts {}

  /** Totals of its links, and each link by {@link rani.world.LinkId}. */
  public record Links(
      @Inline SocketErrors sockets,
      long refusedEarly,
      int delayLineFrames,
      long delayLineDropped,
      @Inline Wires wires,
      long failures,
      String lastFailure,
      SequencedMap<String, Link> links)
      implements Facts {}

  /** How late frames left the delay line. */
  public record Wires(
      long wireDepartures, long wireLateDepartures, long wireLateP99Nanos, long wireLateMaxNanos)
      implements Facts {
    static Wires of(LatenessHistogram late) {
      return new Wires(late.departures(), late.late(), late.quantileNanos(0.99), late.maxNanos());
    }
  }

  /** Frames that sockets did not accept. */
  public record SocketErrors(long socketFull, long portUnreachable, long socketErrors)
      implements Facts {
    static final SocketErrors NONE = new SocketErrors(0, 0, 0);

    SocketErrors plus(SocketErrors other) {
      return new SocketErrors(
          socketFull + other.socketFull,
          portUnreachable + other.portUnreachable,
          socketErrors + other.socketErrors);
    }
  }

  /** A link's sockets, and its wire unless the link is only prepared. */
  public record Link(
      String receive,
      String send,
      String peerReceive,
      String peerSend,
      @Inline SocketErrors sockets,
      @Inline @Nullable Wire wire)
      implements Facts {}

  /** Frames that the impairment of a wire affected, by kind. */
  public record Wire(
      boolean cut, long lostByCut, long lost, long duplicated, long reordered, long corrupted)
      implements Facts {
    static @Nullable Wire of(@Nullable WireImpairment wire) {
      return wire == null
          ? null
          : new Wire(
              wire.isCut(),
              wire.cutOff() + wire.cutOffAtArrival(),
              wire.lost(),
              wire.duplicated(),
              wire.reordered(),
              wire.corrupted());
    }
  }
}
