// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;
import static rani.node.Ring.N2;
import static rani.node.Ring.N4;
import static rani.node.Ring.RING;
import static rani.node.Ring.hello;
import static rani.node.Ring.inRing;
import static rani.node.Ring.neighbours;
import static rani.node.Ring.up;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import rani.fixture.FakeWorld;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.wire.Address;
import rani.wire.NodeMessage;
import rani.wire.NodeMessage.LinkState;
import rani.wire.NodeMessage.LinkStateAck;
import rani.wire.NodeMessage.SignedLinkState;
import rani.wire.ServiceMessage;
import rani.world.LinkId;

/**
 * n2 in the ring n1 – n2 – n3 – n4 – n1, where nodes sign: link 0 leads to n1, link 1 to n3. The
 * secret of n1 is 32 bytes of 1, and so on.
 */
class SignedLinkStatesTest {
  private static final Map<Integer, String> PUBLIC_KEYS =
      Map.of(
          1,
          "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c",
          2,
          "8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394",
          3,
          "ed4928c628d1c2c6eae90338905995612959273a5c63f93636c14614ac8737d1",
          4,
          "ca93ac1705187071d67b83c7ff0efe8108e8ec4530575d7726879333dbdabe7c",
          9,
          "fd1724385aa0c75b64fb78cd602fa1d991fdebf76b13c58ed702eac835e9f618");
  @AutoClose private final TestNode node = up(inRing().originKeys(keys(2)).build());

  /** What was said since the last time, but for hellos. */
  private static List<ServiceMessage> said(TestNode node) {
    List<ServiceMessage> said = new ArrayList<>();
    for (FakeWorld.Sent sent : node.world().sent()) {
      ServiceMessage message = sent.message();
      if (message != null && !(message instanceof NodeMessage.LinkHello)) {
        said.add(message);
      }
    }
    node.world().forgetSent();
    return said;
  }

  private static long count(TestNode node, String counter) {
    var facts = node.does(new Command.Show(Command.Subject.ROUTES)).facts().byKey();
    if (facts.get("counters") instanceof Map<?, ?> counters
        && counters.get(counter) instanceof Number number) {
      return number.longValue();
    }
    throw new AssertionError("nothing is counted as " + counter);
  }

  private static byte[] secret(int node) {
    byte[] secret = new byte[OriginKeys.KEY_BYTES];
    Arrays.fill(secret, (byte) node);
    return secret;
  }

  /** As an independent program computed them of these secrets: signed_link_state.py's pair. */
  private static byte[] publicKey(int node) {
    return HexFormat.of().parseHex(PUBLIC_KEYS.get(node));
  }

  private static OriginKeys keys(int own) {
    SequencedMap<Integer, byte[]> known = new TreeMap<>();
    for (int node = 1; node <= 4; node++) {
      known.put(Address.parse("10.0.0." + node), publicKey(node));
    }
    return OriginKeys.of(secret(own)).with(known);
  }

  private static byte[] sign(int node, LinkState state) {
    return OriginKeys.of(secret(node)).sign(state.signed());
  }

  private static LinkState aged(LinkState state, long ageMillis) {
    return new LinkState(
        state.origin(),
        state.part(),
        state.sequence(),
        ageMillis,
        state.name(),
        state.neighbours());
  }

  /** From the neighbour that it is taken from in these tests. */
  private static Packet signed(int by, LinkState state) {
    return Packet.message(0, new SignedLinkState(state, sign(by, state)))
        .from("10.0.0.1")
        .to("10.0.0.2");
  }

  @Test
  void whatItsOriginSignedIsTakenAndPassedOnWithThatSignature() {
    LinkState n4 = new LinkState(N4, 0, 1, 70, "n4", neighbours(3));
    node.receives(0, signed(4, n4));
    node.runTo(0);
    assertEquals(1, count(node, "taken"));
    assertEquals(
        List.of(new LinkStateAck(N4, 0, 1), new SignedLinkState(aged(n4, 71), sign(4, n4))),
        said(node));
    assertEquals(new LinkId(1), node.node().route(N4));
  }

  @Test
  void whatAnotherSignedOrNoOneIsNeitherTakenNorAcknowledged() {
    LinkState n4 = new LinkState(N4, 0, 1, 0, "n4", List.of());
    node.receives(0, signed(1, n4)); // n1 speaks for n4
    node.receives(0, Packet.message(0, n4).from("10.0.0.1").to("10.0.0.2"));
    LinkState more = new LinkState(N4, 0, 2, 0, "n4", neighbours(1, 3));
    node.receives(
        0,
        Packet.message(0, new SignedLinkState(more, sign(4, n4))).from("10.0.0.1").to("10.0.0.2"));
    node.runTo(s(1));
    assertEquals(3, count(node, "refused-signature"));
    assertEquals(0, count(node, "taken"));
    assertEquals(List.of(), said(node));
    assertEquals(new LinkId(0), node.node().route(N4));
  }

  @Test
  void whatItSaysIsSigned() {
    node.receives(0, hello("10.0.0.1", 100)); // and never again
    node.runTo(node.world().nowNanos() + ms(300));
    LinkState own = new LinkState(N2, 0, 1, 0, "n2", neighbours(3));
    assertEquals(List.of(new SignedLinkState(aged(own, 1), sign(2, own))), said(node));
  }

  @Test
  void aForgedWordOfItsOwnIsContestedAndNothingMore() {
    node.skip();
    node.receives(0, signed(1, new LinkState(N2, 0, 57, 0, "n2", List.of())));
    node.runTo(s(1));
    assertEquals(1, count(node, "contested"));
    assertEquals(0, count(node, "said"));
    assertEquals(List.of(), said(node));
  }

  @Test
  void noMoreIsVerifiedThanALinkIsAllowed() {
    for (int sequence = 1; sequence <= 1000; sequence++) {
      node.receives(0, signed(1, new LinkState(N4, 0, sequence, 0, "n4", List.of())));
    }
    assertEquals(OriginProofs.VERIFIED_AT_ONCE_MAX, count(node, "refused-signature"));
    assertEquals(1000 - OriginProofs.VERIFIED_AT_ONCE_MAX, count(node, "refused-unverified"));
    node.receives(
        1, signed(4, new LinkState(N4, 0, 1, 0, "n4", neighbours(1, 3))).from("10.0.0.3"));
    assertEquals(1, count(node, "taken"), "by another link there is room");
    node.runTo(s(1));
    node.receives(
        0, signed(3, new LinkState(Address.parse("10.0.0.3"), 0, 1, 0, "n3", neighbours(2, 4))));
    assertEquals(2, count(node, "taken"), "a second later by that one, too");
  }

  @Test
  void anotherKeyIsAnotherOriginOfWhichNothingIsKnown() {
    node.receives(0, signed(4, new LinkState(N4, 0, 500, 0, "n4", List.of())));
    node.runTo(s(1));
    assertNull(node.node().route(N4));
    SequencedMap<Integer, byte[]> changed = new TreeMap<>();
    changed.put(N4, publicKey(9));
    node.does(new Command.KnowNetwork(RING, changed));
    node.receives(0, signed(9, new LinkState(N4, 0, 1, 0, "n4", neighbours(1, 3))));
    node.runTo(s(2));
    assertEquals(new LinkId(0), node.node().route(N4));
  }

  @Test
  void whoDoesNotSignTakesNothingSigned() {
    try (TestNode unsigned = up(inRing().build())) {
      unsigned.receives(0, signed(4, new LinkState(N4, 0, 1, 0, "n4", List.of())));
      assertEquals(1, count(unsigned, "refused-signature"));
      assertEquals(0, count(unsigned, "taken"));
    }
  }
}
