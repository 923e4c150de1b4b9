// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.fixture.TestLink;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.link.Diversion;
import rani.link.LinkConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.Fate;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.Reply;

/** Links that come and go at node 10.0.0.2 between 10.0.0.1 (link 0) and 10.0.0.3 (link 1). */
class LinkChangesTest {
  private static final LinkId BACK = new LinkId(0);
  private static final LinkId ON = new LinkId(1);
  private static final LinkId NEW = new LinkId(2);
  private static final FlowKey FLOW = FlowKey.ofSource(Address.parse("10.0.0.1"));

  private final TestService shaper = new TestService(9, "shaper");

  @AutoClose
  private final TestNode node =
      TestNode.named("n2", "10.0.0.2")
          .link("10.0.0.1")
          .link("10.0.0.3", link -> link.rate(Rate.packetsPerSecond(10)))
          .menu(shaper)
          .build()
          .started();

  private static LinkConfig link(LinkId id, String neighbour) {
    return TestLink.to(id.number(), neighbour).config();
  }

  private static Packet transit(int id) {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3").id(id);
  }

  private static void assertRefused(Reply reply, String why) {
    assertFalse(reply.ok());
    assertTrue(reply.message().contains(why), reply::message);
  }

  @Test
  void anAddedLinkTakesFramesAndSaysHelloWhenTheWorldWakesTheNode() {
    int sent = node.world().sent().size();

    assertTrue(node.does(new Command.AddLink(link(NEW, "10.0.0.9"))).ok());

    node.expect("note service=node event=add-link by=operator link=2 neighbour=10.0.0.9");
    assertEquals(sent, node.world().sent().size(), "its world has not laid the wire yet");
    assertEquals(node.world().nowNanos(), node.world().wakeAtNanos());
    node.runTo(node.world().nowNanos());
    assertEquals(NEW, node.world().sent().getLast().link());
    node.receives(2, Packet.datagram().from("10.0.0.9").to("10.0.0.2"));
    node.expect("arrival link=2", "drop reason=no-listener");
  }

  @Test
  void aLinkThatGoesDropsWhatWaitsForItAndNothingElse() {
    node.receives(0, transit(1)).receives(0, transit(2)).skip();

    assertTrue(node.does(new Command.RemoveLink(ON)).ok());

    node.expect(
        "drop reason=link-removed from=10.0.0.1 to=10.0.0.3 proto=17 id=1",
        "drop reason=link-removed from=10.0.0.1 to=10.0.0.3 proto=17 id=2",
        "note service=node event=remove-link by=operator link=1");
    node.receives(0, transit(3)).expect("arrival link=0", "drop reason=no-route link=0");
    assertEquals(List.of(BACK), node.node().links().stream().map(LinkConfig::id).toList());
    assertEquals(2, node.ledger().drops(DropReason.LINK_REMOVED));
  }

  @Test
  void whatStillComesByARemovedLinkNeverCame() {
    node.does(new Command.RemoveLink(ON));
    node.skip();

    node.receives(1, Packet.datagram().from("10.0.0.3").to("10.0.0.2"));

    node.expectNothing();
  }

  @Test
  void aNumberThatALinkHadIsNotGivenAgain() {
    assertRefused(node.does(new Command.AddLink(link(ON, "10.0.0.9"))), "link-1 is here");
    node.does(new Command.RemoveLink(ON));

    assertRefused(
        node.does(new Command.AddLink(link(ON, "10.0.0.9"))),
        "link-1 was removed; its number is not given again");
    assertRefused(node.does(new Command.RemoveLink(ON)), "n2 has 1 link, and no link-1");
    assertRefused(
        node.does(new Command.AddLink(link(NEW, "10.0.0.2"))),
        "a link does not lead from a node to itself");
  }

  @Test
  void moreLinksThanTheLimitAreRefused() {
    for (int number = 2; number < NodeConfig.LINKS_MAX; number++) {
      node.node().handle(0, new Command.AddLink(link(new LinkId(number), "10.0.0.9")));
    }

    assertRefused(
        node.does(new Command.AddLink(link(new LinkId(5000), "10.0.0.9"))), "at most 1024 links");

    node.does(new Command.RemoveLink(NEW));
    assertTrue(node.does(new Command.AddLink(link(new LinkId(5000), "10.0.0.9"))).ok());
  }

  @Test
  void aLinkThatWasUpIsToldDownAndTheOthersDecideWhetherTheNodeIsUp() {
    node.does(new Command.RemoveLink(BACK));
    node.does(new Command.RemoveLink(ON));
    assertTrue(node.node().isUp(), "no link is missing");

    node.does(new Command.AddLink(link(NEW, "10.0.0.9")));

    assertFalse(node.node().isUp(), "its neighbour has not been heard");
  }

  @Test
  void filtersOfARemovedLinkAreGoneAndNoneIsSetOnItAgain() {
    shaper.context().filter(0, BACK, FLOW, s(10));
    node.skip();

    node.does(new Command.RemoveLink(BACK));

    node.expect(
        "filter change=remove link=0", "note service=node event=remove-link by=operator link=0");
    assertFalse(shaper.context().filter(0, BACK, FLOW, s(10)));
    assertNull(shaper.context().divert(0, BACK, FLOW, s(10)));
    assertEquals(0, shaper.context().neighbour(BACK));
  }

  @Test
  void whatADiversionHoldsHadComeAndGoesItsWayWhenItsLinkGoes() {
    shaper.onDiverted((now, packet) -> Fate.HOLD);
    Diversion diversion = shaper.context().divert(0, BACK, FLOW, s(10));
    assertNotNull(diversion);
    node.receives(0, transit(1)).skip();

    node.does(new Command.RemoveLink(BACK));
    shaper.context().flush(0, diversion);

    node.runTo(ms(100));
    assertEquals(1, node.ledger().departures() - hellos());
    assertEquals(0, node.ledger().drops());
  }

  private long hellos() {
    return node.world().sent().size() - node.sent().size();
  }

  @Test
  void whatWaitsInTheNodesOwnQueueForARemovedLinkIsDroppedAtItsTurn() {
    try (TestNode one =
        TestNode.named("n2", "10.0.0.2")
            .link("10.0.0.1")
            .link("10.0.0.3")
            .queue(Rate.packetsPerSecond(10), QueueConfig.dropTail(10))
            .build()
            .started()) {
      one.receives(0, transit(1)).skip();
      one.does(new Command.RemoveLink(ON));
      one.skip();

      one.expectAt(ms(100), "drop reason=link-removed from=10.0.0.1 to=10.0.0.3 proto=17 id=1");
      assertRefused(
          one.does(
              new Command.AddLink(
                  TestLink.to(NEW.number(), "10.0.0.9").rate(Rate.packetsPerSecond(1)).config())),
          "whose queue it would hide");
    }
  }
}
