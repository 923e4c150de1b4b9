// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.DropList;
import rani.link.IngressRules;
import rani.link.LinkConfig;
import rani.link.LinkPort;
import rani.link.LinkTraffic;
import rani.link.NodeLedger;
import rani.link.WireImpairment;
import rani.node.Command.Subject;
import rani.queue.MonitoredQueue;
import rani.wire.Address;
import rani.world.DropReason;

/** What a node shows of itself, as ordered maps that any control plane can write down. */
final class NodeFacts {
  /** How many flows of a queue are shown. */
  private static final int FLOWS_SHOWN_MAX = 256;

  private NodeFacts() {}

  static SequencedMap<String, Object> of(Node node, long nowNanos, Subject subject) {
    return switch (subject) {
      case STATUS -> status(node, nowNanos);
      case COUNTERS -> counters(node.ledger());
      case LINKS -> links(node);
      case QUEUES -> queues(node);
      case FLOWS -> flows(node);
      case FILTERS -> filters(node, nowNanos);
      case ROUTES -> RouteFacts.of(node, nowNanos);
      case SERVICES -> node.menu().facts(nowNanos);
    };
  }

  private static SequencedMap<String, Object> status(Node node, long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", node.name());
    facts.put("address", Address.text(node.address()));
    facts.put("now-nanos", nowNanos);
    if (node.startedNanos() != Node.NOT_YET) {
      facts.put("started-nanos", node.startedNanos());
    }
    if (node.goNanos() != Node.NOT_YET) {
      facts.put("go-nanos", node.goNanos());
    }
    facts.put("up", node.isUp());
    facts.put("busy", node.isBusy());
    facts.put("inside", node.ledger().inside());
    List<Object> down = new ArrayList<>();
    for (LinkConfig link : node.links()) {
      if (!node.isUp(link.id())) {
        down.add(Address.text(link.neighbour()));
      }
    }
    facts.put("neighbours-missing", down);
    return facts;
  }

  private static SequencedMap<String, Object> counters(NodeLedger ledger) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("arrivals", ledger.arrivals());
    facts.put("origins", ledger.origins());
    facts.put("departures", ledger.departures());
    facts.put("deliveries", ledger.deliveries());
    facts.put("drops", ledger.drops());
    facts.put("inside", ledger.inside());
    SequencedMap<String, Object> drops = new LinkedHashMap<>();
    for (DropReason reason : DropReason.values()) {
      if (ledger.drops(reason) > 0) {
        drops.put(reason.text(), ledger.drops(reason));
      }
    }
    facts.put("drops-by-reason", drops);
    return facts;
  }

  private static SequencedMap<String, Object> links(Node node) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    for (LinkConfig link : node.links()) {
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      one.put("neighbour", Address.text(link.neighbour()));
      one.put("up", node.isUp(link.id()));
      one.put("mtu-bytes", link.mtuBytes());
      one.putAll(knobs(node.port(link.id()), node.wire(link.id())));
      one.putAll(traffic(node.ledger().traffic(link.id())));
      one.putAll(port(node.port(link.id())));
      if (node.seal(link.id()).isKeyed()) {
        one.put("keys", node.seal(link.id()).facts());
      }
      facts.put(link.id().toString(), one);
    }
    return facts;
  }

  private static SequencedMap<String, Object> traffic(LinkTraffic traffic) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("packets-in", traffic.packetsIn());
    facts.put("bytes-in", traffic.bytesIn());
    facts.put("packets-out", traffic.packetsOut());
    facts.put("bytes-out", traffic.bytesOut());
    return facts;
  }

  /** What operators turn at a link. */
  static SequencedMap<String, Object> knobs(LinkPort port, WireImpairment wire) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("cut", wire.isCut());
    facts.put("rate", port.rate().text());
    facts.put("delay-nanos", wire.config().delayNanos());
    facts.put("jitter-nanos", wire.config().jitterNanos());
    facts.put("loss", wire.config().loss());
    facts.put("duplicate", wire.config().duplicate());
    facts.put("reorder", wire.config().reorder());
    facts.put("corrupt", wire.config().corrupt());
    DropList drops = wire.config().drops();
    if (!drops.isEmpty()) {
      facts.put("drop", drops.numbers());
      facts.put("drop-flow", drops.flow().toString());
      facts.put("drop-count", drops.counted().text());
    }
    return facts;
  }

  private static SequencedMap<String, Object> queues(Node node) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    LinkPort own = node.nodePort();
    if (own != null) {
      facts.put(own.name(), port(own));
    }
    for (LinkConfig link : node.links()) {
      LinkPort port = node.port(link.id());
      facts.put(port.name(), port(port));
    }
    return facts;
  }

  private static SequencedMap<String, Object> port(LinkPort port) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("rate", port.rate().text());
    facts.put("queued-frames", port.queue().frames());
    facts.put("queued-bytes", port.queue().bytes());
    facts.put("flows", port.queue().flows());
    facts.put("limit-frames", port.queue().limitFrames());
    facts.put("average-frames", port.discipline().averageFrames());
    facts.put("control-beside", port.control().besidePackets());
    facts.put("control-queued", port.control().queuedPackets());
    facts.put("paced-departures", port.lateness().departures());
    facts.put("late-departures", port.lateness().late());
    facts.put("late-p50-nanos", port.lateness().quantileNanos(0.50));
    facts.put("late-p99-nanos", port.lateness().quantileNanos(0.99));
    facts.put("late-max-nanos", port.lateness().maxNanos());
    return facts;
  }

  private static SequencedMap<String, Object> flows(Node node) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    LinkPort own = node.nodePort();
    if (own != null) {
      putFlows(facts, own);
    }
    for (LinkConfig link : node.links()) {
      putFlows(facts, node.port(link.id()));
    }
    return facts;
  }

  private static void putFlows(SequencedMap<String, Object> facts, LinkPort port) {
    List<Object> list = new ArrayList<>();
    for (MonitoredQueue.Share share : port.queue().greediest(FLOWS_SHOWN_MAX)) {
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      one.put("flow", share.flow().toString());
      one.put("frames", share.frames());
      list.add(one);
    }
    facts.put(port.name(), list);
  }

  private static SequencedMap<String, Object> filters(Node node, long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    putRules(facts, "own", node.rules(null), nowNanos);
    for (LinkConfig link : node.links()) {
      putRules(facts, link.id().toString(), node.rules(link.id()), nowNanos);
    }
    return facts;
  }

  private static void putRules(
      SequencedMap<String, Object> facts,
      String place,
      @Nullable IngressRules rules,
      long nowNanos) {
    if (rules == null || rules.isEmpty()) {
      return;
    }
    List<Object> list = new ArrayList<>();
    for (IngressRules.Rule rule : rules.rules()) {
      list.add(rule(rule, nowNanos));
    }
    facts.put(place, list);
  }

  /** A filter or diversion. */
  static SequencedMap<String, Object> rule(IngressRules.Rule rule, long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("flow", rule.name());
    if (rule.destination() != 0) {
      facts.put("destination", Address.text(rule.destination()));
    }
    facts.put("kind", rule.diversion() == null ? "filter" : "diversion");
    facts.put("until-nanos", rule.untilNanos());
    facts.put("remaining-nanos", Math.max(0, rule.untilNanos() - nowNanos));
    facts.put("caught", rule.caught());
    return facts;
  }
}
