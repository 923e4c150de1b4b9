// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.service.NoOptions;
import rani.wasm.CodeHash;

/**
 * A neighbour n1 that sends capsules to n3 through n2, and is no friend of it; n4 beside it is. The
 * books of all are checked after every event.
 */
class HostilePrevNodeTest {
  private static final byte[] GOOD = CapsuleNetwork.hop(2000);
  private static final CodeHash HASH = CodeHash.of(GOOD);

  private static VirtualNetwork network(HostilePrevNode hostile) {
    MenuEntry own = CapsuleNetwork.entry(CapsuleHost.anySandboxed(), new CapsuleNetwork.Given());
    return new VirtualNetwork()
        .node("n1", new MenuEntry(hostile, NoOptions.INSTANCE))
        .node("n2", own)
        .node("n3", own)
        .node("n4", CapsuleNetwork.first(GOOD))
        .link("n1", "n2")
        .link("n2", "n3")
        .link("n4", "n2")
        .go(1);
  }

  private static void send(VirtualNetwork network, int hashes) {
    send(network, HASH, hashes);
  }

  private static void send(VirtualNetwork network, CodeHash first, int hashes) {
    network.tell("n1", "hostile", "send", "10.0.0.3", first.hex(), Integer.toString(hashes));
  }

  private static Map<?, ?> facts(VirtualNetwork network, String service) {
    return (Map<?, ?>)
        Objects.requireNonNull(
            Objects.requireNonNull(
                    network
                        .running()
                        .handle("n2", new Command.Show(Command.Subject.SERVICES))
                        .facts())
                .byKey()
                .get(service));
  }

  private static long fact(VirtualNetwork network, String name) {
    return ((Number) Objects.requireNonNull(facts(network, "capsule").get(name), name)).longValue();
  }

  private static void assertRefusedOnce(VirtualNetwork network, String reason) {
    assertEquals(Map.of(reason, 1L), facts(network, "capsule").get("refused"));
    assertEquals(1, fact(network, "dropped"));
    assertEquals(0, fact(network, "stored"));
    assertEquals(0, fact(network, "waiting"));
    assertEquals(0, network.running().node("n2").framesInside());
  }

  private static ByteBuf head(int status, int length) {
    return Unpooled.buffer().writeByte(status).writeInt(length);
  }

  private static VirtualNetwork afterOne(HostilePrevNode.Answer answer) {
    VirtualNetwork network = network(new HostilePrevNode(answer));
    send(network, 1);
    return network.runFor(s(9));
  }

  @Test
  void otherCodeThanTheHashNamesIsNotTaken() {
    byte[] other = GOOD.clone();
    other[other.length - 1] ^= 1;
    ByteBuf message = head(0, other.length).writeBytes(other, 0, 1000);
    int[] part = new int[1];
    assertRefusedOnce(
        afterOne(
            to -> {
              to.send(message);
              if (part[0]++ == 0) {
                to.send(Unpooled.copiedBuffer(other, 1000, other.length - 1000));
              }
            }),
        "wrong-hash");
  }

  @Test
  void aCapsuleThatCarriesOtherCodeIsRefused() {
    VirtualNetwork network = network(new HostilePrevNode(to -> {}));
    network.tell("n1", "hostile", "send", "10.0.0.3", HASH.hex(), "1", "0061736d01000000");
    network.runFor(s(1));
    assertEquals(1, fact(network, "malformed"));
    assertEquals(0, fact(network, "stored"));
    assertEquals(1, network.lines(" n2 drop reason=bad-message").size());
  }

  @Test
  void carriedCodeThatIsNoneIsNotKept() {
    VirtualNetwork network = network(new HostilePrevNode(to -> {}));
    CodeHash none = CodeHash.of(new byte[] {1, 2, 3});
    network.tell("n1", "hostile", "send", "10.0.0.3", none.hex(), "1", "010203");
    network.runFor(s(1));
    assertEquals(Map.of("refused", 1L), facts(network, "capsule").get("refused"));
    assertEquals(1, fact(network, "passed"));
    assertEquals(0, fact(network, "stored"));
  }

  @Test
  void codeWithoutEndIsNotTaken() {
    boolean[] begun = new boolean[1];
    HostilePrevNode.Answer endless =
        to -> {
          ByteBuf zeros = Unpooled.buffer().writeZero(1000);
          boolean goesOn = begun[0] || to.send(head(0, GOOD.length).writeZero(900));
          begun[0] = true;
          while (goesOn) {
            goesOn = to.send(zeros);
          }
        };
    assertRefusedOnce(afterOne(endless), "malformed");
  }

  @Test
  void codeThatIsTooLongIsNotEvenBegun() {
    assertRefusedOnce(
        afterOne(HostilePrevNode.of(head(0, CapsuleLimits.CODE_BYTES_MAX + 1))), "too-long");
    assertRefusedOnce(afterOne(HostilePrevNode.of(head(0, -1))), "too-long");
  }

  @Test
  void whatIsNoAnswerIsMalformed() {
    assertRefusedOnce(afterOne(HostilePrevNode.of(head(7, 5))), "malformed");
    assertRefusedOnce(afterOne(HostilePrevNode.of(head(0, 0))), "malformed");
    assertRefusedOnce(afterOne(HostilePrevNode.of(head(1, 1))), "malformed");
    assertRefusedOnce(afterOne(HostilePrevNode.of(head(1, 0).writeByte(1))), "not-there");
  }

  @Test
  void whoHasNothingToSayIsNotWaitedForLong() {
    assertRefusedOnce(afterOne(to -> {}), "timed-out");
    VirtualNetwork slow = network(new HostilePrevNode(to -> {}));
    send(slow, 1);
    slow.runFor(s(2));
    assertEquals(1, fact(slow, "waiting"));
    slow.runFor(s(2));
    assertEquals(0, fact(slow, "waiting"));
  }

  @Test
  void aRefusedCodeIsNotAskedForAgainAtOnce() {
    HostilePrevNode hostile = new HostilePrevNode(HostilePrevNode.of(head(1, 0)));
    VirtualNetwork network = network(hostile);
    for (int k = 0; k < 20; k++) {
      send(network, 1);
      network.runFor(s(1) / 4);
    }
    assertEquals(1, hostile.answered());
    assertEquals(20, fact(network, "dropped"));
    network.runFor(s(10));
    send(network, 1);
    network.runFor(s(1));
    assertEquals(2, hostile.answered());
  }

  /** What n1 does not give, n4 does, though capsules of n1 were the first to ask. */
  @Test
  void aNeighbourDoesNotKeepOthersFromGivingCode() {
    VirtualNetwork network = network(new HostilePrevNode(to -> {}));
    send(network, 1);
    network.runFor(s(1));
    assertTrue(network.tell("n4", "capsule", "send", "hop", "10.0.0.3").ok());
    network.runFor(s(8));

    assertEquals(1, fact(network, "dropped"), "that of n1");
    assertEquals(1, fact(network, "ran"), "that of n4");
    assertEquals(1, fact(network, "running"));
    send(network, 1);
    network.runFor(s(1));
    assertEquals(2, fact(network, "ran"), "once it is there, it runs for all");
  }

  @Test
  void aStormOfHashesLeavesRoomForOthers() {
    VirtualNetwork network = network(new HostilePrevNode(to -> {}));
    send(network, CodeHash.of(new byte[1]), 200);
    network.runFor(s(2));
    assertEquals(CapsuleLimits.PENDING_OF_LINK_MAX, fact(network, "waiting"));
    assertTrue(network.tell("n4", "capsule", "send", "hop", "10.0.0.3").ok());
    network.runFor(s(1) / 2);
    assertEquals(1, fact(network, "running"));
    network.runFor(s(10));
    assertEquals(200, fact(network, "dropped"));
  }

  @Test
  void whatWaitsIsBounded() {
    VirtualNetwork network = network(new HostilePrevNode(to -> {}));
    for (int k = 0; k < CapsuleLimits.WAITING_OF_CODE_MAX + 10; k++) {
      send(network, 1);
    }
    network.runFor(s(2));
    assertEquals(CapsuleLimits.WAITING_OF_CODE_MAX, fact(network, "waiting"));
    network.runFor(s(10));
    assertEquals(CapsuleLimits.WAITING_OF_CODE_MAX + 10, fact(network, "dropped"));
  }
}
