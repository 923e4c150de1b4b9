// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.LatenessHistogram;
import rani.link.WireImpairment;
import rani.world.Facts;
import rani.world.Inline;

/** Facts about a node in the live world. */
public record LiveFacts(
    String transport, @Inline OnLoop onLoop, long receiveOverflow, long directMemoryBytes)
    implements Facts {
  /**
   * Facts that only the node's own thread can read.
   *
   * @param preparedLinks number of links whose sockets are bound and not connected yet
   * @param stalls number of stalls of the thread
   * @param blockedLongestNanos the longest blocking call of each service
   */
  public record OnLoop(
      @Inline Links links,
      int preparedLinks,
      long preparedLinksExpired,
      long stalls,
      long stallLongestNanos,
      SequencedMap<String, Long> blockedLongestNanos)
      implements Facts {}

  /** Totals of the node's links, and facts about each link by {@link rani.world.LinkId}. */
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

  /** Lateness of frames that left the delay line. */
  public record Wires(
      long wireDepartures, long wireLateDepartures, long wireLateP99Nanos, long wireLateMaxNanos)
      implements Facts {
    static Wires of(LatenessHistogram late) {
      return new Wires(late.departures(), late.late(), late.quantileNanos(0.99), late.maxNanos());
    }
  }

  /** Numbers of frames that sockets did not accept. */
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

  /** A link's sockets; the wire is null while the link is only prepared. */
  public record Link(
      String receive,
      String send,
      String peerReceive,
      String peerSend,
      @Inline SocketErrors sockets,
      @Inline @Nullable Wire wire)
      implements Facts {}

  /** Numbers of frames that the impairment of a wire affected, by kind. */
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
