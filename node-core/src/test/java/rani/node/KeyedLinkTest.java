// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.link.LinkKeys;
import rani.link.LinkSeal;
import rani.wire.Frame;
import rani.wire.NodeMessage;
import rani.world.DropReason;
import rani.world.LinkId;

/** A node between a neighbour with whom it shares keys, and one with whom it does not. */
class KeyedLinkTest {
  private static final byte[] THERE = new byte[16];
  private static final byte[] BACK = new byte[17];
  private static final LinkId KEYED = new LinkId(0);

  private final LinkSeal neighbour =
      new LinkSeal(new LinkKeys(LinkKeys.Scope.CONTROL, 0, THERE, BACK, 0));
  private final TestNode node =
      TestNode.named("n2", "10.0.0.2")
          .link(
              "10.0.0.1",
              link -> link.keys(new LinkKeys(LinkKeys.Scope.CONTROL, 0, BACK, THERE, 0)))
          .link("10.0.0.3")
          .tellingOfHellos()
          .build()
          .started();

  @AfterEach
  void close() {
    node.close();
  }

  private static Packet hello() {
    return Packet.message(0, new NodeMessage.LinkHello(1, true, 1000))
        .from("10.0.0.1")
        .to("10.0.0.2");
  }

  private ByteBuf sealed(Packet packet) {
    return neighbour.seal(node.world().buffers(), packet.frame(node.world().buffers()));
  }

  @Test
  void aForgedHelloBringsNoLinkUpAndAProvedOneDoes() {
    node.receives(0, hello()).expect("arrival link=0", "drop reason=bad-key link=0");
    assertFalse(node.node().isUp(KEYED));

    node.receives(0, sealed(hello()));

    assertTrue(node.node().isUp(KEYED));
    assertEquals(1, node.ledger().drops(DropReason.BAD_KEY));
  }

  @Test
  void aHelloThatIsPlayedAgainIsDropped() {
    ByteBuf sealed = sealed(hello());
    byte[] captured = ByteBufUtil.getBytes(sealed);
    node.receives(0, sealed).skip();

    node.receives(0, node.world().buffers().heapBuffer().writeBytes(captured))
        .expect("arrival link=0", "drop reason=replayed link=0");
  }

  @Test
  void aKeyedFrameOnALinkWithoutKeysIsDropped() {
    node.receives(1, sealed(hello().from("10.0.0.3")));

    node.expect("arrival link=1", "drop reason=bad-key link=1");
  }

  @Test
  void aFrameIsForwardedAsItsNeighbourLetItGo() {
    node.receives(0, sealed(Packet.datagram().act(99).from("10.0.0.1").to("10.0.0.3")));

    node.expect("arrival link=0", "verdict queue=link-1", "departure link=1");
    assertNull(Frame.check(node.world().sent().getLast().frame()));
  }

  @Test
  void aNodeShowsWhichKeyIsInUse() {
    node.receives(0, sealed(hello()));
    LinkKeys next = new LinkKeys(LinkKeys.Scope.CONTROL, 1, new byte[18], new byte[19], 0);

    assertTrue(node.does(new Command.OfferKey(KEYED, next)).ok());
    assertTrue(node.does(new Command.UseKey(KEYED, 1)).ok());
    assertFalse(node.does(new Command.UseKey(KEYED, 2)).ok());
    assertFalse(node.does(new Command.OfferKey(new LinkId(1), next)).ok());
    assertTrue(node.does(new Command.OfferKey(new LinkId(9), next)).ok(), "it has gone");

    Object link =
        node.does(new Command.Show(Command.Subject.LINKS)).facts().byKey().get(KEYED.toString());
    assertEquals(
        Map.of("scope", "control", "key", 1, "sealed", 0L, "opened", 1L),
        assertInstanceOf(Map.class, link).get("keys"));
  }
}
