// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import org.junit.jupiter.api.Test;
import rani.service.ServiceContext;

class ServiceBudgetTest {
  private static final int CALLS_PER_SECOND =
      ServiceContext.PACKETS_PER_SECOND_MAX / ServiceContext.PACKETS_PER_CALL_MAX;

  private final ServiceBudget budget = new ServiceBudget();

  private void sendsAllThatACallMay(long nowNanos) {
    budget.begin(nowNanos);
    for (int packet = 0; packet < ServiceContext.PACKETS_PER_CALL_MAX; packet++) {
      budget.packet();
    }
  }

  @Test
  void aSecondHasABudgetOfItsOwn() {
    for (int call = 0; call < CALLS_PER_SECOND; call++) {
      sendsAllThatACallMay(ms(5 * call));
    }
    assertNull(budget.breach());
    budget.begin(ms(999));
    String why = assertThrows(IllegalStateException.class, budget::packet).getMessage();
    assertEquals("a service sends at most 1000000 packets in a second", why);
    assertEquals(why, budget.breach());
    sendsAllThatACallMay(s(1));
    assertNull(budget.breach());
  }

  @Test
  void whatIsRefusedIsCountedAndNotUsed() {
    sendsAllThatACallMay(0);
    assertThrows(BudgetExceeded.class, budget::packet);
    assertThrows(BudgetExceeded.class, () -> budget.timer(ServiceContext.TIMERS_MAX));
    assertThrows(BudgetExceeded.class, () -> budget.diversion(ServiceContext.DIVERSIONS_MAX));
    NodeFacts.Budget facts = budget.facts(0, 0, 0, 0);
    assertEquals(new NodeFacts.Refused(1L, 1L, null, 1L), facts.refused());
    assertEquals(new NodeFacts.Use(10_000, 1_000_000), facts.budgets().packetsInSecond());
  }

  @Test
  void timersThatComeTooOftenAreABreach() {
    budget.begin(0);
    for (int wake = 0; wake < ServiceContext.WAKES_PER_SECOND_MAX; wake++) {
      budget.wake();
    }
    assertNull(budget.breach());
    budget.wake();
    assertNotNull(budget.breach());
    budget.begin(s(1));
    budget.wake();
    assertNull(budget.breach());
  }

  @Test
  void anInnerCallLeavesTheOuterItsOwnBudget() {
    sendsAllThatACallMay(0);
    int outer = budget.begin(0);
    budget.packet();
    budget.resume(outer);
    assertThrows(BudgetExceeded.class, budget::packet);
  }
}
