// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.live.LiveFacts;
import rani.node.NodeFacts;
import rani.world.Facts;

/** Counters of a live node that {@code LiveTrust} judges: totals, or their increase in a minute. */
public record LiveCounts(SequencedMap<String, Paced> queues, OfWorld live) implements Facts {
  /** Departures from one queue that had a due time. The maximum is null in recent counts. */
  public record Paced(long pacedDepartures, long lateDepartures, @Nullable Long lateMaxNanos)
      implements Facts {
    private static final Paced NONE = new Paced(0, 0, null);

    private static Paced of(NodeFacts.Departures total) {
      return new Paced(total.pacedDepartures(), total.lateDepartures(), total.lateMaxNanos());
    }

    private Paced since(Paced before) {
      return new Paced(
          pacedDepartures - before.pacedDepartures, lateDepartures - before.lateDepartures, null);
    }
  }

  /** Counters of {@link LiveFacts}. Maxima are null in recent counts. */
  public record OfWorld(
      long wireDepartures,
      long wireLateDepartures,
      @Nullable Long wireLateMaxNanos,
      long socketFull,
      long receiveOverflow,
      long portUnreachable,
      long socketErrors,
      long delayLineDropped,
      long failures,
      long traceLinesLost,
      long stalls,
      @Nullable Long stallLongestNanos)
      implements Facts {
    private static OfWorld of(LiveFacts live, long traceLinesLost, long unreachableBeforeGo) {
      LiveFacts.Links links = live.onLoop().links();
      return new OfWorld(
          links.wires().wireDepartures(),
          links.wires().wireLateDepartures(),
          links.wires().wireLateMaxNanos(),
          links.sockets().socketFull(),
          live.receiveOverflow(),
          links.sockets().portUnreachable() - unreachableBeforeGo,
          links.sockets().socketErrors(),
          links.delayLineDropped(),
          links.failures(),
          traceLinesLost,
          live.onLoop().stalls(),
          live.onLoop().stallLongestNanos());
    }

    private OfWorld since(OfWorld before) {
      return new OfWorld(
          wireDepartures - before.wireDepartures,
          wireLateDepartures - before.wireLateDepartures,
          null,
          socketFull - before.socketFull,
          receiveOverflow - before.receiveOverflow,
          portUnreachable - before.portUnreachable,
          socketErrors - before.socketErrors,
          delayLineDropped - before.delayLineDropped,
          failures - before.failures,
          traceLinesLost - before.traceLinesLost,
          stalls - before.stalls,
          null);
    }
  }

  /** Returns total counts; frames that a neighbour was not there for count from go on. */
  public static LiveCounts of(
      NodeFacts.Queues queues, LiveFacts live, long traceLinesLost, long unreachableBeforeGo) {
    SequencedMap<String, Paced> paced = new LinkedHashMap<>();
    queues.queues().forEach((name, queue) -> paced.put(name, Paced.of(queue.departures())));
    return new LiveCounts(paced, OfWorld.of(live, traceLinesLost, unreachableBeforeGo));
  }

  public LiveCounts since(LiveCounts before) {
    SequencedMap<String, Paced> grown = new LinkedHashMap<>();
    queues.forEach(
        (name, now) -> grown.put(name, now.since(before.queues.getOrDefault(name, Paced.NONE))));
    return new LiveCounts(grown, live.since(before.live));
  }
}
