// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.service.ServiceContext;
import rani.wire.FlowKey;
import rani.world.Facts;
import rani.world.LinkId;

/**
 * Access control for requests that make a service act on a flow. An asker is identified by the link
 * that the request arrives by. It may only affect traffic that it receives: packets from the flow's
 * source to its destination must lately have been forwarded by that link ({@link
 * ServiceContext#hasForwarded}). Packets caught by an installed filter count as forwarded;
 * otherwise no filter could be renewed.
 */
public final class Requesters {
  /** Limit of flows per asker: half of all diversions, so that no asker can take all of them. */
  public static final int FLOWS_MAX = ServiceContext.DIVERSIONS_MAX / 2;

  /** Largest number of requests accepted from one asker in a second, and sent by one monitor. */
  public static final int REQUESTS_PER_SECOND_MAX = 1000;

  private final SequencedMap<LinkId, Asker> askers = new LinkedHashMap<>();
  private long noEvidence;
  private long tooFast;
  private long tooMany;

  private static final class Asker {
    private final RateLimit requests = new RateLimit(REQUESTS_PER_SECOND_MAX);
    private final SequencedMap<FlowKey, Long> untilNanos = new LinkedHashMap<>();
  }

  /** Returns true if the neighbour on the link may ask for the action; else counts the refusal. */
  public boolean mayAsk(
      long nowNanos, LinkId link, FlowKey flow, int destination, ServiceContext node) {
    // Evidence is checked first, so that requests without it do not use up the asker's rate limit.
    if (!node.hasForwarded(nowNanos, link, flow.source(), destination)) {
      noEvidence++;
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

  /** Records that the asker's action on a flow lasts until {@code untilNanos} or {@link #ends}. */
  public void stands(LinkId link, FlowKey flow, long untilNanos) {
    Asker asker = askers.get(link);
    if (asker != null) {
      asker.untilNanos.merge(flow, untilNanos, Math::max);
    }
  }

  /** Records that no action is done to the flow any more. */
  public void ends(FlowKey flow) {
    askers.values().forEach(asker -> asker.untilNanos.remove(flow));
  }

  public record Refused(long noEvidence, long tooFast) implements Facts {}

  /** Counts of refused requests, including those beyond {@link #FLOWS_MAX}. */
  public record All(long noEvidence, long tooFast, long tooMany) implements Facts {}

  public Refused refused() {
    return new Refused(noEvidence, tooFast);
  }

  public All all() {
    return new All(noEvidence, tooFast, tooMany);
  }
}
