// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.service.ServiceContext;
import rani.wire.FlowKey;
import rani.world.Facts;
import rani.world.LinkId;

/**
 * Those who ask a service to do something to a flow, each by the link that it asks by. They have a
 * say in what comes to them, and in nothing else: packets from the flow's source to its destination
 * must lately have gone to the asker by that very link ({@link ServiceContext#hasForwarded}). What
 * a filter that stands has caught counts as if it had gone, or none could be renewed.
 */
public final class Requesters {
  /** For how many flows at a time one asker is heard: no one takes more than half of the room. */
  public static final int FLOWS_MAX = ServiceContext.DIVERSIONS_MAX / 2;

  /** How many requests of one asker are taken in one second, and how many a monitor makes. */
  public static final int REQUESTS_PER_SECOND_MAX = 1000;

  private final SequencedMap<LinkId, Asker> askers = new LinkedHashMap<>();
  private long noEvidence;
  private long tooFast;
  private long tooMany;

  private static final class Asker {
    private final RateLimit requests = new RateLimit(REQUESTS_PER_SECOND_MAX);
    private final SequencedMap<FlowKey, Long> untilNanos = new LinkedHashMap<>();
  }

  /** Whether the asker at the other end of a link may ask something of a flow; counted if not. */
  public boolean mayAsk(
      long nowNanos, LinkId link, FlowKey flow, int destination, ServiceContext node) {
    if (!node.hasForwarded(nowNanos, link, flow.source(), destination)) {
      noEvidence++; // first: who has none uses up nothing of what the asker may
      return false;
    }
    Asker asker = askers.get(link);
    if (asker == null) {
      askers.keySet().removeIf(gone -> node.neighbour(gone) == 0);
      asker = new Asker();
      askers.put(link, asker);
    }
    if (!asker.requests.take(nowNanos)) {
      tooFast++;
      return false;
    }
    asker.untilNanos.values().removeIf(until -> until <= nowNanos);
    if (asker.untilNanos.size() == FLOWS_MAX && !asker.untilNanos.containsKey(flow)) {
      tooMany++;
      return false;
    }
    return true;
  }

  /** What the asker may ask is done to the flow until then, unless it {@link #ends} before. */
  public void stands(LinkId link, FlowKey flow, long untilNanos) {
    Asker asker = askers.get(link);
    if (asker != null) {
      asker.untilNanos.merge(flow, untilNanos, Math::max);
    }
  }

  /** Nothing is done to the flow any more. */
  public void ends(FlowKey flow) {
    askers.values().forEach(asker -> asker.untilNanos.remove(flow));
  }

  /** The refusals. */
  public record Refused(long noEvidence, long tooFast) implements Facts {}

  /** Those of a service that does something to flows for a while. */
  public record All(long noEvidence, long tooFast, long tooMany) implements Facts {}

  public Refused refused() {
    return new Refused(noEvidence, tooFast);
  }

  public All all() {
    return new All(noEvidence, tooFast, tooMany);
  }
}
