// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.fixture.TestMessage;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.service.Fate;
import rani.service.NamedProvider;
import rani.service.NoOptions;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;
import rani.world.Reply;

/** A service that has its node start and stop others. */
class ServiceRequestsTest {
  private static final int THERE = Address.parse("10.0.0.3");

  private final TestService parent = new TestService(9, "parent").everyHop();
  private final TestService child = new TestService(20, "child");
  private final List<Reply> replies = new ArrayList<>();

  @AutoClose
  private final TestNode node =
      TestNode.named("n2", "10.0.0.2")
          .link("10.0.0.1")
          .link("10.0.0.3")
          .menu(parent)
          .build()
          .started();

  private void tell(Runnable action) {
    parent.onWake((now, timer) -> action.run());
    node.does(new Command.Tell("parent", "act", List.of()));
  }

  private void start(TestService wanted) {
    parent.context().startService(wanted, (reply, now) -> replies.add(reply));
  }

  private void stop(String name) {
    parent.context().stopService(name, (reply, now) -> replies.add(reply));
  }

  private static Packet packet() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3").act(9);
  }

  @Test
  void aServiceStartsAnotherAndStopsIt() {
    node.does(new Command.Go());
    tell(() -> start(child));
    node.expect("note service=node event=start-service by=parent name=child");
    assertTrue(replies.getFirst().ok());
    assertEquals(List.of("start", "go"), child.calls());
    tell(() -> stop("child"));
    node.expect("note service=node event=stop-service by=parent name=child");
    assertEquals(List.of("start", "go", "stop"), child.calls());
    assertNull(node.node().menu().find("child"));
  }

  @Test
  void nothingIsDoneWhileAServiceIsCalled() {
    List<String> order = new ArrayList<>();
    child.onStart(now -> order.add("child started"));
    parent.onPacket(
        (now, packet) -> {
          parent.context().startService(child, (reply, when) -> order.add("told"));
          order.add("asked");
          return Fate.CONSUME;
        });
    node.receives(0, packet()).expect("arrival", "delivery at=parent", "note service=node");
    assertEquals(List.of("asked", "child started", "told"), order);
  }

  @Test
  void refusalsAreTold() {
    tell(() -> start(new TestService(9, "twin")));
    assertFalse(replies.getFirst().ok());
    assertTrue(replies.getFirst().message().contains("has its number, 9"));
    node.expect("note service=node event=refused by=parent operation=start-service name=twin");
    tell(() -> stop("twin"));
    assertFalse(replies.getLast().ok());
    node.skip();
  }

  @Test
  void aServiceThatFailsToStartIsNotLeftOnTheMenu() {
    child.onStart(
        now -> {
          throw new IllegalStateException("broken");
        });
    tell(() -> start(child));
    assertTrue(replies.getFirst().message().contains("did not start"));
    assertNull(node.node().menu().find("child"));
    node.skip();
  }

  @Test
  void whatTheAskerDoesWhenItHearsIsACallOfItsOwn() {
    tell(
        () ->
            parent
                .context()
                .startService(
                    child,
                    (reply, now) -> {
                      throw new IllegalStateException("broken");
                    }));
    node.expect(
        "note service=node event=start-service by=parent name=child",
        "note service=parent event=failure count=1");
    assertNotNull(node.node().menu().find("child"));
  }

  @Test
  void changesOfTheMenuHaveABudget() {
    tell(
        () -> {
          for (int i = 0; i < ServiceContext.MENU_CHANGES_PER_SECOND_MAX; i++) {
            stop("nothing");
          }
          assertThrows(IllegalStateException.class, () -> stop("nothing"));
        });
    assertEquals(ServiceContext.MENU_CHANGES_PER_SECOND_MAX, replies.size());
    node.runTo(s(1)).skip();
    tell(() -> start(child));
    assertTrue(replies.getLast().ok());
    node.skip();
  }

  @Test
  void aServiceThatStopsHasOthersStoppedButNoneStarted() {
    tell(() -> start(child));
    TestService late = new TestService(21, "late");
    parent.onStop(
        now -> {
          start(late);
          stop("child");
        });
    node.skip().does(new Command.StopService("parent"));
    node.expect(
        "note service=node event=stop-service by=operator name=parent",
        "note service=node event=stop-service by=parent name=child");
    assertEquals(List.of(), late.calls());
    assertEquals(1, replies.size(), "what has been stopped is not called");
  }

  @Test
  void whatIsAskedOfANodeThatStopsIsForgotten() {
    parent.onStop(now -> start(child));
    node.does(new Command.Stop());
    assertEquals(List.of(), child.calls());
    node.skip();
  }

  @Test
  void theNodeKeepsTheFactsOfTheLastThatLeft() {
    for (int i = 0; i <= Menu.LAST_FACTS_MAX; i++) {
      String name = "child-" + i;
      node.runFor(ms(100));
      tell(
          () -> {
            start(new TestService(20, name));
            stop(name);
          });
    }
    List<String> left = List.copyOf(node.node().menu().facts(0).sequencedKeySet());
    assertEquals(Menu.LAST_FACTS_MAX + 1, left.size());
    assertEquals(List.of("parent", "child-1"), left.subList(0, 2));
    node.skip();
  }

  /** On the menu it is 65,010; other nodes know it as 9. */
  private static final class Foreign extends NamedProvider implements Service {
    Foreign() {
      super(65_010, "foreign");
    }

    @Override
    public int activeNumber() {
      return 9;
    }

    @Override
    public Service create(OptionReader options) {
      return this;
    }

    @Override
    public void start(long nowNanos, ServiceContext given) {
      given.sendActive(nowNanos, new UdpFlow(THERE, 1, 2), 0, 1_000_000, Unpooled.EMPTY_BUFFER, 4);
      given.sendMessage(nowNanos, THERE, new TestMessage(7));
    }
  }

  @Test
  void whatAServiceSendsAsksForTheNumberThatOthersKnow() {
    tell(() -> parent.context().startService(new Foreign(), (reply, now) -> replies.add(reply)));
    assertTrue(replies.getFirst().ok());
    assertEquals(
        List.of(9, 9),
        node.sent().stream().map(sent -> RaniHeader.service(sent.frame(), 0)).toList());
    node.skip();
  }

  /** A service whose packets {@code parent} is shown until it has replaced it. */
  private static final class Awaited extends NamedProvider implements Service {
    Awaited() {
      super(20, "child", Reach.EVERY_HOP);
    }

    @Override
    public void start(long nowNanos, ServiceContext given) {
      throw new IllegalStateException("it has no code");
    }

    @Override
    public int preparedBy() {
      return 9;
    }

    @Override
    public Service create(OptionReader options) {
      return this;
    }
  }

  private void await() {
    NodeConfig.MenuEntry entry =
        new NodeConfig.MenuEntry(
            new Awaited(), NoOptions.INSTANCE, NodeConfig.Beginning.ON_PACKET, 0);
    assertTrue(node.does(new Command.StartService(entry)).ok());
    node.skip();
  }

  @Test
  void aServiceThatIsPreparedByAnotherIsReplacedAndStartedByThePacket() {
    await();
    List<Integer> shown = new ArrayList<>();
    parent.onPacket(
        (now, packet) -> {
          shown.add(packet.service());
          assertInstanceOf(Awaited.class, parent.context().service(packet.service()));
          return Fate.FORWARD;
        });
    child.everyHop().onPacket((now, packet) -> Fate.CONSUME);
    node.receives(0, packet().act(20)).expect("arrival", "verdict", "departure");
    assertEquals(List.of(20), shown);
    tell(() -> parent.context().replaceService(child, (reply, now) -> replies.add(reply)));
    node.expect("note service=node event=replace-service by=parent name=child");
    assertTrue(replies.getFirst().ok());
    assertEquals(true, replies.getFirst().facts().byKey().get("dormant"));
    node.receives(0, packet().act(20))
        .expect("arrival", "note service=child event=start by=10.0.0.1", "delivery at=child");
    assertEquals(List.of(20), shown);
  }

  @Test
  void nothingElseStartsAServiceThatIsPreparedByAnother() {
    await();
    assertFalse(node.does(new Command.Tell("child", "act", List.of())).ok());
    assertTrue(Objects.requireNonNull(node.node().menu().find("child")).isDormant());
    node.skip();
  }

  @Test
  void whatIsNotThereIsNotReplaced() {
    await();
    for (TestService other :
        List.of(new TestService(20, "other"), new TestService(6, "child"), child.needs("more"))) {
      tell(() -> parent.context().replaceService(other, (reply, now) -> replies.add(reply)));
      assertFalse(replies.getLast().ok());
    }
    assertTrue(replies.get(0).message().contains("no service `other` of number 20"));
    assertTrue(replies.get(1).message().contains("no service `child` of number 6"));
    assertTrue(replies.get(2).message().contains("needs more"));
    node.skip();
  }
}
