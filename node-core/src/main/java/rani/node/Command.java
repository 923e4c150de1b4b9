// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.LinkChange;
import rani.link.LinkConfig;
import rani.link.LinkKeys;
import rani.wire.FlowKey;
import rani.wire.PacketPlan;
import rani.world.LinkId;

/** What a node may be asked from outside the network, by its operator or the lab. */
public sealed interface Command {
  /** Starts the services and says hello on every link. */
  record Start() implements Command {}

  /** The experiment's time zero: traffic begins. */
  record Go() implements Command {}

  /** Stops the services and lets go of every frame. */
  record Stop() implements Command {}

  /**
   * Has a keyed link take frames that are sealed with another key, too. A link that has gone is let
   * be.
   */
  record OfferKey(LinkId link, LinkKeys keys) implements Command {}

  /** Seals with a key that was offered to a link. A link that has gone is let be. */
  record UseKey(LinkId link, int keyId) implements Command {}

  /**
   * Tells which nodes and links there are by now, by the file and by the operations since: of no
   * others are link states believed. What was said before about others takes no effect.
   *
   * @param network of all nodes, with all their links
   * @param originKeys the public keys of nodes, by virtual address, where they are new or others
   *     than before; see {@link OriginKeys}
   */
  record KnowNetwork(NetworkGraph network, SequencedMap<Integer, byte[]> originKeys)
      implements Command {
    public KnowNetwork {
      originKeys = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(originKeys));
    }

    /** Of keys there is nothing new. */
    public KnowNetwork(NetworkGraph network) {
      this(network, new LinkedHashMap<>());
    }
  }

  /**
   * Has a node that has not been started sign its link states, and take no others that are not
   * signed. Their keys it is told by {@link KnowNetwork}.
   */
  record SignLinkStates(OriginKeys keys) implements Command {}

  /** Asks for the node's state. */
  record Show(Subject subject) implements Command {}

  /**
   * What changes a running node. It may also stand in the node's timetable ({@link
   * NodeConfig.Timed}), and whichever way it came, it is written into the trace.
   */
  sealed interface Operation extends Command {}

  /** Says a service's own verb. In the trace only if the timetable says it. */
  record Tell(String service, String verb, List<String> arguments) implements Operation {}

  /**
   * Turns knobs of a link, for packets that are sent from now on: what waits or is on its way keeps
   * its place and its time.
   *
   * @param link by which this node sends
   */
  record SetLink(LinkId link, LinkChange change) implements Operation {}

  /**
   * Pulls a link's cable at this end: nothing passes either way, and hello finds out. What is on
   * its way to this end is lost if it comes before the cable is put back.
   */
  record CutLink(LinkId link) implements Operation {}

  /** Puts the cable back. */
  record MendLink(LinkId link) implements Operation {}

  /**
   * A link has come: from now on it is like any other. Its world lays the wire before it wakes the
   * node again.
   *
   * @param link under a number that none of this node's links ever had
   */
  record AddLink(LinkConfig link) implements Operation {}

  /**
   * A link goes. What waits for it is dropped, its filters are gone; its number is not given again.
   */
  record RemoveLink(LinkId link) implements Operation {}

  /**
   * Sends packets from this node, the first at once.
   *
   * @param packet what each of them is
   * @param count how many, 1…{@link #COUNT_MAX}
   * @param gapNanos from one to the next, 0…{@link #GAP_NANOS_MAX}
   */
  record Inject(PacketPlan packet, int count, long gapNanos) implements Operation {
    /** The most packets that one command injects. */
    public static final int COUNT_MAX = 100_000;

    /** The longest time between two packets: an hour. */
    public static final long GAP_NANOS_MAX = 3_600_000_000_000L;

    public Inject {
      if (count < 1 || count > COUNT_MAX) {
        throw new IllegalArgumentException(
            "a number of packets is 1…" + COUNT_MAX + ", not " + count);
      }
      if (gapNanos < 0 || gapNanos > GAP_NANOS_MAX) {
        throw new IllegalArgumentException("a gap is 0…60min, not " + gapNanos + " ns");
      }
    }
  }

  /**
   * Drops the packets of a flow as they come in. A filter of the same flow that is there already is
   * refreshed, never shortened.
   *
   * @param link by which they come; null for every link, and the node's own packets
   * @param own whether only the node's own packets are meant; then {@code link} is null
   * @param durationNanos how long, 1…{@link #DURATION_NANOS_MAX}
   */
  record AddFilter(@Nullable LinkId link, boolean own, FlowKey flow, long durationNanos)
      implements Operation {
    /** The longest time: a day. */
    public static final long DURATION_NANOS_MAX = 86_400_000_000_000L;

    public AddFilter {
      requirePlace(link, own);
      if (durationNanos < 1 || durationNanos > DURATION_NANOS_MAX) {
        throw new IllegalArgumentException("a filter lasts 1ns…1440min, not " + durationNanos);
      }
    }

    private static void requirePlace(@Nullable LinkId link, boolean own) {
      if (own && link != null) {
        throw new IllegalArgumentException("a node's own packets come by no link");
      }
    }
  }

  /**
   * Takes the filter of a flow away before its time, no matter who asked for it. Diversions stay:
   * they are their service's.
   *
   * @param link where; null for every link, and the node's own packets
   * @param own whether only the node's own packets are meant; then {@code link} is null
   */
  record RemoveFilter(@Nullable LinkId link, boolean own, FlowKey flow) implements Operation {
    public RemoveFilter {
      AddFilter.requirePlace(link, own);
    }
  }

  /**
   * Puts a service on the menu and starts it; if traffic has begun, it is told so.
   *
   * @param entry what kind of service, and its options
   */
  record StartService(NodeConfig.MenuEntry entry) implements Operation {}

  /**
   * Stops a service and takes it off the menu, so that it no longer exists here. It gives back what
   * it holds: its timers and ports are free, its diversions end and what they hold goes on its way.
   * Filters stay until their time is over, as they do when a service is suspended.
   *
   * @param service its name
   */
  record StopService(String service) implements Operation {}

  /**
   * Stops a service and starts another of its kind in its place, with the options it had: it begins
   * again, with counters at 0 and dice of its own. So a suspended service is brought back.
   *
   * @param service its name
   */
  record RestartService(String service) implements Operation {}

  /** What can be shown. */
  enum Subject {
    /** Name, address, links up, traffic done. */
    STATUS,
    /** The books: arrivals, departures, drops by reason. */
    COUNTERS,
    /** Links with their neighbours, states and lateness. */
    LINKS,
    /** Queues with their occupancy and averages. */
    QUEUES,
    /** Flows that wait in each queue, those with the most packets first. */
    FLOWS,
    /** Ingress filters and diversions. */
    FILTERS,
    /** Destinations and the links they are reached by. */
    ROUTES,
    /** Services with their own facts. */
    SERVICES
  }
}
