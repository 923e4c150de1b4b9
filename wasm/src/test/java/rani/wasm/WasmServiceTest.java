// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;

import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.node.Command;
import rani.queue.Rate;
import rani.world.Reply;

/** A service in WebAssembly on node 10.0.0.2, between 10.0.0.1 (link 0) and 10.0.0.3 (link 1). */
class WasmServiceTest {
  /** A third of what threads have by default: 1 MB. */
  private static final int THIRD_OF_STACK_BYTES = (1 << 20) / 3;

  private static TestNode node(String module, boolean compiled) {
    SandboxedCode code = Modules.read(module);
    return TestNode.named("n2", "10.0.0.2")
        .link("10.0.0.1")
        .link("10.0.0.3")
        .menu(compiled ? code.provider() : code.interpreted().provider())
        .build()
        .started();
  }

  private static Packet transit() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3").length(100).act(40_001);
  }

  private static SequencedMap<String, @Nullable Object> facts(TestNode node, String service) {
    Reply reply = node.does(new Command.Show(Command.Subject.SERVICES));
    return Modules.facts(reply, service);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itSeesPacketsSetsFactsAndWritesNotes(boolean compiled) {
    TestNode node = node("counter.wasm", compiled);
    for (int i = 0; i < 20; i++) {
      node.receives(0, transit());
    }

    SequencedMap<String, @Nullable Object> facts = facts(node, "counter");
    assertEquals(20L, facts.get("seen"));
    assertEquals(2000L, facts.get("bytes"));
    assertEquals(
        2,
        node.told().stream().filter(line -> line.contains("tenth")).count(),
        () -> String.join("\n", node.told()));
    assertTrue(node.told().stream().anyMatch(line -> line.contains("seen=20 from=10.0.0.1")));
    node.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itsTimersExpire(boolean compiled) {
    TestNode node = node("counter.wasm", compiled).runFor(ms(2));

    assertEquals(3L, facts(node, "counter").get("woken"));
    node.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void instructionsThatAreNotReachedAreNotPaidFor(boolean compiled) {
    TestNode node = node("unreached.wasm", compiled);
    for (int i = 0; i < 10; i++) {
      node.receives(0, transit().act(40_009));
    }

    // i32.const, return, and the end of the function
    assertEquals(10 * 3L, facts(node, "unreached").get("fuel-used"));
    node.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBranchToTheFunctionsEndTakesItsOwnValue(boolean compiled) {
    TestNode node = node("ends.wasm", compiled);
    node.receives(0, transit().act(40_009));

    assertEquals(1, node.sent().size(), () -> String.join("\n", node.told()));
    node.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void blocksTakeParametersAndBranchesLeaveThemBehind(boolean compiled) {
    TestNode node = node("parameters.wasm", compiled);
    node.receives(0, transit().act(40_009));

    SequencedMap<String, @Nullable Object> facts = facts(node, "parameters");
    assertEquals(1000L + 30, facts.get("br"));
    assertEquals(1000L + 40, facts.get("br-if"));
    assertEquals(1000L + 50, facts.get("br-table"));
    assertEquals(9L - 2, facts.get("two-results"));
    assertEquals(5L * 2, facts.get("then"));
    assertEquals(6L + 1, facts.get("else"));
    assertEquals(5L + 10, facts.get("if"));
    assertEquals(6L, facts.get("no-else"));
    assertEquals(4L + 3 + 2 + 1, facts.get("loop"));
    node.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noAddressWrapsAround(boolean compiled) {
    TestNode node = node("wrap.wasm", compiled);
    node.receives(0, transit().act(40_009));

    assertEquals(1L, facts(node, "wrap").get("failures"));
    node.close();
  }

  /** A packet's call, that of the congestion it causes, and that of what is sent about it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void threeCallsNest(boolean compiled) {
    SandboxedCode code = Modules.read("nested.wasm");
    try (TestNode node =
        TestNode.named("n2", "10.0.0.2")
            .link("10.0.0.1", link -> link.rate(Rate.packetsPerSecond(1)))
            .link("10.0.0.3", link -> link.rate(Rate.packetsPerSecond(1)))
            .menu(compiled ? code.provider() : code.interpreted().provider())
            .build()
            .started()) {
      node.receives(0, transit().act(40_009));

      SequencedMap<String, @Nullable Object> facts = facts(node, "nested");
      assertEquals(0L, facts.get("failures"), facts::toString);
      assertEquals(1L, facts.get("congestions"));
      assertEquals(2L, facts.get("transmissions"));
    }
  }

  /**
   * Three services may be called within each other, and share their thread's stack. A call costs
   * one unit of depth, a call by the table two.
   */
  @Test
  void callsByTheTableEndBeforeTheStackDoes() throws InterruptedException {
    AtomicReference<@Nullable SequencedMap<String, @Nullable Object>> found =
        new AtomicReference<>();
    Runnable calls =
        () -> {
          try (TestNode node = node("deep.wasm", true)) {
            node.receives(0, transit().act(40_009));
            found.set(facts(node, "deep"));
          }
        };
    Thread thread = new Thread(null, calls, "short of stack", THIRD_OF_STACK_BYTES);
    thread.start();
    thread.join();

    SequencedMap<String, @Nullable Object> facts = Objects.requireNonNull(found.get());
    assertEquals(Map.of("depth", 1L), facts.get("traps"));
    assertEquals(1 + (CodeLimits.DEPTH_MAX - 1) / 2L, facts.get("levels"), facts::toString);
  }

  /** A call took 7 µs to rewrite 1,400 bytes for 51 units of fuel. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytesThatAreSentOrRewrittenArePaidFor(boolean compiled) {
    TestNode node = node("pays.wasm", compiled);
    node.receives(0, transit().length(1200).act(40_009));

    long instructions = 14;
    long calls = 2L * CodeLimits.IMPORT_FUEL + CodeLimits.ACT_FUEL;
    assertEquals(instructions + calls + 1000 + 800 / 8, facts(node, "pays").get("fuel-used"));
    node.close();
  }
}
