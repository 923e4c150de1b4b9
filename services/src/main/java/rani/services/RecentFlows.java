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
 * What a monitor remembers of flows: of so many that one who makes up flows fills no memory. One
 * more makes the one seen longest ago forgotten.
 *
 * @param <T> what is remembered of one
 */
public final class RecentFlows<T> {
  /** How many flows are remembered. */
  public static final int FLOWS_MAX = 4096;

  /** How many of them are shown at once. */
  static final int SHOWN_MAX = 100;

  private final Supplier<T> fresh;
  private final SequencedMap<FlowKey, T> flows = new LinkedHashMap<>();
  private long forgotten;

  /**
   * None yet.
   *
   * @param fresh what is known of a flow that was never seen
   */
  public RecentFlows(Supplier<T> fresh) {
    this.fresh = fresh;
  }

  /** The flow's entry, which becomes the youngest. */
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

  /** How many are remembered. */
  public long size() {
    return flows.size();
  }

  /** How many there were besides. */
  public long forgotten() {
    return forgotten;
  }

  /**
   * The answer to {@code show}: the flows seen last.
   *
   * @param shown what is known of one, for behind its name
   */
  public Reply show(Function<T, Facts> shown) {
    return Reply.of(
        new Shown(
            flows.sequencedEntrySet().reversed().stream()
                .limit(SHOWN_MAX)
                .map(flow -> new Seen(flow.getKey().toString(), shown.apply(flow.getValue())))
                .toList()));
  }

  /** The answer to {@code show}. */
  public record Shown(List<Seen> flows) implements Facts {}

  /** A flow, and what is known of it. */
  public record Seen(String flow, @Inline Facts known) implements Facts {}
}
