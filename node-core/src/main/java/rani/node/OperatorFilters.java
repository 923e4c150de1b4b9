// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.IngressRules;
import rani.link.LinkConfig;
import rani.wire.FlowKey;
import rani.world.LinkId;
import rani.world.Reply;

/** Filters that operators add and remove; services use their context instead. */
final class OperatorFilters {
  private final Node node;

  OperatorFilters(Node node) {
    this.node = node;
  }

  /** Adds a filter at all places, or at none if one of them cannot take it. */
  Reply add(long nowNanos, Command.AddFilter add) {
    List<Place> places = places(add.link(), add.own());
    if (places.isEmpty()) {
      return noSuchLink(add.link());
    }
    for (Place place : places) {
      IngressRules.Rule present = place.rules().ruleOf(add.flow());
      if (present == null && place.rules().size() == IngressRules.RULES_MAX) {
        return Reply.refused(place.name() + " has " + IngressRules.RULES_MAX + " rules already");
      }
      if (present != null && present.diversion() != null) {
        return Reply.refused(add.flow() + " is diverted at " + place.name());
      }
    }
    long untilNanos = nowNanos + add.durationNanos();
    places.forEach(place -> place.rules().filter(nowNanos, add.flow(), untilNanos));
    return reply(nowNanos, add.flow(), places);
  }

  Reply remove(long nowNanos, Command.RemoveFilter remove) {
    List<Place> places = places(remove.link(), remove.own());
    if (places.isEmpty()) {
      return noSuchLink(remove.link());
    }
    String diverted = null;
    List<Place> filtering = new ArrayList<>();
    for (Place place : places) {
      List<IngressRules.Rule> rules = place.rules().rulesOf(remove.flow());
      if (rules.stream().anyMatch(rule -> rule.diversion() == null)) {
        filtering.add(place);
      } else if (!rules.isEmpty()) {
        diverted = place.name();
      }
    }
    if (filtering.isEmpty()) {
      return Reply.refused(
          diverted == null
              ? "no filter of " + remove.flow() + (remove.link() == null ? "" : " there")
              : remove.flow() + " is diverted at " + diverted + ", by a service");
    }
    Reply reply = reply(nowNanos, remove.flow(), filtering);
    filtering.forEach(place -> place.rules().unfilter(nowNanos, remove.flow()));
    return reply;
  }

  private static Reply reply(long nowNanos, FlowKey flow, List<Place> places) {
    SequencedMap<String, List<NodeFacts.Rule>> facts = new LinkedHashMap<>();
    for (Place place : places) {
      List<IngressRules.Rule> rules = place.rules().rulesOf(flow);
      if (!rules.isEmpty()) {
        facts.put(
            place.name(), rules.stream().map(rule -> NodeFacts.Rule.of(rule, nowNanos)).toList());
      }
    }
    return Reply.of(new NodeFacts.Filters(facts));
  }

  private record Place(String name, IngressRules rules) {}

  private List<Place> places(@Nullable LinkId link, boolean own) {
    List<Place> places = new ArrayList<>();
    if (link == null) {
      places.add(new Place("own", node.rules(null)));
    }
    if (!own) {
      for (LinkConfig each : node.links()) {
        if (link == null || link.equals(each.id())) {
          places.add(new Place(each.id().toString(), node.rules(each.id())));
        }
      }
    }
    return places;
  }

  private Reply noSuchLink(@Nullable LinkId link) {
    return Reply.refused(node.name() + " has no " + link);
  }
}
