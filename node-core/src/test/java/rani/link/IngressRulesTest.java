// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rani.fixture.DueTimers;
import rani.fixture.Packet;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Timers;

class IngressRulesTest implements NodeTrace {
  private static final FlowKey GREEDY = FlowKey.ofSource(Address.parse("10.0.0.1"));
  private static final ByteBuf GREEDY_FRAME = Packet.datagram().from("10.0.0.1").frame();
  private static final ByteBuf OTHER_FRAME = Packet.datagram().from("10.0.0.2").frame();

  private final List<String> log = new ArrayList<>();
  private final Timers timers = new Timers();
  private final IngressRules rules = new IngressRules(new LinkId(2), this, timers);

  @Override
  public void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    log.add(
        nowNanos / 1_000_000
            + "ms "
            + change.text()
            + " "
            + link
            + " "
            + flow
            + " until "
            + untilNanos / 1_000_000
            + "ms caught "
            + caught);
  }

  private void expect(String... events) {
    assertEquals(String.join("\n", events), String.join("\n", log));
    log.clear();
  }

  private boolean catches(ByteBuf frame) {
    return !rules.isEmpty() && rules.match(frame) != null;
  }

  private void runTo(long nanos) {
    while (timers.nextDeadlineNanos() <= nanos) {
      int _ = DueTimers.fire(timers, timers.nextDeadlineNanos(), 1);
    }
  }

  @Test
  void nothingIsPaidWhileThereIsNoRule() {
    assertTrue(rules.isEmpty());
    assertEquals(Timers.NEVER, timers.nextDeadlineNanos());
    assertNull(rules.match(GREEDY_FRAME));
    rules.filter(0, GREEDY, s(1));
    rules.remove(0, GREEDY);
    assertTrue(rules.isEmpty());
    assertEquals(Timers.NEVER, timers.nextDeadlineNanos(), "no timer is left");
  }

  @Test
  void aFilterCatchesItsFlowUntilItExpires() {
    assertTrue(rules.filter(0, GREEDY, s(5)));
    assertTrue(catches(GREEDY_FRAME));
    assertTrue(catches(GREEDY_FRAME));
    assertFalse(catches(OTHER_FRAME));
    runTo(s(5) - 1);
    assertTrue(catches(GREEDY_FRAME));
    runTo(s(5));
    assertFalse(catches(GREEDY_FRAME));
    expect(
        "0ms install link-2 10.0.0.1 until 5000ms caught 0",
        "5000ms expire link-2 10.0.0.1 until 5000ms caught 3");
  }

  @Test
  void askingAgainRefreshesAndDoesNotStack() {
    rules.filter(0, GREEDY, s(5));
    catches(GREEDY_FRAME);
    assertTrue(rules.filter(s(3), GREEDY, s(8)));
    assertEquals(1, rules.rules().size());
    runTo(s(7));
    assertTrue(catches(GREEDY_FRAME));
    runTo(s(8));
    assertFalse(catches(GREEDY_FRAME), "gone at once, nothing was stacked beneath");
    expect(
        "0ms install link-2 10.0.0.1 until 5000ms caught 0",
        "3000ms refresh link-2 10.0.0.1 until 8000ms caught 1",
        "8000ms expire link-2 10.0.0.1 until 8000ms caught 2");
  }

  @Test
  void aRefreshNeverShortens() {
    rules.filter(0, GREEDY, s(100));
    rules.filter(s(1), GREEDY, s(5));
    runTo(s(50));
    assertTrue(catches(GREEDY_FRAME));
  }

  @Test
  void rulesEndEachAtItsOwnTime() {
    FlowKey other = FlowKey.ofSource(Address.parse("10.0.0.2"));
    rules.filter(0, GREEDY, ms(20));
    rules.filter(0, other, ms(10));
    assertEquals(ms(10), timers.nextDeadlineNanos());
    runTo(ms(10));
    assertFalse(catches(OTHER_FRAME));
    assertTrue(catches(GREEDY_FRAME));
    assertEquals(ms(20), timers.nextDeadlineNanos());
    runTo(ms(20));
    assertTrue(rules.isEmpty());
  }

  @Test
  void oneConnectionOfASourceMayBeCaughtAlone() {
    ByteBuf one = Packet.datagram().ports(5001, 7).frame();
    ByteBuf other = Packet.datagram().ports(5002, 7).frame();
    rules.filter(0, FlowIdentity.FIVE_TUPLE.of(one), s(1));
    assertTrue(catches(one));
    assertFalse(catches(other));
    rules.filter(0, GREEDY, s(2));
    assertTrue(catches(other));
    assertTrue(catches(one));
    assertEquals(2, rules.rules().getFirst().caught(), "the narrower rule catches first");
    assertEquals(1, rules.rules().getLast().caught());
    runTo(s(1));
    assertTrue(catches(one), "the wider one is still there");
  }

  @Test
  void aFlowHasOneRuleOnALink() {
    Diversion diversion = new Diversion(7, new LinkId(2), GREEDY, FlowSpec.ALL);
    assertTrue(rules.divert(0, diversion, s(1)));
    assertFalse(rules.divert(0, new Diversion(8, new LinkId(2), GREEDY, FlowSpec.ALL), s(1)));
    assertFalse(rules.filter(0, GREEDY, s(1)), "a diverted flow is not filtered");
    IngressRules.Rule rule = rules.match(GREEDY_FRAME);
    assertNotNull(rule);
    assertEquals(diversion, rule.diversion());
    rules.remove(ms(1), GREEDY);
    assertTrue(rules.filter(ms(2), GREEDY, s(1)));
    assertFalse(rules.divert(ms(3), diversion, s(1)), "a filtered flow is not diverted");
    expect(
        "0ms install link-2 10.0.0.1 until 1000ms caught 0",
        "1ms remove link-2 10.0.0.1 until 1000ms caught 1",
        "2ms install link-2 10.0.0.1 until 1000ms caught 0");
  }

  @Test
  void aFilterForOneDestinationCatchesWhatTheSourceSendsThereAlone() {
    ByteBuf there = Packet.datagram().from("10.0.0.1").to("10.0.0.9").frame();
    ByteBuf elsewhere = Packet.datagram().from("10.0.0.1").to("10.0.0.3").frame();
    FlowKey pair = FlowKey.between(GREEDY.source(), Address.parse("10.0.0.9"));
    assertTrue(rules.filter(0, pair, s(5)));
    assertTrue(catches(there));
    assertFalse(catches(elsewhere));
    assertTrue(rules.filter(0, GREEDY, s(2)), "a rule of its own");
    assertTrue(catches(elsewhere));
    assertEquals(List.of(pair.destination(), 0), destinations());
    rules.unfilter(0, pair);
    assertEquals(List.of(0), destinations());
    assertTrue(rules.filter(0, pair, s(5)));
    rules.unfilter(0, GREEDY);
    assertEquals(0, rules.size(), "the filters of a source are those for one destination, too");
    assertEquals(Timers.NEVER, timers.nextDeadlineNanos());
  }

  private List<Integer> destinations() {
    return rules.rules().stream().map(IngressRules.Rule::destination).toList();
  }

  @Test
  void removingWhatIsNotThereChangesNothing() {
    assertNull(rules.remove(0, GREEDY));
    expect();
  }

  @Test
  void aLinkHasABoundedNumberOfRules() {
    for (int flow = 0; flow < IngressRules.RULES_MAX; flow++) {
      assertTrue(rules.filter(0, FlowKey.ofSource(flow), s(1)));
    }
    assertFalse(rules.filter(0, GREEDY, s(1)));
    assertFalse(catches(GREEDY_FRAME));
    assertTrue(rules.filter(0, FlowKey.ofSource(5), s(2)), "a refresh needs no room");
    runTo(s(1));
    assertEquals(1, rules.rules().size());
    assertTrue(rules.filter(s(1), GREEDY, s(2)));
  }

  private static Diversion wide(int service, FlowSpec spec) {
    return new Diversion(service, new LinkId(2), null, spec);
  }

  private static FlowSpec to(int port) {
    return new FlowSpec(FlowSpec.ANY, FlowSpec.ANY, FlowSpec.ANY, FlowSpec.ANY, port);
  }

  private @Nullable Diversion leads(ByteBuf frame) {
    IngressRules.Rule rule = rules.find(frame);
    return rule == null ? null : rule.diversion();
  }

  @Test
  void aWideDiversionLeadsAsideWhatNoRuleForItsFlowCatches() {
    Diversion some = wide(7, to(9));
    Diversion all = wide(8, FlowSpec.ALL);
    assertTrue(rules.divert(0, some, s(9)));
    assertTrue(rules.divert(0, all, s(9)));
    ByteBuf nine = Packet.datagram().from("10.0.0.2").ports(5001, 9).frame();
    assertSame(some, leads(nine), "the older one");
    assertSame(all, leads(OTHER_FRAME));
    assertSame(all, leads(GREEDY_FRAME));
    assertTrue(rules.filter(0, GREEDY, s(1)));
    assertNull(leads(GREEDY_FRAME), "it is filtered");
    assertEquals(3, rules.size());
    rules.remove(ms(1), some);
    assertSame(all, leads(nine));
    rules.remove(ms(1), some);
    assertEquals(2, rules.size());
  }

  @Test
  void thereIsOneWideDiversionOfTheSameAndAFew() {
    for (int port = 1; port < IngressRules.SPECS_MAX; port++) {
      assertTrue(rules.divert(0, wide(port, to(port)), s(1)));
    }
    assertFalse(rules.divert(0, wide(100, to(1)), s(1)), "there is one for the same");
    assertTrue(rules.divert(0, wide(100, FlowSpec.ALL), s(1)));
    assertFalse(rules.divert(0, wide(101, to(5000)), s(1)), "no more wide ones");
    assertTrue(rules.divert(0, new Diversion(102, new LinkId(2), GREEDY, FlowSpec.ALL), s(1)));
  }

  @Test
  void aDiversionIsRefreshedAsLongAsItStandsAndNeverShortened() {
    for (Diversion diversion :
        List.of(wide(7, to(9)), new Diversion(8, new LinkId(2), GREEDY, FlowSpec.ALL))) {
      assertFalse(rules.refresh(0, diversion, s(5)), "it never stood");
      assertTrue(rules.divert(0, diversion, s(5)));
      assertTrue(rules.refresh(s(1), diversion, s(6)));
      assertEquals(s(6), timers.nextDeadlineNanos());
      assertTrue(rules.refresh(s(2), diversion, s(3)));
      assertEquals(s(6), timers.nextDeadlineNanos());
      runTo(s(6));
      assertTrue(rules.isEmpty());
      assertFalse(rules.refresh(s(7), diversion, s(9)));
    }
    rules.divert(0, wide(7, to(9)), s(5));
    assertFalse(rules.refresh(0, wide(7, to(9)), s(6)), "another for the same");
  }

  @Test
  void theTimerIsSetForTheRulesThatAreLeft() {
    Diversion diversion = wide(7, FlowSpec.ALL);
    rules.divert(0, diversion, s(1));
    rules.filter(0, GREEDY, s(2));
    rules.remove(0, diversion);
    assertEquals(s(2), timers.nextDeadlineNanos());
    assertSame(rules.ruleOf(GREEDY), rules.remove(0, GREEDY));
    assertEquals(Timers.NEVER, timers.nextDeadlineNanos());
  }

  @Test
  void whatHasEndedTakesNoRuleAnyMore() {
    rules.filter(0, GREEDY, s(5));
    log.clear();
    rules.end(s(1));
    expect("1000ms remove link-2 10.0.0.1 until 5000ms caught 0");
    assertTrue(rules.isEmpty());
    assertEquals(Timers.NEVER, timers.nextDeadlineNanos());
    assertThrows(IllegalStateException.class, () -> rules.filter(s(1), GREEDY, s(5)));
  }
}
