// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.fixture.TestMessage;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.service.Fate;
import rani.world.LinkId;

/** Node 10.0.0.2 between 10.0.0.1 (link 0) and 10.0.0.3 (link 1), slow at control. */
class ControlDelayTest {
  private final List<Long> handledNanos = new ArrayList<>();
  private final TestService here =
      new TestService(2, "here")
          .onPacket(
              (now, packet) -> {
                handledNanos.add(now);
                return Fate.CONSUME;
              });
  private final TestService onTheWay =
      new TestService(3, "on-the-way").everyHop().onPacket((now, packet) -> Fate.FORWARD);

  @AutoClose
  private final TestNode node =
      TestNode.named("n2", "10.0.0.2")
          .link("10.0.0.1")
          .link("10.0.0.3")
          .menu(here, onTheWay)
          .controlDelay(ms(50))
          .build()
          .started();

  private static Packet message(int service, String to) {
    return Packet.message(service, new TestMessage(7)).from("10.0.0.1").to(to);
  }

  @Test
  void aMessageWaitsForItsServiceAndIsInsideMeanwhile() {
    node.runTo(ms(10)).receives(0, message(2, "10.0.0.2").id(1)).expect("arrival link=0");
    assertEquals(1, node.ledger().inside());

    node.expectAt(ms(60), "delivery at=here from=10.0.0.1 to=10.0.0.2 proto=253 id=1");
    assertEquals(List.of(ms(60)), handledNanos);
  }

  @Test
  void messagesAreHandledThatLongAfterEachCameInTheirOrder() {
    node.receives(0, message(2, "10.0.0.2").id(1)).runTo(ms(20));
    node.receives(0, message(2, "10.0.0.2").id(2)).receives(0, message(2, "10.0.0.2").id(3));
    node.skip();

    node.expectAt(ms(50), "delivery at=here from=10.0.0.1 to=10.0.0.2 proto=253 id=1");
    node.expectAt(
        ms(70),
        "delivery at=here from=10.0.0.1 to=10.0.0.2 proto=253 id=2",
        "delivery at=here from=10.0.0.1 to=10.0.0.2 proto=253 id=3");
  }

  @Test
  void aServiceThatActsAtEveryHopIsShownItThenAndItGoesOn() {
    node.receives(0, message(3, "10.0.0.3").id(1)).expect("arrival link=0");

    node.expectAt(ms(50), "departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=253 id=1");
  }

  @Test
  void dataAndMessagesOfNobodyHereDoNotWait() {
    node.receives(0, message(2, "10.0.0.3").id(1));
    node.expect("arrival link=0", "departure link=1");
    node.receives(0, Packet.datagram().from("10.0.0.1").to("10.0.0.2").act(2).id(2));
    node.expect("arrival link=0", "delivery at=here");
    node.receives(0, message(9, "10.0.0.2").id(3));
    node.expect("arrival link=0", "drop reason=no-such-service");
  }

  @Test
  void whatCannotLiveThatLongExpires() {
    node.receives(0, message(2, "10.0.0.2").lifetimeMicros(50_000)).expect("arrival link=0");
    node.expectAt(ms(50), "drop reason=expired link=0");

    node.receives(0, message(2, "10.0.0.2").lifetimeMicros(50_001)).skip();
    node.expectAt(ms(100), "delivery at=here");
  }

  @Test
  void oneMoreThanTheLimitIsDropped() {
    for (int number = 0; number < ControlProcessing.WAITING_MAX; number++) {
      node.receives(0, message(2, "10.0.0.2"));
    }
    node.skip().receives(0, message(2, "10.0.0.2"));
    node.expect("arrival link=0", "drop reason=queue-full link=0");

    node.runTo(s(1));
    assertEquals(ControlProcessing.WAITING_MAX, handledNanos.size());
  }

  @Test
  void whatCameByALinkThatGoesIsDroppedAndTheRestStays() {
    node.receives(0, message(2, "10.0.0.2").id(1));
    node.receives(1, message(2, "10.0.0.2").from("10.0.0.3").id(2)).skip();

    node.does(new Command.RemoveLink(new LinkId(0)));

    node.expect("drop reason=link-removed link=0", "note service=node event=remove-link");
    node.expectAt(ms(50), "delivery at=here from=10.0.0.3 to=10.0.0.2 proto=253 id=2");
  }

  @Test
  void whatWaitsWhenTheNodeStopsIsDropped() {
    node.receives(0, message(2, "10.0.0.2")).skip();

    node.does(new Command.Stop());

    node.expect("drop reason=stopped link=0");
  }
}
