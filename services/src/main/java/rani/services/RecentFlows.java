// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import rani.wire.FlowKey;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Reply;

/**
 * Table of per-flow state of a monitor. It holds at most {@link #FLOWS_MAX} flows, so that forged
 * flows cannot exhaust memory: one more flow evicts the flow seen least recently.
 *
 * @param <T> state of one flow
 */
public final class RecentFlows<T> {
  /** Largest number of flows remembered. */
  public static final int FLOWS_MAX = 4096;

  /** Largest number of flows that the verb {@code show} lists. */
  static final int SHOWN_MAX = 100;

  private final Supplier<T> fresh;
  private final SequencedMap<FlowKey, T> flows = new LinkedHashMap<>();
  private long forgotten;

  /** Creates an empty table; {@code fresh} makes the state of a flow that is not in the table. */
  public RecentFlows(Supplier<T> fresh) {
    this.fresh = fresh;
  }

  /** Returns the flow's state and marks the flow as the most recently seen. */
  public T see(FlowKey flow) {
    T known = flows.remove(flow);
    if (known == null) {
      known = fresh.get();
      if (flows.size() == FLOWS_MAX) {
        flows.pollFirstEntry();
        forgotten++;
      }
    }
    flows.put(flow, known);
    return known;
  }

  /** Returns the number of flows remembered now. */
  public long size() {
    return flows.size();
  }

  /** Returns the number of flows that were evicted. */
  public long forgotten() {
    return forgotten;
  }

  /** Returns the reply to the verb {@code show}: the flows seen last, each with its facts. */
  public Reply show(Function<T, Facts> shown) {
    return Reply.of(
        new Shown(
            flows.sequencedEntrySet().reversed().stream()
                .limit(SHOWN_MAX)
                .map(flow -> new Seen(flow.getKey().toString(), shown.apply(flow.getValue())))
                .toList()));
  }

  public record Shown(List<Seen> flows) implements Facts {}

  /** One flow and the facts about it. */
  public record Seen(String flow, @Inline Facts known) implements Facts {}
}
