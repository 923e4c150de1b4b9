// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.node.Command;

/** What a module does wrong ends its call, and is named alike compiled and interpreted. */
class SandboxTrapTest {
  private static final int GROWS = 14;
  private static final int SHOWS_NAN = 15;

  private static TestNode node(boolean compiled) {
    SandboxedCode code = Modules.read("faulty.wasm");
    return TestNode.named("n2", "10.0.0.2")
        .link("10.0.0.1")
        .link("10.0.0.3")
        .menu(compiled ? code.provider() : code.interpreted().provider())
        .build()
        .started();
  }

  private static Packet packet(int what) {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3").data((byte) what).act(40_004);
  }

  private static SequencedMap<String, @Nullable Object> facts(TestNode node) {
    return Modules.facts(node.does(new Command.Show(Command.Subject.SERVICES)), "faulty");
  }

  @ParameterizedTest
  @CsvSource({
    "1, fuel",
    "2, depth",
    "3, unreachable",
    "4, table",
    "5, table",
    "6, arithmetic",
    "7, arithmetic",
    "8, bounds",
    "9, bounds",
    "10, fuel",
    "11, fuel",
    "12, argument",
    "13, argument"
  })
  void theCallEnds(int what, String reason) {
    Object fuelUsed = null;
    for (boolean compiled : new boolean[] {true, false}) {
      TestNode node = node(compiled).receives(0, packet(what));
      SequencedMap<String, @Nullable Object> facts = facts(node);
      assertEquals(Map.of(reason, 1L), facts.get("traps"), () -> "compiled: " + compiled);
      assertEquals(1L, facts.get("failures"));
      assertTrue(fuelUsed == null || fuelUsed.equals(facts.get("fuel-used")), facts::toString);
      fuelUsed = facts.get("fuel-used");
      node.receives(0, packet(0));
      assertEquals(2L, facts(node).get("calls"), "it is called again");
      node.close();
    }
  }

  @Test
  void threeInARowSuspendIt() {
    TestNode node = node(true);
    for (int i = 0; i < 5; i++) {
      node.receives(0, packet(1));
    }
    SequencedMap<String, @Nullable Object> facts = facts(node);
    assertEquals(true, facts.get("suspended"));
    assertEquals(3L, facts.get("calls"));
    assertTrue(Objects.requireNonNull(facts.get("last-failure")).toString().contains("fuel"));
    node.close();
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void memoryIsRefusedBeyondItsLimit(boolean compiled) {
    TestNode node = node(compiled).receives(0, packet(GROWS));
    assertEquals((long) CodeLimits.PAGES_DEFAULT, facts(node).get("value"));
    node.close();
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void nanHasTheCanonicalBits(boolean compiled) {
    TestNode node = node(compiled).receives(0, packet(SHOWS_NAN));
    assertEquals(0x7FF8_0000_0000_0000L, facts(node).get("value"));
    node.close();
  }
}
