// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import rani.wire.FlowKey;
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
   * @param tell writes what is known of one behind its name
   */
  public Reply show(BiConsumer<T, SequencedMap<String, Object>> tell) {
    List<SequencedMap<String, Object>> shown = new ArrayList<>();
    for (Map.Entry<FlowKey, T> flow : flows.sequencedEntrySet().reversed()) {
      if (shown.size() < SHOWN_MAX) {
        SequencedMap<String, Object> facts = new LinkedHashMap<>();
        facts.put("flow", flow.getKey().toString());
        tell.accept(flow.getValue(), facts);
        shown.add(facts);
      }
    }
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("flows", shown);
    return Reply.of(facts);
  }
}
