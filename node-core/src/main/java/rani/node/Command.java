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
import rani.service.ServiceProvider;
import rani.wire.FlowKey;
import rani.wire.PacketPlan;
import rani.world.LinkId;

public sealed interface Command {
  /** Starts the services, and hello on every link. */
  record Start() implements Command {}

  /** Marks time zero of the experiment, when traffic begins. */
  record Go() implements Command {}

  record Stop() implements Command {}

  /** Makes a keyed link accept a further key. Ignored if the link was removed. */
  record OfferKey(LinkId link, LinkKeys keys) implements Command {}

  /** Makes a link seal with a key that was offered. Ignored if the link was removed. */
  record UseKey(LinkId link, int keyId) implements Command {}

  /**
   * Updates the nodes and links that exist by the file and later operations. Link states are
   * believed about these alone; earlier link states about others lose their effect.
   *
   * @param network all nodes with all their links
   * @param originKeys new or changed public keys of nodes, by virtual address; see {@link
   *     OriginKeys}
   */
  record KnowNetwork(NetworkGraph network, SequencedMap<Integer, byte[]> originKeys)
      implements Command {
    public KnowNetwork {
      originKeys = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(originKeys));
    }

    public KnowNetwork(NetworkGraph network) {
      this(network, new LinkedHashMap<>());
    }
  }

  /**
   * Makes a node that was not yet started sign its link states, and accept only signed ones. {@link
   * KnowNetwork} gives the keys of other nodes.
   */
  record SignLinkStates(OriginKeys keys) implements Command {}

  record Show(Subject subject) implements Command {}

  /** A change of a running node, by an operator or the schedule; noted in the trace. */
  sealed interface Operation extends Command {}

  /** Passes a verb to a service. Noted in the trace only if the schedule does it. */
  record Tell(String service, String verb, List<String> arguments) implements Operation {}

  /** Changes parameters of an outgoing link, for packets sent from now on. */
  record SetLink(LinkId link, LinkChange change) implements Operation {}

  /**
   * Cuts a link at this end: no frame passes in either direction, and hello detects it. Frames that
   * arrive before the link is mended are lost.
   */
  record CutLink(LinkId link) implements Operation {}

  record MendLink(LinkId link) implements Operation {}

  /**
   * Adds a link, whose number differs from all present and former links of this node. The world
   * sets up its wire before it wakes the node again.
   */
  record AddLink(LinkConfig link) implements Operation {}

  /** Removes a link, its queued frames and its filters; its number is not reused. */
  record RemoveLink(LinkId link) implements Operation {}

  /**
   * Sends 1…{@link #COUNT_MAX} packets from this node, the first at once, with gaps of 0…{@link
   * #GAP_NANOS_MAX} between packets.
   */
  record Inject(PacketPlan packet, int count, long gapNanos) implements Operation {
    public static final int COUNT_MAX = 100_000;

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
   * Installs an ingress filter for a flow. A filter of the same flow is refreshed, never shortened.
   *
   * @param link arrival link; null for every link, and packets that originate here
   * @param own whether only packets that originate here are filtered; then {@code link} is null
   * @param durationNanos duration, 1…{@link #DURATION_NANOS_MAX}
   */
  record AddFilter(@Nullable LinkId link, boolean own, FlowKey flow, long durationNanos)
      implements Operation {
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
   * Removes a flow's filters before they expire, even those of services. Diversions stay, because
   * they belong to services.
   *
   * @param link arrival link; null for every link, and packets that originate here
   * @param own whether only packets that originate here are meant; then {@code link} is null
   */
  record RemoveFilter(@Nullable LinkId link, boolean own, FlowKey flow) implements Operation {
    public RemoveFilter {
      AddFilter.requirePlace(link, own);
    }
  }

  record StartService(NodeConfig.MenuEntry entry) implements Operation {}

  /**
   * Stops a service and removes it from the menu. Its timers are cancelled, its ports closed, and
   * its diversions end and forward what they hold. Filters stay until they expire, as when a
   * service is suspended.
   */
  record StopService(String service) implements Operation {}

  /**
   * Stops a service and starts a new instance with the same options, with counters at 0 and a
   * random stream of its own. This also revives a suspended service.
   */
  record RestartService(String service) implements Operation {}

  /**
   * Replaces the service of the same name and number by one of another kind, with the options and
   * the beginning that the menu says. Asked for by services alone.
   */
  record ReplaceService(ServiceProvider provider) implements Operation {}

  /** The subject of {@link Show}. */
  enum Subject {
    /** Name, address, links up, pending traffic. */
    STATUS,
    COUNTERS,
    /** Links with their neighbours, states and lateness. */
    LINKS,
    QUEUES,
    /** Histograms of how late each queue's departures were. */
    LATENESS,
    /** Flows in each queue, those with the most packets first. */
    FLOWS,
    FILTERS,
    /** Destinations, and the links that lead to them. */
    ROUTES,
    SERVICES
  }
}
