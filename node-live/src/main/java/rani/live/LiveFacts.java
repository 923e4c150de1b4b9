// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.LatenessHistogram;
import rani.link.WireImpairment;
import rani.world.Facts;
import rani.world.Inline;

/** What this world knows of a node. */
public record LiveFacts(
    String transport, @Inline OnLoop onLoop, long receiveOverflow, long directMemoryBytes)
    implements Facts {
  /**
   * What the node's own thread knows.
   *
   * @param preparedLinks that are not connected yet
   * @param stalls how often the thread stood still
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

  /** Its links together, and each by {@link rani.world.LinkId}. */
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

  /** How late frames came off wires. */
  public record Wires(
      long wireDepartures, long wireLateDepartures, long wireLateP99Nanos, long wireLateMaxNanos)
      implements Facts {
    static Wires of(LatenessHistogram late) {
      return new Wires(late.departures(), late.late(), late.quantileNanos(0.99), late.maxNanos());
    }
  }

  /** Frames that sockets did not take. */
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

  /** A link's sockets; its wire, unless it is prepared for a link that is still to come. */
  public record Link(
      String receive,
      String send,
      String peerReceive,
      String peerSend,
      @Inline SocketErrors sockets,
      @Inline @Nullable Wire wire)
      implements Facts {}

  /** What a wire did to frames. */
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
