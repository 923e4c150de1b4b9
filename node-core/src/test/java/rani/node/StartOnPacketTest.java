// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.service.NoOptions;

/** Services of node 10.0.0.2 that wait for the packet that asks for them. */
class StartOnPacketTest {
  private final TestService lazy = new TestService(7, "lazy").everyHop();

  private TestNode node(TestService... atOnce) {
    TestNode node =
        TestNode.named("n2", "10.0.0.2")
            .link("10.0.0.1")
            .link("10.0.0.3")
            .menu(atOnce)
            .build()
            .started();
    NodeConfig.MenuEntry entry =
        new NodeConfig.MenuEntry(lazy, NoOptions.INSTANCE, NodeConfig.Beginning.ON_PACKET, 0);
    assertEquals(
        true,
        node.does(new Command.StartService(entry)).facts().byKey().get("dormant"),
        "it waits");
    return node.skip();
  }

  private static Packet transit() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3");
  }

  private static Map<?, ?> facts(TestNode node, String service) {
    return (Map<?, ?>)
        node.does(new Command.Show(Command.Subject.SERVICES))
            .facts()
            .byKey()
            .getOrDefault(service, Map.of());
  }

  @Test
  void theFirstPacketThatAsksForItStartsItAtAnyHop() {
    try (TestNode node = node()) {
      node.does(new Command.Go());
      node.receives(0, transit()).expect("arrival", "verdict", "departure");
      assertEquals(List.of(), lazy.calls(), "a passive packet does not");
      node.receives(0, transit().act(7));
      node.expect("arrival", "note service=lazy event=start by=10.0.0.1", "delivery at=lazy");
      assertEquals(List.of("start", "go", "packet"), lazy.calls());
      assertFalse(facts(node, "lazy").containsKey("dormant"));
      node.receives(0, transit().act(7)).expect("arrival", "delivery at=lazy");
    }
  }

  @Test
  void untilThenNothingIsAskedOfIt() {
    try (TestNode node = node()) {
      node.does(new Command.Go());
      assertFalse(node.node().isBusy());
      assertEquals(true, facts(node, "lazy").get("dormant"));
      assertFalse(node.node().enter(0, 7, now -> lazy.calls().clear()));
    }
    assertEquals(List.of(), lazy.calls(), "nor is it stopped");
  }

  @Test
  void aVerbOfTheOperatorStartsIt() {
    try (TestNode node = node()) {
      assertTrue(node.does(new Command.Tell("lazy", "act", List.of())).ok());
      node.expect("note service=lazy event=start by=operator");
      assertEquals(List.of("start", "act"), lazy.calls());
    }
  }

  @Test
  void whatItNeedsIsStartedBeforeIt() {
    TestService first = new TestService(8, "first");
    try (TestNode node = node(first)) {
      assertEquals(List.of("start"), first.calls());
      TestService eager = new TestService(9, "eager").needs("lazy");
      assertTrue(
          node.does(new Command.StartService(new NodeConfig.MenuEntry(eager, NoOptions.INSTANCE)))
              .ok());
      node.expect(
          "note service=lazy event=start by=eager", "note service=node event=start-service");
      assertEquals(List.of("start"), lazy.calls());
    }
  }

  /** A node whose service is stopped when no one has asked for it for 50 ms. */
  private TestNode idleStopping() {
    TestNode node = TestNode.named("n2", "10.0.0.2").link("10.0.0.1").build().started();
    NodeConfig.MenuEntry entry =
        new NodeConfig.MenuEntry(
            lazy, NoOptions.INSTANCE, NodeConfig.Beginning.ON_PACKET, 50_000_000);
    assertTrue(node.does(new Command.StartService(entry)).ok());
    node.does(new Command.Go());
    return node.skip();
  }

  @Test
  void whatNobodyAsksForAnyMoreIsStoppedAndWaitsAgain() {
    try (TestNode node = idleStopping()) {
      Packet here = Packet.datagram().from("10.0.0.1").to("10.0.0.2");
      node.receives(0, here.act(7)).skip();
      node.runTo(30_000_000).receives(0, here.act(7)).expect("arrival", "delivery at=lazy");
      node.runTo(79_000_000).expectNothing();
      assertEquals(List.of("start", "go", "packet", "packet"), lazy.calls(), "30 ms + 50 ms");
      node.runTo(80_000_000).expect("note service=lazy event=stop by=idle");
      assertEquals(List.of("start", "go", "packet", "packet", "stop"), lazy.calls());
      assertEquals(true, facts(node, "lazy").get("dormant"));

      node.runTo(500_000_000).receives(0, here.act(7));
      node.expect("arrival", "note service=lazy event=start by=10.0.0.1", "delivery at=lazy");
    }
  }

  @Test
  void whatIsBusyIsNotIdle() {
    try (TestNode node = idleStopping()) {
      node.receives(0, Packet.datagram().from("10.0.0.1").to("10.0.0.2").act(7)).skip();
      lazy.busy(() -> true);
      node.runTo(120_000_000).expectNothing();
      lazy.busy(() -> false);
      node.runTo(200_000_000).expect("note service=lazy event=stop by=idle");
    }
  }

  @Test
  void oneThatDoesNotStartIsAsIfItWereNotThere() {
    lazy.onStart(
        now -> {
          lazy.context().listen(7000);
          throw new IllegalStateException("broken");
        });
    try (TestNode node = node()) {
      node.receives(0, transit().act(7));
      node.expect(
          "arrival",
          "note service=lazy event=start by=10.0.0.1",
          "note service=lazy event=failure count=1",
          "note service=lazy event=suspended",
          "verdict",
          "departure link=1");
      assertEquals(List.of("start", "stop"), lazy.calls());
      Packet here = Packet.datagram().from("10.0.0.1").to("10.0.0.2");
      node.receives(0, here.act(7)).expect("arrival", "drop reason=service-failed");
    }
  }
}
