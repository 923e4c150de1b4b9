// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.link.Originator;
import rani.node.Command;
import rani.node.OriginKeys;
import rani.queue.Rate;
import rani.wire.Address;
import rani.wire.NodeMessage.LinkState;
import rani.wire.NodeMessage.LinkState.Neighbour;
import rani.wire.PacketPlan;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;

/** p is a neighbour in good standing, and lies in link states: of nodes, of links, of others. */
class HostileNeighbourSimulation {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final int FIRST_STRANGER = Address.parse("172.16.0.0");

  /** Of the private keys that are 32 bytes of 1, of 2, and so on. */
  private static final List<String> PUBLIC_KEYS =
      List.of(
          "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c",
          "8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394",
          "ed4928c628d1c2c6eae90338905995612959273a5c63f93636c14614ac8737d1",
          "ca93ac1705187071d67b83c7ff0efe8108e8ec4530575d7726879333dbdabe7c",
          "6e7a1cdd29b0b78fd13af4c5598feff4ef2a97166e3ca6f2e4fbfccd80505bf1");

  private final List<String> notes = new ArrayList<>();
  private final List<Long> arrivals = new ArrayList<>();
  private long forged;

  private NodeTrace watch(String node, String destination) {
    return new NodeTrace() {
      @Override
      public void note(long nowNanos, String service, String event, NoteDetail detail) {
        notes.add(node + " " + event + " " + detail.text());
      }

      @Override
      public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
        if (node.equals(destination) && reason == DropReason.NO_LISTENER) {
          arrivals.add(nowNanos);
        }
      }
    };
  }

  private static void begin(Simulation simulation) {
    simulation.handleAll(new Command.Start());
    assertTrue(
        simulation.runUntil(
            5 * SECOND,
            () -> simulation.names().stream().allMatch(name -> simulation.node(name).isUp())));
    simulation.handleAll(new Command.Go());
  }

  private static VirtualNetwork nodes(String... names) {
    VirtualNetwork network = new VirtualNetwork().routing();
    Arrays.stream(names).forEach(network::node);
    return network;
  }

  private static void link(VirtualNetwork network, String a, String b) {
    network.link(a, b, Rate.UNLIMITED, ImpairmentConfig.ofDelay(2 * MILLI));
  }

  /** p, at n3 of the ring n1 – n2 – n3 – n4 – n1. */
  private static VirtualNetwork ring() {
    VirtualNetwork network = nodes("n1", "n2", "n3", "n4", "p");
    link(network, "n1", "n2");
    link(network, "n2", "n3");
    link(network, "n3", "n4");
    link(network, "n4", "n1");
    link(network, "p", "n3");
    return network;
  }

  /** p, at n1 of the line n1 – n2 – n3 – n4. */
  private static VirtualNetwork line() {
    VirtualNetwork network = nodes("n1", "n2", "n3", "n4", "p");
    link(network, "n1", "n2");
    link(network, "n2", "n3");
    link(network, "n3", "n4");
    link(network, "p", "n1");
    return network;
  }

  /** p says a link state to its neighbour. */
  private static void say(
      Simulation simulation, VirtualNetwork network, String neighbour, LinkState state) {
    Originator originator = new Originator(UnpooledByteBufAllocator.DEFAULT, network.address("p"));
    ByteBuf frame = originator.message(network.address(neighbour), 0, state);
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    simulation.forge("p", network.linkAt("p", neighbour), bytes);
  }

  private static LinkState state(
      VirtualNetwork network, String origin, int sequence, String... neighbours) {
    return new LinkState(
        network.address(origin), 0, sequence, 0, origin, addresses(network, neighbours));
  }

  private static List<Neighbour> addresses(VirtualNetwork network, String... names) {
    return Arrays.stream(names).map(name -> new Neighbour(network.address(name), 1500, 1)).toList();
  }

  private static void inject(
      Simulation simulation, VirtualNetwork network, String from, String to, int count) {
    Command.Inject inject =
        new Command.Inject(PacketPlan.datagram(network.address(to), 0, 9, 100), count, 10 * MILLI);
    assertTrue(simulation.handle(from, inject).ok());
  }

  private static Map<?, ?> routeFacts(Simulation simulation, String node) {
    return simulation.handle(node, new Command.Show(Command.Subject.ROUTES)).facts().byKey();
  }

  private static long count(Simulation simulation, String node, String counter) {
    if (routeFacts(simulation, node).get("counters") instanceof Map<?, ?> counters
        && counters.get(counter) instanceof Number number) {
      return number.longValue();
    }
    throw new AssertionError("nothing is counted as " + counter);
  }

  /** A node that is nowhere, with so many neighbours that are nowhere. */
  private static LinkState stranger(int number, int neighbours) {
    return new LinkState(
        FIRST_STRANGER + number,
        0,
        1,
        0,
        "x" + number,
        IntStream.rangeClosed(1, neighbours)
            .mapToObj(next -> new Neighbour(FIRST_STRANGER + number + next, 1500, 1))
            .toList());
  }

  @Test
  void madeUpNodesTakeNoRoomFromThoseOfTheFile() {
    VirtualNetwork network = ring();
    Simulation simulation = network.simulation(1, name -> watch(name, "n3"));
    begin(simulation);
    simulation.runUntil(5 * SECOND);
    int madeUp = 1760;
    for (int number = 0; number < madeUp; number++) {
      say(simulation, network, "n3", stranger(number, number < 1562 ? 128 : 1));
      simulation.runUntil(simulation.nowNanos() + 2 * MILLI);
    }
    for (List<String> ends : List.of(List.of("n2", "n3"), List.of("n3", "n2"))) {
      LinkId link = network.linkAt(ends.get(0), ends.get(1));
      assertTrue(simulation.handle(ends.get(0), new Command.CutLink(link)).ok());
    }
    simulation.runUntil(simulation.nowNanos() + 6 * SECOND);
    inject(simulation, network, "n2", "n3", 5);
    simulation.runUntil(simulation.nowNanos() + SECOND);

    assertEquals(5, arrivals.size(), "packets round the ring");
    assertEquals(madeUp, count(simulation, "n3", "refused-unknown-origin"));
    assertEquals(0, count(simulation, "n4", "refused-unknown-origin"), "nothing was passed on");
    assertEquals(
        "{reason=unknown-origin, link=link-2, origin=172.16.6.223}",
        String.valueOf(routeFacts(simulation, "n3").get("last-refused")));
    assertEquals(
        Map.of("link-2", (long) madeUp), routeFacts(simulation, "n3").get("refused-by-link"));
  }

  @Test
  void whatAMadeUpFloodMakesANodeShowIsNoMoreThanItsNetworkHas() {
    VirtualNetwork network = ring();
    Simulation simulation = network.simulation();
    begin(simulation);
    for (int number = 0; number < 1760; number++) {
      say(simulation, network, "n3", stranger(number, 128));
    }
    for (int part = 0; part < LinkState.PARTS_MAX; part++) {
      LinkState of = stranger(0, 128);
      int sequence = 1000;
      say(
          simulation,
          network,
          "n3",
          new LinkState(network.address("n4"), part, sequence, 0, "n4", of.neighbours()));
    }
    simulation.runUntil(simulation.nowNanos() + SECOND);
    String facts = routeFacts(simulation, "n3").toString();
    assertTrue(facts.length() < 10_000, () -> facts.length() + " characters");
    assertEquals(
        LinkState.PARTS_MAX * 128, count(simulation, "n3", "refused-unknown-link"), "claims");
  }

  @Test
  void aLinkThatNeitherTheFileNorAnOperationMadeIsNotBelievedThoughBothItsEndsSaySo() {
    VirtualNetwork network = line();
    Simulation simulation = network.simulation(1, name -> watch(name, "n4"));
    begin(simulation);
    simulation.runUntil(5 * SECOND);
    int lies = 20;
    inject(simulation, network, "n1", "n4", 100);
    for (int lie = 0; lie < lies; lie++) {
      int sequence = 1000 + 100 * lie; // n4 answers each with a newer one
      say(simulation, network, "n1", state(network, "n4", sequence, "n3", "p"));
      say(simulation, network, "n1", state(network, "p", sequence, "n1", "n4"));
      simulation.runUntil(simulation.nowNanos() + 50 * MILLI);
    }
    simulation.runUntil(simulation.nowNanos() + SECOND);
    assertEquals(100, arrivals.size(), "packets from n1 to n4");
    assertEquals(network.linkAt("n1", "n2"), simulation.node("n1").route(network.address("n4")));
    assertEquals(2L * lies, count(simulation, "n1", "refused-unknown-link"));
    assertTrue(
        String.valueOf(routeFacts(simulation, "n1").get("last-refused"))
            .startsWith("{reason=unknown-link, link=link-1, origin=10.0.0."),
        () -> String.valueOf(routeFacts(simulation, "n1").get("last-refused")));
  }

  @Test
  void twoMadeUpNodesThatVouchForEachOtherAreNowhere() {
    VirtualNetwork network = line();
    Simulation simulation = network.simulation();
    begin(simulation);
    LinkState one = stranger(1, 0);
    Neighbour p = new Neighbour(network.address("p"), 1500, 1);
    say(simulation, network, "n1", new LinkState(one.origin(), 0, 1, 0, "x1", List.of(p)));
    say(
        simulation,
        network,
        "n1",
        new LinkState(
            p.address(),
            0,
            1000,
            0,
            "p",
            List.of(
                new Neighbour(network.address("n1"), 1500, 1),
                new Neighbour(one.origin(), 1500, 1))));
    simulation.runUntil(simulation.nowNanos() + 2 * SECOND);
    for (String node : List.of("n1", "n2", "n4")) {
      assertNull(simulation.node(node).route(one.origin()), node);
    }
    assertEquals(1, count(simulation, "n1", "refused-unknown-origin"));
    assertTrue(count(simulation, "n1", "refused-unknown-link") >= 1);
  }

  @Test
  void whoseNameIsUsedByAnotherSaysSo() {
    VirtualNetwork network = line();
    Simulation simulation = network.simulation(1, name -> watch(name, "n4"));
    begin(simulation);
    simulation.runUntil(20 * SECOND);
    for (int sequence = 1000; sequence < 1020; sequence++) {
      say(simulation, network, "n1", state(network, "n4", sequence, "n3"));
      simulation.runUntil(simulation.nowNanos() + 300 * MILLI);
    }
    assertTrue(count(simulation, "n4", "contested") >= 10);
    List<String> contested =
        notes.stream().filter(note -> note.contains("origin-contested")).toList();
    assertEquals(
        "n4 origin-contested link=0 part=0 sequence=1000 own=0 age=0.003", contested.getFirst());
    assertTrue(contested.size() <= 7, () -> "one a second: " + contested);
    for (String other : List.of("n1", "n2", "n3", "p")) {
      assertEquals(0, count(simulation, other, "contested"), other);
    }
  }

  /** Each node has a private key, and knows everyone's public one. */
  private static Map<String, OriginKeys> keys(VirtualNetwork network, String... names) {
    SequencedMap<Integer, byte[]> known = new TreeMap<>();
    for (int node = 0; node < names.length; node++) {
      known.put(network.address(names[node]), HexFormat.of().parseHex(PUBLIC_KEYS.get(node)));
    }
    Map<String, OriginKeys> keys = new TreeMap<>();
    for (int node = 0; node < names.length; node++) {
      byte[] secret = new byte[OriginKeys.KEY_BYTES];
      Arrays.fill(secret, (byte) (node + 1));
      keys.put(names[node], OriginKeys.of(secret).with(known));
    }
    return keys;
  }

  /** p, in good standing, says that n4 has no neighbours. */
  private long arriveWhilePSpeaksForN4(VirtualNetwork network) {
    Simulation simulation = network.simulation(1, name -> watch(name, "n4"));
    begin(simulation);
    simulation.runUntil(20 * SECOND);
    inject(simulation, network, "n3", "n4", 100);
    for (int lie = 0; lie < 20; lie++) {
      say(simulation, network, "n3", state(network, "n4", 1000 + 100 * lie));
      simulation.runUntil(simulation.nowNanos() + 50 * MILLI);
    }
    simulation.runUntil(simulation.nowNanos() + SECOND);
    forged = count(simulation, "n3", "refused-signature");
    return arrivals.size();
  }

  @Test
  void withKeysNoNeighbourSpeaksForAnother() {
    VirtualNetwork network = ring();
    network.signing(keys(network, "n1", "n2", "n3", "n4", "p"));
    assertEquals(100, arriveWhilePSpeaksForN4(network));
    assertEquals(20, forged);
    assertEquals(List.of(), notes.stream().filter(note -> note.contains("routes")).toList());
  }

  /** What keys are for: nothing else keeps p from it. */
  @Test
  void withoutKeysOneDoesAndTrafficSuffers() {
    assertTrue(arriveWhilePSpeaksForN4(ring()) < 100);
    assertEquals(0, forged);
  }

  /** With keys, too, links that are cut are routed round. */
  @Test
  void withKeysRoutesFollowTheLinks() {
    VirtualNetwork network = ring();
    network.signing(keys(network, "n1", "n2", "n3", "n4", "p"));
    Simulation simulation = network.simulation(1, name -> watch(name, "n3"));
    begin(simulation);
    for (List<String> ends : List.of(List.of("n2", "n3"), List.of("n3", "n2"))) {
      LinkId link = network.linkAt(ends.get(0), ends.get(1));
      assertTrue(simulation.handle(ends.get(0), new Command.CutLink(link)).ok());
    }
    simulation.runUntil(simulation.nowNanos() + 6 * SECOND);
    inject(simulation, network, "n2", "n3", 5);
    simulation.runUntil(simulation.nowNanos() + SECOND);
    assertEquals(5, arrivals.size());
    assertTrue(count(simulation, "n4", "taken") >= 2);
    for (String node : simulation.names()) {
      assertEquals(0, count(simulation, node, "refused-signature"), node);
    }
  }

  /** What was said of it before comes back to it, and that is not another who speaks. */
  @Test
  void whoBeganAgainIsNotContested() {
    VirtualNetwork network = ring();
    Simulation simulation = network.simulation(1, name -> watch(name, "n3"));
    begin(simulation);
    simulation.runUntil(5 * SECOND);
    for (int turn = 0; turn < 3; turn++) {
      cutAndMend(simulation, network);
    }
    simulation.crash("n1");
    simulation.runUntil(simulation.nowNanos() + SECOND);
    simulation.restart(
        network.nodes().stream().filter(node -> node.name().equals("n1")).findFirst().get());
    assertTrue(simulation.handle("n1", new Command.Start()).ok());
    assertTrue(simulation.handle("n1", new Command.Go()).ok());
    simulation.runUntil(simulation.nowNanos() + 100 * SECOND);
    assertEquals(0, count(simulation, "n1", "contested"));
    assertTrue(count(simulation, "n1", "said") > 0);
  }

  private static void cutAndMend(Simulation simulation, VirtualNetwork network) {
    LinkId link = network.linkAt("n1", "n2");
    assertTrue(simulation.handle("n1", new Command.CutLink(link)).ok());
    simulation.runUntil(simulation.nowNanos() + 5 * SECOND);
    assertTrue(simulation.handle("n1", new Command.MendLink(link)).ok());
    simulation.runUntil(simulation.nowNanos() + 5 * SECOND);
  }
}
