// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.DropList;
import rani.link.IngressRules;
import rani.link.LatenessHistogram;
import rani.link.LinkConfig;
import rani.link.LinkPort;
import rani.link.LinkSeal;
import rani.link.LinkTraffic;
import rani.link.PacketAccounting;
import rani.link.TracedLink;
import rani.link.WireImpairment;
import rani.node.Command.Subject;
import rani.queue.MonitoredQueue;
import rani.wire.Address;
import rani.world.DropReason;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.LinkId;

/** Facts that a node reports about itself; its routes are {@link RouteFacts}. */
public final class NodeFacts {
  private static final int FLOWS_SHOWN_MAX = 256;

  private NodeFacts() {}

  static Facts of(Node node, long nowNanos, Subject subject) {
    return switch (subject) {
      case STATUS -> Status.of(node, nowNanos);
      case COUNTERS -> Counters.of(node);
      case LINKS -> Links.of(node, nowNanos);
      case QUEUES -> Queues.of(node);
      case LATENESS -> Lateness.of(node);
      case FLOWS -> Flows.of(node);
      case FILTERS -> Filters.of(node, nowNanos);
      case ROUTES -> RouteFacts.of(node, nowNanos);
      case SERVICES -> new Services(node.menu().facts(nowNanos));
    };
  }

  private static @Nullable Long unlessNotYet(long timeNanos) {
    return timeNanos == Node.NOT_YET ? null : timeNanos;
  }

  public record Status(
      String name,
      String address,
      long nowNanos,
      @Nullable Long startedNanos,
      @Nullable Long goNanos,
      boolean up,
      boolean busy,
      long inside,
      List<String> neighboursMissing)
      implements Facts {
    private static Status of(Node node, long nowNanos) {
      return new Status(
          node.name(),
          Address.text(node.address()),
          nowNanos,
          unlessNotYet(node.startedNanos()),
          unlessNotYet(node.goNanos()),
          node.isUp(),
          node.isBusy(),
          node.ledger().inside(),
          node.links().stream()
              .filter(link -> !node.isUp(link.id()))
              .map(link -> Address.text(link.neighbour()))
              .toList());
    }
  }

  /** The ledger's counters; drops by {@link DropReason#text}. */
  public record Counters(
      long arrivals,
      long origins,
      long departures,
      long deliveries,
      long drops,
      long inside,
      SequencedMap<String, Long> dropsByReason,
      @Nullable OfIcmp icmp)
      implements Facts {
    private static Counters of(Node node) {
      PacketAccounting ledger = node.ledger();
      SequencedMap<String, Long> drops = new LinkedHashMap<>();
      for (DropReason reason : DropReason.values()) {
        if (ledger.drops(reason) > 0) {
          drops.put(reason.text(), ledger.drops(reason));
        }
      }
      return new Counters(
          ledger.arrivals(),
          ledger.origins(),
          ledger.departures(),
          ledger.deliveries(),
          ledger.drops(),
          ledger.inside(),
          drops,
          node.icmp().facts());
    }
  }

  /** ICMP messages that the node has sent, and errors beyond the limit of a second. */
  public record OfIcmp(long echoReplies, long errors, long suppressed) implements Facts {}

  public record Links(@Inline SequencedMap<String, Link> links) implements Facts {
    private static Links of(Node node, long nowNanos) {
      SequencedMap<String, Link> links = new LinkedHashMap<>();
      node.links().forEach(link -> links.put(link.id().toString(), Link.of(node, nowNanos, link)));
      return new Links(links);
    }
  }

  public record Link(
      String neighbour,
      boolean up,
      int mtuBytes,
      @Inline Knobs knobs,
      @Inline LinkTraffic.Shown traffic,
      @Inline Queue queue,
      LinkSeal.@Nullable Shown keys)
      implements Facts {
    private static Link of(Node node, long nowNanos, LinkConfig link) {
      return new Link(
          Address.text(link.neighbour()),
          node.isUp(link.id()),
          link.mtuBytes(),
          Knobs.of(node, nowNanos, link.id()),
          node.ledger().traffic(link.id()).facts(),
          Queue.of(node.port(link.id())),
          node.seal(link.id()).facts());
    }
  }

  /** Parameters of a link; its rate is the mean of a trace that it follows. */
  public record Knobs(
      boolean cut,
      String rate,
      long delayNanos,
      long jitterNanos,
      double loss,
      double duplicate,
      double reorder,
      double corrupt,
      @Inline @Nullable Drops drops,
      @Inline @Nullable Followed followed)
      implements Facts {
    static Knobs of(Node node, long nowNanos, LinkId link) {
      LinkPort port = node.port(link);
      WireImpairment wire = node.wire(link);
      return new Knobs(
          wire.isCut(),
          port.rate().text(),
          wire.config().delayNanos(),
          wire.config().jitterNanos(),
          wire.config().loss(),
          wire.config().duplicate(),
          wire.config().reorder(),
          wire.config().corrupt(),
          Drops.of(wire.config().drops()),
          Followed.of(port, node.hasGone() ? nowNanos - node.goNanos() : 0));
    }
  }

  /** The trace that a link's rate follows, and its rate about now, in bits per second. */
  public record Followed(String trace, double rateNowBitsPerSecond) implements Facts {
    private static @Nullable Followed of(LinkPort port, long sinceGoNanos) {
      TracedLink followed = port.followed();
      return followed == null
          ? null
          : new Followed(followed.name(), followed.bitsPerSecondAt(sinceGoNanos));
    }
  }

  /** The list of a link's {@link DropList}. */
  public record Drops(String drop, String dropFlow, String dropCount) implements Facts {
    private static @Nullable Drops of(DropList drops) {
      return drops.isEmpty()
          ? null
          : new Drops(drops.numbers(), drops.flow().toString(), drops.counted().text());
    }
  }

  /** Queues by name; the node's own queue is first. */
  public record Queues(@Inline SequencedMap<String, Queue> queues) implements Facts {
    private static Queues of(Node node) {
      SequencedMap<String, Queue> queues = new LinkedHashMap<>();
      ports(node).forEach(port -> queues.put(port.name(), Queue.of(port)));
      return new Queues(queues);
    }
  }

  public record Queue(
      String rate,
      int queuedFrames,
      long queuedBytes,
      int flows,
      int limitFrames,
      double averageFrames,
      long controlBeside,
      long controlQueued,
      @Inline Departures departures)
      implements Facts {
    private static Queue of(LinkPort port) {
      return new Queue(
          port.rate().text(),
          port.queue().frames(),
          port.queue().bytes(),
          port.queue().flows(),
          port.queue().limitFrames(),
          port.discipline().averageFrames(),
          port.control().besidePackets(),
          port.control().queuedPackets(),
          Departures.of(port.lateness()));
    }
  }

  public record Departures(
      long pacedDepartures,
      long lateDepartures,
      long lateP50Nanos,
      long lateP99Nanos,
      long lateMaxNanos)
      implements Facts {
    private static Departures of(LatenessHistogram late) {
      return new Departures(
          late.departures(),
          late.late(),
          late.quantileNanos(0.50),
          late.quantileNanos(0.99),
          late.maxNanos());
    }
  }

  /** Histograms of the lateness of departures, by queue. */
  public record Lateness(@Inline SequencedMap<String, LateDepartures> queues) implements Facts {
    private static Lateness of(Node node) {
      SequencedMap<String, LateDepartures> queues = new LinkedHashMap<>();
      ports(node).forEach(port -> queues.put(port.name(), LateDepartures.of(port.lateness())));
      return new Lateness(queues);
    }
  }

  /**
   * Histogram of a queue's departures, with their sum.
   *
   * @param atMostNanos number of departures that were at most so late, by the lateness in
   *     nanoseconds, in ascending order
   */
  public record LateDepartures(
      long departures, long sumNanos, SequencedMap<String, Long> atMostNanos) implements Facts {
    /** Exponents of the bounds, about 1 µs to 1 s by powers of four. */
    private static final int LEAST_EXPONENT = 10;

    private static final int GREATEST_EXPONENT = 30;
    private static final int STEP = 2;

    private static LateDepartures of(LatenessHistogram late) {
      SequencedMap<String, Long> atMostNanos = new LinkedHashMap<>();
      for (int k = LEAST_EXPONENT; k <= GREATEST_EXPONENT; k += STEP) {
        atMostNanos.put(Long.toString((1L << k) - 1), late.below(k));
      }
      return new LateDepartures(late.departures(), late.sumNanos(), atMostNanos);
    }
  }

  /** The flows with the most frames in each queue. */
  public record Flows(@Inline SequencedMap<String, List<Flow>> queues) implements Facts {
    private static Flows of(Node node) {
      SequencedMap<String, List<Flow>> queues = new LinkedHashMap<>();
      for (LinkPort port : ports(node)) {
        List<MonitoredQueue.Share> shares = port.queue().greediest(FLOWS_SHOWN_MAX);
        queues.put(
            port.name(),
            shares.stream().map(one -> new Flow(one.flow().toString(), one.frames())).toList());
      }
      return new Flows(queues);
    }
  }

  public record Flow(String flow, int frames) implements Facts {}

  private static List<LinkPort> ports(Node node) {
    List<LinkPort> ports = new ArrayList<>();
    LinkPort own = node.nodePort();
    if (own != null) {
      ports.add(own);
    }
    node.links().forEach(link -> ports.add(node.port(link.id())));
    return ports;
  }

  /** Filters and diversions by link, or {@code own}. */
  public record Filters(@Inline SequencedMap<String, List<Rule>> places) implements Facts {
    private static Filters of(Node node, long nowNanos) {
      SequencedMap<String, List<Rule>> places = new LinkedHashMap<>();
      put(places, "own", node.rules(null), nowNanos);
      node.links()
          .forEach(link -> put(places, link.id().toString(), node.rules(link.id()), nowNanos));
      return new Filters(places);
    }

    private static void put(
        SequencedMap<String, List<Rule>> places,
        String place,
        @Nullable IngressRules rules,
        long nowNanos) {
      if (rules != null && !rules.isEmpty()) {
        places.put(place, rules.rules().stream().map(rule -> Rule.of(rule, nowNanos)).toList());
      }
    }
  }

  public record Rule(
      String flow,
      @Nullable String destination,
      String kind,
      long untilNanos,
      long remainingNanos,
      long caught)
      implements Facts {
    static Rule of(IngressRules.Rule rule, long nowNanos) {
      return new Rule(
          rule.name(),
          rule.destination() == 0 ? null : Address.text(rule.destination()),
          rule.diversion() == null ? "filter" : "diversion",
          rule.untilNanos(),
          Math.max(0, rule.untilNanos() - nowNanos),
          rule.caught());
    }
  }

  /** Services by name: those on the menu, then the last facts of stopped ones. */
  public record Services(@Inline SequencedMap<String, OfService> services) implements Facts {}

  /** A service: whether it was removed from the menu, its failures, own facts and budget. */
  public record OfService(
      @Nullable Boolean stopped,
      @Nullable Boolean dormant,
      @Inline Failures containment,
      @Inline Facts own,
      @Inline Budget budget)
      implements Facts {
    OfService withStopped() {
      return new OfService(true, dormant, containment, own, budget);
    }
  }

  public record Failures(
      boolean suspended, long failures, @Nullable String lastFailure, @Nullable Long blocked)
      implements Facts {}

  public record Use(long used, long max) implements Facts {}

  public record Budgets(
      Use packetsInSecond,
      Use wakesInSecond,
      Use timers,
      Use ports,
      Use diversions,
      Use heldBuffers)
      implements Facts {}

  public record Refused(
      @Nullable Long refusedPackets,
      @Nullable Long refusedTimers,
      @Nullable Long refusedPorts,
      @Nullable Long refusedDiversions)
      implements Facts {}

  /** The resources of the node that a service uses. */
  public record Budget(Budgets budgets, @Inline Refused refused) implements Facts {}

  /** The numbers of injected packets that are sent, and still to be sent. */
  public record Injected(int sent, int pending) implements Facts {}
}
