// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.UUID;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.node.Command;
import rani.node.NodeFacts;
import rani.nodehost.conversation.JourneyForget;
import rani.nodehost.conversation.JourneyKept;
import rani.nodehost.conversation.JourneyWatch;
import rani.nodehost.journey.Journeys;
import rani.nodehost.journey.PacketEvent;
import rani.nodehost.journey.WatchedFlow;
import rani.testbed.Testbed;
import rani.world.Reply;

/**
 * Has a node send packets, and follows them hop by hop to their ends. First every node starts to
 * record events of the flow ({@link Journeys}). Then the packets are sent, and the nodes on their
 * path are polled until every packet has ended, or a time limit. A packet counts as lost if it is
 * on a wire, and no event was seen for longer than the delay of any wire.
 */
public final class Injection implements AutoCloseable {
  public static final int FOLLOWED_MAX = 2000;

  /** The default time without events after which a packet inside a node is given up. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Margin beyond a wire's delay and jitter after which a packet on the wire counts as lost. */
  private static final long WIRE_SLACK_NANOS = 300_000_000;

  private static final Duration POLL_MIN = Duration.ofMillis(5);
  private static final Duration POLL_MAX = Duration.ofMillis(100);

  private final NetworkSnapshot survey;
  private final Testbed testbed;
  private final InjectOrder order;
  private final String watch = "inject-" + UUID.randomUUID();
  private final List<String> watching = new ArrayList<>();
  private final SequencedMap<String, List<PacketEvent>> seen = new LinkedHashMap<>();
  private final SequencedMap<String, Long> lost = new LinkedHashMap<>();

  private Injection(NetworkSnapshot survey, InjectOrder order) {
    this.survey = survey;
    this.testbed = survey.testbed();
    this.order = order;
  }

  /**
   * Sends packets and follows them. A packet in a node is given up after {@code patience} without
   * events. Fails with a reason, without sending, if the packets cannot arrive, unless forced.
   */
  public static InjectionReport execute(
      Testbed testbed, InjectOrder order, boolean force, Duration patience)
      throws InjectionRefused, LabFailure {
    NetworkSnapshot survey = new NetworkSnapshot(testbed);
    if (!force) {
      Preflight.check(survey, order);
    }
    try (Injection injection = new Injection(survey, order)) {
      injection.begin(patience);
      return injection.follow(patience);
    }
  }

  private void begin(Duration patience) throws InjectionRefused, LabFailure {
    Command.Inject inject = order.inject();
    long lastsNanos =
        Math.min(
            WatchedFlow.NANOS_MAX,
            Math.multiplyExact(inject.gapNanos(), (long) inject.count()) + 10 * patience.toNanos());
    WatchedFlow packets =
        WatchedFlow.of(watch, testbed.address(order.from()), inject.packet(), lastsNanos);
    for (String node : testbed.ownNames()) {
      testbed.node(node).require(new JourneyWatch(packets));
      watching.add(node);
    }
    try {
      for (Map.Entry<String, Reply> each : testbed.operate(order.entry()).entrySet()) {
        if (!each.getValue().ok()) {
          throw new InjectionRefused(
              "node " + each.getKey() + " refuses: " + each.getValue().message());
        }
      }
    } catch (FileError e) {
      throw new InjectionRefused(String.valueOf(e.getMessage()));
    }
  }

  private InjectionReport follow(Duration patience) throws LabFailure {
    SequencedSet<String> asked = new LinkedHashSet<>(List.of(order.from(), order.to()));
    int source = testbed.address(order.from());
    int destination = testbed.address(order.to());
    long newsNanos = testbed.nowNanos();
    Duration poll = POLL_MIN;
    while (true) {
      boolean isNews = ask(asked);
      PathTracer finder = new PathTracer(survey, seen);
      List<PacketPath> ways = finder.from(order.from(), source, FOLLOWED_MAX, false);
      List<PacketPath> answers =
          order.from().equals(order.to())
              ? List.of()
              : PathTracer.matched(finder.from(order.to(), destination, FOLLOWED_MAX, true), ways);
      if (asked.addAll(finder.unasked())) {
        continue; // query the new nodes before any packet is judged
      }
      long nowNanos = testbed.nowNanos();
      newsNanos = isNews ? nowNanos : newsNanos;
      long quietNanos = nowNanos - newsNanos;
      boolean isOverdue = quietNanos > wireNanosMax(asked) + WIRE_SLACK_NANOS;
      int sent = sent(source);
      boolean isOut = followed(ways) == Math.min(order.count(), FOLLOWED_MAX);
      boolean isEnded = isOut && isEnded(ways, isOverdue) && isEnded(answers, isOverdue);
      if (isEnded || quietNanos > patience.toNanos() + order.inject().gapNanos()) {
        return report(sent, ways, answers, isOverdue);
      }
      testbed.pause(isOut ? poll : POLL_MAX); // longer, because tracing thousands takes time
      poll = isNews ? POLL_MIN : Collections.min(List.of(poll.multipliedBy(2), POLL_MAX));
    }
  }

  /** Queries nodes for new events; returns whether there were any. */
  private boolean ask(SequencedSet<String> nodes) throws LabFailure {
    boolean isNews = false;
    for (String node : nodes) {
      List<PacketEvent> there = seen.computeIfAbsent(node, _ -> new ArrayList<>());
      if (!watching.contains(node)) {
        continue; // a node that was added after the watches began
      }
      Journeys.Kept kept;
      do {
        kept = testbed.node(node).ask(new JourneyKept(watch, there.size()));
        there.addAll(kept.sightings());
        isNews |= !kept.sightings().isEmpty();
      } while (kept.sightings().size() == Journeys.SIGHTINGS_AT_ONCE_MAX);
      lost.put(node, kept.lost());
    }
    return isNews;
  }

  private int sent(int source) {
    return (int)
        seen.getOrDefault(order.from(), List.of()).stream()
            .filter(each -> each.kind() == PacketEvent.Kind.ORIGIN && each.source() == source)
            .count();
  }

  private long wireNanosMax(SequencedSet<String> nodes) throws LabFailure {
    long most = 0;
    for (String node : nodes) {
      if (survey.isForeign(node)) {
        continue;
      }
      for (NetworkSnapshot.Leg leg : survey.station(node).legs()) {
        NodeFacts.Knobs knobs = leg.shown().knobs();
        most = Math.max(most, knobs.delayNanos() + knobs.jitterNanos());
      }
    }
    return most;
  }

  private static int followed(List<PacketPath> ways) {
    return (int) ways.stream().filter(way -> way.copy() == 0).count();
  }

  private static boolean isEnded(List<PacketPath> ways, boolean isOverdue) {
    return ways.stream()
        .map(PacketPath::fate)
        .allMatch(fate -> fate.isFinal() || (isOverdue && fate.isOnWire()));
  }

  private InjectionReport report(
      int sent, List<PacketPath> ways, List<PacketPath> answers, boolean isOverdue) {
    return new InjectionReport(
        order,
        sent,
        followed(ways),
        isOverdue ? PathTracer.given(ways, survey) : ways,
        isOverdue ? PathTracer.given(answers, survey) : answers,
        lost.values().stream().mapToLong(Long::longValue).sum());
  }

  /** Ends the recording at the nodes. */
  @Override
  public void close() throws LabFailure {
    for (String node : watching) {
      testbed.node(node).require(new JourneyForget(watch));
    }
  }
}
