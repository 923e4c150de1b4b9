// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RosterTest {
  private final Roster<Integer> roster = new Roster<>();

  @BeforeEach
  void three() {
    for (int number = 1; number <= 3; number++) {
      roster.put("n" + number, number);
    }
  }

  @Test
  void aWalkSeesThoseWhoWereThereAsItBegan() {
    List<Integer> met = new ArrayList<>();
    for (int number : roster.values()) {
      met.add(number);
      roster.put("n" + (number + 10), number + 10);
      roster.remove("n" + (number + 1));
    }
    assertEquals(List.of(1, 2, 3), met);
    assertEquals(List.of(1, 11, 12, 13), List.copyOf(roster.values()));
    assertEquals(4, roster.size());
  }

  @Test
  void whoHasGoneWasThereAllTheSame() {
    assertEquals(2, roster.remove("n2"));
    assertNull(roster.remove("n2"));
    assertNull(roster.get("n2"));
    assertEquals(3, roster.get("n3"));
    roster.put("n2", 22);
    roster.clear();
    assertEquals(List.of(), List.copyOf(roster.values()));
    assertEquals(List.of("n1", "n2", "n3"), roster.everThere());
  }
}
