// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.queue.FlowTable;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Timers;

/**
 * The filters and diversions on the receive side of one link, by flow, each with its expiry. A flow
 * has at most one rule on a link; a second request refreshes it. An empty table costs nothing per
 * packet.
 */
public final class IngressRules implements Timers.Due {
  public static final int RULES_MAX = 1024;

  /** The largest number of rules for several flows; each packet is compared with them all. */
  public static final int SPECS_MAX = 64;

  private final @Nullable LinkId link;
  private final NodeTrace trace;
  private final Timers.Timer timer;
  private final Table bySource = new Table();
  private final Table byPair = new Table();
  private final Table byTuple = new Table();
  private final List<Rule> bySpec = new ArrayList<>();
  private final List<Rule> rules = new ArrayList<>();

  public static final class Rule {
    private final @Nullable FlowKey flow;
    private final @Nullable Diversion diversion;
    private long untilNanos;
    private long caught;

    private Rule(@Nullable FlowKey flow, @Nullable Diversion diversion, long untilNanos) {
      this.flow = flow;
      this.diversion = diversion;
      this.untilNanos = untilNanos;
    }

    /** Returns the flow as in traces; only the source, if the rule has a single destination. */
    public String name() {
      if (flow == null) {
        return diversion == null ? "" : diversion.spec().toString();
      }
      return flow.low() == 0 ? Address.text(flow.source()) : flow.toString();
    }

    /** Returns the rule's single destination; 0 if the name shows it, or there is none. */
    public int destination() {
      return flow == null || flow.low() != 0 ? 0 : flow.destination();
    }

    /** Returns the diversion of the packets; null for a filter. */
    public @Nullable Diversion diversion() {
      return diversion;
    }

    public long untilNanos() {
      return untilNanos;
    }

    public long caught() {
      return caught;
    }
  }

  /**
   * Makes an empty table for the arrivals of a link, or for packets that originate at the node if
   * {@code link} is null.
   */
  public IngressRules(@Nullable LinkId link, NodeTrace trace, Timers timers) {
    this.link = link;
    this.trace = trace;
    this.timer = timers.timer(this);
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  public List<Rule> rules() {
    return List.copyOf(rules);
  }

  public int size() {
    return rules.size();
  }

  /** Returns the rule that matches the frame, without counting a match; null if there is none. */
  public @Nullable Rule find(ByteBuf frame) {
    Rule rule = null;
    if (!byTuple.isEmpty()) {
      rule = byTuple.find(FlowIdentity.FIVE_TUPLE.high(frame), FlowIdentity.FIVE_TUPLE.low(frame));
    }
    if (rule == null && !byPair.isEmpty()) {
      rule = byPair.find(FlowIdentity.FIVE_TUPLE.high(frame), 0);
    }
    if (rule == null && !bySource.isEmpty()) {
      rule = bySource.find(FlowIdentity.SOURCE_NODE.high(frame), 0);
    }
    for (int i = 0; rule == null && i < bySpec.size(); i++) {
      Rule wide = bySpec.get(i);
      rule = wide.diversion != null && wide.diversion.spec().matches(frame) ? wide : null;
    }
    return rule;
  }

  /** Reports and counts whether a filter, not a diversion, catches the frame. */
  public boolean filters(ByteBuf frame) {
    Rule rule = rules.isEmpty() ? null : find(frame);
    if (rule == null || rule.diversion != null) {
      return false;
    }
    rule.caught++;
    return true;
  }

  /** Returns the rule that catches the frame, and counts the match; null if there is none. */
  public @Nullable Rule match(ByteBuf frame) {
    Rule rule = find(frame);
    if (rule != null) {
      rule.caught++;
    }
    return rule;
  }

  /**
   * Drops the flow's packets until the given time. An earlier filter of the same flow is refreshed,
   * and never shortened.
   *
   * @return false if the link has {@link #RULES_MAX} rules, or the flow is diverted
   */
  public boolean filter(long nowNanos, FlowKey flow, long untilNanos) {
    Rule present = ruleOf(flow);
    if (present == null) {
      return install(nowNanos, new Rule(flow, null, untilNanos));
    }
    if (present.diversion != null) {
      return false;
    }
    refresh(nowNanos, present, untilNanos);
    return true;
  }

  /**
   * Diverts packets until the given time.
   *
   * @return false if the link has {@link #RULES_MAX} rules, {@link #SPECS_MAX} patterns, or a rule
   *     for the same packets
   */
  public boolean divert(long nowNanos, Diversion diversion, long untilNanos) {
    return ruleOf(diversion) == null
        && (diversion.flow() != null || bySpec.size() < SPECS_MAX)
        && install(nowNanos, new Rule(diversion.flow(), diversion, untilNanos));
  }

  /** Extends a diversion, and never shortens it. Returns false if it has expired. */
  public boolean refresh(long nowNanos, Diversion diversion, long untilNanos) {
    Rule present = ruleOf(diversion);
    if (present == null || present.diversion != diversion) {
      return false;
    }
    refresh(nowNanos, present, untilNanos);
    return true;
  }

  private void refresh(long nowNanos, Rule present, long untilNanos) {
    present.untilNanos = Math.max(present.untilNanos, untilNanos);
    tell(nowNanos, FilterChange.REFRESH, present);
    arm();
  }

  public @Nullable Rule remove(long nowNanos, FlowKey flow) {
    Rule present = ruleOf(flow);
    if (present != null) {
      forget(nowNanos, FilterChange.REMOVE, present);
      arm();
    }
    return present;
  }

  /** Removes the flow's filters; for a source also its filters for single destinations. */
  public void unfilter(long nowNanos, FlowKey flow) {
    for (Rule rule : rulesOf(flow)) {
      if (rule.diversion == null) {
        forget(nowNanos, FilterChange.REMOVE, rule);
      }
    }
    arm();
  }

  public void end(long nowNanos) {
    for (Rule rule : List.copyOf(rules)) {
      forget(nowNanos, FilterChange.REMOVE, rule);
    }
    timer.retire();
  }

  @Override
  public void due(long nowNanos) {
    for (Rule rule : List.copyOf(rules)) {
      // A diversion that ends keeps what it holds: its service flushes or closes it.
      if (rule.untilNanos <= nowNanos) {
        forget(nowNanos, FilterChange.EXPIRE, rule);
      }
    }
    arm();
  }

  private boolean install(long nowNanos, Rule rule) {
    if (rules.size() == RULES_MAX) {
      return false;
    }
    if (rule.flow == null) {
      bySpec.add(rule);
    } else {
      tableOf(rule.flow).add(rule, rule.flow);
    }
    rules.add(rule);
    tell(nowNanos, FilterChange.INSTALL, rule);
    arm();
    return true;
  }

  private void forget(long nowNanos, FilterChange change, Rule rule) {
    if (rule.flow == null) {
      bySpec.remove(rule);
    } else {
      tableOf(rule.flow).remove(rule.flow);
    }
    rules.remove(rule);
    tell(nowNanos, change, rule);
  }

  /** Removes a diversion's rule, if it has not expired. */
  public void remove(long nowNanos, Diversion diversion) {
    Rule present = ruleOf(diversion);
    if (present != null && present.diversion == diversion) {
      forget(nowNanos, FilterChange.REMOVE, present);
      arm();
    }
  }

  /** Returns the rule for the same packets as a diversion; null if there is none. */
  private @Nullable Rule ruleOf(Diversion diversion) {
    if (diversion.flow() != null) {
      return ruleOf(diversion.flow());
    }
    return bySpec.stream()
        .filter(rule -> rule.diversion != null && rule.diversion.spec().equals(diversion.spec()))
        .findFirst()
        .orElse(null);
  }

  public @Nullable Rule ruleOf(FlowKey flow) {
    return tableOf(flow).find(flow.high(), flow.low());
  }

  /** Returns the flow's rule; for a source also its rules for single destinations. */
  public List<Rule> rulesOf(FlowKey flow) {
    boolean ofSource = tableOf(flow) == bySource;
    List<Rule> found = new ArrayList<>();
    for (Rule rule : rules) {
      FlowKey caught = rule.flow;
      boolean isPart =
          caught != null && tableOf(caught) == byPair && caught.source() == flow.source();
      if (flow.equals(caught) || (ofSource && isPart)) {
        found.add(rule);
      }
    }
    return found;
  }

  private Table tableOf(FlowKey flow) {
    if (flow.low() != 0) {
      return byTuple;
    }
    return flow.destination() == 0 ? bySource : byPair;
  }

  private void arm() {
    timer.disarm();
    rules.stream().mapToLong(Rule::untilNanos).min().ifPresent(timer::armAt);
  }

  private void tell(long nowNanos, FilterChange change, Rule rule) {
    trace.filter(nowNanos, change, link, rule.name(), rule.untilNanos, rule.caught);
  }

  /** Rules by flow; allocates nothing before its first rule. */
  private static final class Table {
    private @Nullable FlowTable slots;
    private @Nullable Rule[] ruleOf = new Rule[0];

    boolean isEmpty() {
      return slots == null || slots.size() == 0;
    }

    @Nullable Rule find(long high, long low) {
      int slot = slots == null ? FlowTable.ABSENT : slots.find(high, low);
      return slot == FlowTable.ABSENT ? null : ruleOf[slot];
    }

    void add(Rule rule, FlowKey flow) {
      if (slots == null) {
        slots = new FlowTable(RULES_MAX);
        ruleOf = new Rule[RULES_MAX];
      }
      ruleOf[slots.add(flow.high(), flow.low())] = rule;
    }

    void remove(FlowKey flow) {
      if (slots != null) {
        int slot = slots.find(flow.high(), flow.low());
        ruleOf[slot] = null;
        slots.remove(slot);
      }
    }
  }
}
