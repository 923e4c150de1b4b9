// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.NodeConfig.Beginning;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.service.Service;
import rani.wasm.CodeHash;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;
import rani.wire.PacketPlan;
import rani.world.Reply;

/** Services of menus whose code is known by its hash, on a chain of nodes, in virtual time. */
class FetchedServiceSimulation {
  private static final int NODES = 5;
  private static final int NUMBER = 40_100;
  private static final String NAME = "hop";
  private static final byte[] CODE = everyHop();

  private final VirtualNetwork network = new VirtualNetwork();

  /** The module {@code hop}, which sees packets at every hop. */
  private static byte[] everyHop() {
    String text = new String(CapsuleNetwork.module("hop.wasm"), StandardCharsets.ISO_8859_1);
    return text.replace(
            "version 1.0.0\nsummary Counts capsules.\n",
            "reach every-hop\nsummary Counts packet.\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static CapsuleHost having(byte[]... modules) {
    return CapsuleHost.anySandboxed()
        .holding(
            List.of(modules).stream().map(each -> new CapsuleHost.Module(NAME, each)).toList());
  }

  private static MenuEntry capsule(CapsuleHost host) {
    return CapsuleNetwork.entry(host, new CapsuleNetwork.Given());
  }

  private static MenuEntry fetched(byte[] code, CapsuleHost.Verifier verifier, long idleNanos) {
    return new MenuEntry(
        new FetchedProvider(NAME, NUMBER, CodeHash.of(code), null, verifier),
        new CapsuleNetwork.Given(),
        Beginning.ON_PACKET,
        idleNanos);
  }

  private static MenuEntry fetched() {
    return fetched(CODE, SandboxedCode::of, 0);
  }

  /** The host of a node that runs nothing of what capsules bring. */
  private static CapsuleHost none() {
    return new CapsuleHost(
        CodePolicy.NONE, SandboxedCode::of, CapsuleHost.Preparation.AT_ONCE, List.of());
  }

  /** A chain whose first node has a module, if any, and whose others have a menu. */
  private FetchedServiceSimulation chain(@Nullable CapsuleHost first, MenuEntry... others) {
    if (first == null) {
      network.node("n1");
    } else {
      network.node("n1", capsule(first));
    }
    for (int k = 2; k <= NODES; k++) {
      network.node("n" + k, others);
      network.link(
          "n" + (k - 1), "n" + k, Rate.bitsPerSecond(100e6), ImpairmentConfig.ofDelay(ms(10)));
    }
    network.go(1);
    return this;
  }

  private void send(int to, int count) {
    PacketPlan plan = PacketPlan.datagram(VirtualNetwork.address(to), NUMBER, 7, 100);
    Reply reply = network.running().handle("n1", new Command.Inject(plan, count, ms(1)));
    assertTrue(reply.ok(), reply::message);
  }

  private @Nullable Map<?, ?> facts(int k, String service) {
    Reply reply = network.running().handle("n" + k, new Command.Show(Command.Subject.SERVICES));
    return (Map<?, ?>) Objects.requireNonNull(reply.facts()).byKey().get(service);
  }

  private @Nullable Object fact(int k, String service, String fact) {
    return Objects.requireNonNull(facts(k, service), service).get(fact);
  }

  @Test
  void theFirstPacketHasCodeFetchedAlongItsWayAndAllAreServed() {
    chain(having(CODE), capsule(none()), fetched());
    for (int k = 2; k <= NODES; k++) {
      assertEquals(true, fact(k, NAME, "dormant"));
    }
    send(NODES, 20);
    network.runUntilDone();
    for (int k = 2; k <= NODES; k++) {
      assertEquals(20L, fact(k, NAME, "seen"), "at n" + k);
      assertEquals(1L, fact(k, "capsule", "fetched"), "though its code is `none`");
      assertEquals(k == NODES ? 0L : 1L, fact(k, "capsule", "served"));
      assertEquals(0, fact(k, "capsule", "waiting"));
      assertNull(fact(k, NAME, "dormant"));
      assertEquals(0, network.running().node("n" + k).framesInside());
      assertEquals(1, network.lines(" n" + k + " note service=hop event=start by=10.0.0.1").size());
      assertEquals(1, network.lines(" n" + k + " note", "event=replace-service").size());
    }
    assertEquals(20, network.lines(" n5 delivery", "at=hop").size());
    List<?> codes = (List<?>) Objects.requireNonNull(fact(3, "capsule", "codes"));
    Map<?, ?> code = (Map<?, ?>) codes.getFirst();
    assertEquals(CodeHash.of(CODE).hex(), code.get("hash"));
    assertEquals(NAME, code.get("name"));
    assertEquals("10.0.0.2", code.get("origin"));
    assertEquals("running", code.get("state"));
    assertEquals(0, network.lines(" drop ").size());
  }

  /** Nodes on the way do not run it, and have it for the next. */
  @Test
  void aServiceOfTheDestinationIsFetchedAlongTheWayToo() throws Exception {
    byte[] code = CapsuleNetwork.module("hop.wasm");
    FetchedProvider provider =
        new FetchedProvider(
            NAME, NUMBER, CodeHash.of(code), SandboxedCode.of(code), SandboxedCode::of);
    chain(
        having(code),
        capsule(none()),
        new MenuEntry(provider, new CapsuleNetwork.Given(), Beginning.ON_PACKET, 0));
    send(NODES, 3);
    network.runUntilDone();
    assertEquals(3L, fact(NODES, NAME, "seen"));
    for (int k = 2; k < NODES; k++) {
      assertEquals(true, fact(k, NAME, "dormant"));
      assertEquals(1L, fact(k, "capsule", "served"));
    }
    assertEquals(3, network.lines(" n5 delivery", "at=hop").size());
  }

  /** Three round trips of each link at most, as with capsules: its own, RDP's opening, the code. */
  @Test
  void itTakesNoLongerThanWithCapsules() {
    chain(having(CODE), capsule(none()), fetched());
    send(NODES, 1);
    network.runUntilDone();
    double sent = seconds(network.lines(" n1 origin", "service=" + NUMBER).getFirst());
    double last = seconds(network.lines(" n5 delivery", "at=hop").getFirst()) - sent;
    double hops = NODES - 1;
    assertTrue(last > hops * 0.03, () -> "RDP opens in a round trip, and code comes: " + last);
    assertTrue(last < hops * 0.07, () -> last + " s");
  }

  private static double seconds(String line) {
    return Double.parseDouble(line.split(" ", 2)[0]);
  }

  @Test
  void theMenusOptionsAreThoseOfTheService() {
    MenuEntry frugal =
        new MenuEntry(
            new FetchedProvider(NAME, NUMBER, CodeHash.of(CODE), null, SandboxedCode::of),
            new CapsuleNetwork.Given().with("fuel", "9"),
            Beginning.ON_PACKET,
            0);
    chain(having(CODE), capsule(none()), frugal);
    send(2, 1);
    network.runUntilDone();
    assertEquals(Map.of("fuel", 1L), fact(2, NAME, "traps"));
  }

  @Test
  void codeThatIsNotWhatTheMenuWantsIsRefusedAndPacketsPass() {
    CapsuleHost.Verifier wrong =
        code -> {
          throw new CodeRefusal("it calls itself `hop`");
        };
    chain(having(CODE), capsule(none()), fetched(CODE, wrong, 0));
    send(NODES, 3);
    network.runUntilDone();
    for (int k = 2; k <= NODES; k++) {
      String reason = k == 2 ? "refused" : "not-there"; // n2 does not keep what it refuses
      assertEquals(Map.of(reason, 1L), fact(k, "capsule", "refused"));
      assertEquals(true, fact(k, NAME, "dormant"));
      assertEquals(k < NODES ? 3L : 0L, fact(k, "capsule", "passed"));
      assertEquals(k < NODES ? 0L : 3L, fact(k, "capsule", "dropped"));
    }
    assertEquals(1, network.lines(" n2 note", "event=refused", "why=it_calls").size());
    List<?> codes = (List<?>) Objects.requireNonNull(fact(2, "capsule", "codes"));
    assertEquals(NAME, ((Map<?, ?>) codes.getFirst()).get("name"));
    assertEquals(3, network.lines(" n5 drop", "reason=discarded").size());
  }

  /** The node puts it on the menu, which says no. */
  @Test
  void codeWithAnotherNumberDoesNotRun() {
    String other = new String(CODE, StandardCharsets.ISO_8859_1).replace("40100", "40101");
    byte[] code = other.getBytes(StandardCharsets.ISO_8859_1);
    chain(having(code), capsule(none()), fetched(code, SandboxedCode::of, 0));
    send(3, 2);
    network.runUntilDone();
    assertEquals(Map.of("not-started", 1L), fact(2, "capsule", "refused"));
    assertEquals(2L, fact(2, "capsule", "passed"));
    assertEquals(true, fact(2, NAME, "dormant"));
  }

  @Test
  void whatPrevNodeLacksIsAskedForAgainAfterAWhile() {
    chain(having(), capsule(none()), fetched());
    send(NODES, 4);
    network.runFor(s(1));
    for (int k = 2; k <= NODES; k++) {
      assertEquals(Map.of("not-there", 1L), fact(k, "capsule", "refused"));
      assertEquals(0, fact(k, "capsule", "waiting"));
    }
    assertEquals(4, network.lines(" n5 drop", "reason=discarded").size());
    send(NODES, 1);
    network.runFor(s(1));
    assertEquals(Map.of("not-there", 1L), fact(2, "capsule", "refused"), "the answer stands");
    network.runFor(s(10));
    send(NODES, 1);
    network.runUntilDone();
    assertEquals(Map.of("not-there", 2L), fact(2, "capsule", "refused"));
  }

  @Test
  void aPrevNodeWithoutTheServiceOfCapsulesGivesNothing() {
    chain(null, capsule(none()), fetched());
    send(3, 2);
    network.runUntilDone();
    assertEquals(2L, fact(2, "capsule", "passed"));
    assertEquals(0, fact(2, "capsule", "waiting"));
    assertEquals(2, network.lines(" n3 drop", "reason=discarded").size());
    assertEquals(0, network.running().node("n2").framesInside());
  }

  @Test
  void codeThatTheHashDoesNotNameIsNotRun() {
    ByteBuf answer = Unpooled.buffer();
    CodeRequest.writeAnswerHead(answer, CodeRequest.HERE, CODE.length);
    byte[] other = CODE.clone();
    other[other.length - 1]++;
    answer.writeBytes(other);
    network
        .node("n1", new HostilePrevNode(HostilePrevNode.of(answer)))
        .node("n2", capsule(none()), fetched())
        .node("n3")
        .link("n1", "n2")
        .link("n2", "n3");
    network.go(1);
    send(3, 2);
    network.runUntilDone();
    assertEquals(Map.of("wrong-hash", 1L), fact(2, "capsule", "refused"));
    assertEquals(2L, fact(2, "capsule", "passed"));
    assertEquals(0, fact(2, "capsule", "stored"));
    assertEquals(true, fact(2, NAME, "dormant"));
    assertEquals(0, network.running().node("n2").framesInside());
  }

  /** The code is verified against the options of one entry, so that it replaces no other. */
  @Test
  void anEntryThatChangedMeanwhileIsNotReplaced() {
    List<Runnable> later = new ArrayList<>();
    CapsuleHost.Preparation slow =
        new CapsuleHost.Preparation() {
          @Override
          public <T> void run(long nowNanos, Supplier<T> work, ObjLongConsumer<T> then) {
            later.add(() -> then.accept(work.get(), nowNanos));
          }
        };
    CapsuleHost host = new CapsuleHost(CodePolicy.NONE, SandboxedCode::of, slow, List.of());
    chain(having(CODE), capsule(host), fetched());
    send(2, 1);
    network.runFor(s(1));
    assertEquals(1, later.size());
    network.running().handle("n2", new Command.StopService(NAME));
    network.running().handle("n2", new Command.StartService(fetched()));
    later.forEach(Runnable::run);
    network.runUntilDone();
    assertEquals(Map.of("busy", 1L), fact(2, "capsule", "refused"));
    assertEquals(true, fact(2, NAME, "dormant"));
  }

  @Test
  void soManyPacketsWaitAndOthersPass() {
    chain(having(CODE), capsule(none()), fetched());
    int many = CapsuleLimits.WAITING_OF_CODE_MAX + 50;
    PacketPlan plan = PacketPlan.datagram(VirtualNetwork.address(3), NUMBER, 7, 100);
    Reply reply = network.running().handle("n1", new Command.Inject(plan, many, 10_000));
    assertTrue(reply.ok(), reply::message);
    network.runUntilDone();
    assertEquals(50L, fact(2, "capsule", "passed"));
    assertEquals((long) CapsuleLimits.WAITING_OF_CODE_MAX, fact(2, NAME, "seen"));
    assertEquals(0, network.running().node("n2").framesInside());
  }

  /** It is kept, so that it is not fetched again. */
  @Test
  void anIdleServiceStopsAndStartsWithTheNextPacket() {
    chain(having(CODE), capsule(none()), fetched(CODE, SandboxedCode::of, s(2)));
    send(NODES, 1);
    network.runFor(s(10));
    assertEquals(true, fact(2, NAME, "dormant"));
    send(NODES, 1);
    network.runFor(s(1));
    assertEquals(1L, fact(2, NAME, "seen"), "it began again");
    assertEquals(1L, fact(2, "capsule", "fetched"));
    assertEquals(2, network.lines(" n2 note service=hop event=start by=10.0.0.1").size());
  }

  @Test
  void aNodesOwnPacketsToItDoNotWait() {
    chain(having(CODE), capsule(none()), fetched());
    PacketPlan plan = PacketPlan.datagram(VirtualNetwork.address(2), NUMBER, 7, 100);
    assertTrue(network.running().handle("n2", new Command.Inject(plan, 1, 0)).ok());
    network.runUntilDone();
    assertEquals(1, network.lines(" n2 drop", "reason=discarded").size());
    assertEquals(true, fact(2, NAME, "dormant"));
  }

  @Test
  void anOperatorCannotStartItWithoutItsCode() {
    chain(having(CODE), capsule(none()));
    MenuEntry atOnce =
        new MenuEntry(
            new FetchedProvider(NAME, NUMBER, CodeHash.of(CODE), null, SandboxedCode::of),
            new CapsuleNetwork.Given());
    Reply reply = network.running().handle("n2", new Command.StartService(atOnce));
    assertTrue(reply.message().contains("`start: on-packet`"), reply::message);
    assertTrue(network.running().handle("n2", new Command.StartService(fetched())).ok());
    send(2, 1);
    network.runUntilDone();
    assertEquals(1L, fact(2, NAME, "seen"));
  }

  @Test
  void knownOptionsAreReadWithoutCompiling() throws Exception {
    SandboxedCode code = SandboxedCode.of(CODE);
    FetchedProvider provider =
        new FetchedProvider(NAME, NUMBER, CodeHash.of(CODE), code, SandboxedCode::of);
    OptionReader options = new CapsuleNetwork.Given();
    Service made = provider.create(options);
    assertTrue(provider.isDescribed());
    assertEquals(List.of("capsule"), provider.dependsOn());
    assertEquals(Reply.refused("").ok(), made.onCommand(0, "act", List.of()).ok());
  }
}
