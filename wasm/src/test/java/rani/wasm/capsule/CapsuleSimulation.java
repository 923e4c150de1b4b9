// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.wasm.CodeHash;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;
import rani.world.Reply;

/** Capsules on a chain of nodes, in virtual time. */
class CapsuleSimulation {
  private static final int HOPS = 10;
  private static final long ROUND_TRIP_NANOS = 2 * HOPS * CapsuleNetwork.HOP_NANOS;

  private final CapsuleNetwork chain = new CapsuleNetwork(HOPS + 1);

  private static String service() {
    return CapsuleNetwork.CODE + "@" + CodeHash.of(CapsuleNetwork.hop(8000)).brief();
  }

  /** The times of the first note of each node, in seconds since it was sent. */
  private List<Double> secondsUntil(String event) {
    double sent = seconds(chain.network().lines("service=capsule event=sent").getFirst());
    List<Double> all = new ArrayList<>();
    for (int k = 2; k <= HOPS + 1; k++) {
      String node = " n" + k + " note service=capsule event=" + event;
      all.add(seconds(chain.network().lines(node).getFirst()) - sent);
    }
    return all;
  }

  private static double seconds(String line) {
    return Double.parseDouble(line.split(" ", 2)[0]);
  }

  /** The goal: fetched and running on 10 hops within 3 round trips beyond the packet's way. */
  @Test
  void codeIsFetchedAndRunsOnTenHopsWithinThreeRoundTrips() {
    chain.go().send("arguments=0708");
    chain.network().runUntilDone();

    double last = secondsUntil("running").getLast();
    double way = HOPS * CapsuleNetwork.HOP_NANOS / 1e9;
    double roundTrips = (last - way) / (ROUND_TRIP_NANOS / 1e9);
    assertTrue(roundTrips <= 3, () -> roundTrips + " round trips");
    for (int k = 2; k <= HOPS + 1; k++) {
      assertEquals(1, chain.fact(k, service(), "seen"));
      assertEquals(2, chain.fact(k, service(), "argument-bytes"));
      assertEquals(7, chain.fact(k, service(), "first"));
      assertEquals(1, chain.fact(k, "capsule", "fetched"));
      assertEquals(8000, chain.fact(k, "capsule", "fetched-bytes"));
      assertEquals(k > HOPS ? 0 : 1, chain.fact(k, "capsule", "served"));
    }
    assertEquals(1, chain.network().lines(" n11 delivery", "at=" + service()).size());
  }

  @Test
  void aCodeIsFetchedOnceHoweverManyCapsulesWait() {
    chain.go().send("count=50", "gap=1ms");
    chain.network().runUntilDone();

    for (int k = 2; k <= HOPS + 1; k++) {
      assertEquals(1, chain.fact(k, "capsule", "fetched"));
      assertEquals(50, chain.fact(k, service(), "seen"));
      assertEquals(50, chain.fact(k, "capsule", "ran"));
      assertEquals(0, chain.fact(k, "capsule", "waiting"));
    }
    assertEquals(50, chain.network().lines(" n11 delivery", "at=" + service()).size());
    assertEquals(0, chain.network().running().node("n5").framesInside());
  }

  @Test
  void aCapsuleMayCarryItsCode() {
    CapsuleNetwork small = new CapsuleNetwork(1);
    small.network().node("n1", CapsuleNetwork.first(CapsuleNetwork.hop(1200)));
    for (int k = 2; k <= 4; k++) {
      small
          .network()
          .node(
              "n" + k, CapsuleNetwork.entry(CapsuleHost.anySandboxed(), new CapsuleNetwork.Given()))
          .link("n" + (k - 1), "n" + k);
    }
    small.go();
    Reply reply = small.network().tell("n1", "capsule", "send", "hop", "10.0.0.4", "carry=true");
    assertTrue(reply.ok(), reply::message);
    small.network().runUntilDone();

    String name = "hop@" + CodeHash.of(CapsuleNetwork.hop(1200)).brief();
    for (int k = 2; k <= 4; k++) {
      assertEquals(1, small.fact(k, "capsule", "carried"));
      assertEquals(0, small.fact(k, "capsule", "fetched"));
      assertEquals(1, small.fact(k, name, "seen"));
      assertEquals(0, small.fact(k, name, "argument-bytes"));
    }
  }

  private static final int MANY = CapsuleLimits.RUNNING_MAX + 4;

  /** A node that can send so many codes, {@code code-0} and so on. */
  private static MenuEntry many() {
    List<CapsuleHost.Module> modules = new ArrayList<>();
    for (int k = 0; k < MANY; k++) {
      modules.add(new CapsuleHost.Module("code-" + k, CapsuleNetwork.hop(700 + k)));
    }
    return CapsuleNetwork.first(modules);
  }

  @Test
  void soManyCodesRunAndIdleOnesGiveWay() {
    CapsuleNetwork network = new CapsuleNetwork(2);
    network.network().node("n1", many());
    network.go();
    for (int k = 0; k < MANY; k++) {
      carry(network, "n1", k);
      network.network().runFor(ms(20));
    }
    network.network().runFor(ms(100));
    assertEquals(CapsuleLimits.RUNNING_MAX, network.fact(2, "capsule", "running"));
    assertEquals(4, network.refused(2, "busy"));
    assertEquals(4, network.fact(2, "capsule", "dropped"));
    network.network().runFor(s(11));
    carry(network, "n1", MANY - 1);
    network.network().runFor(s(1));
    assertEquals(CapsuleLimits.RUNNING_MAX, network.fact(2, "capsule", "running"));
    assertEquals(CapsuleLimits.RUNNING_MAX + 1, network.fact(2, "capsule", "ran"));
    assertEquals(
        1,
        network.network().lines(" n2 ", "event=stop-service", "by=capsule").size(),
        "the one that was idle longest");
  }

  /** One neighbour has capsules of all codes come, within a second each; another has one. */
  @Test
  void noNeighbourHasAllThePlaces() {
    CapsuleNetwork network = new CapsuleNetwork(3);
    network.network().node("n1", many());
    network.network().node("n3", many());
    network.go();
    for (int k = 0; k < CapsuleLimits.RUNNING_MAX; k++) {
      carry(network, "n1", k);
      network.network().runFor(ms(20));
    }
    network.network().runFor(ms(100));
    assertEquals(CapsuleLimits.RUNNING_MAX, network.fact(2, "capsule", "running"));

    carry(network, "n3", CapsuleLimits.RUNNING_MAX);
    network.network().runFor(ms(100));
    carry(network, "n1", CapsuleLimits.RUNNING_MAX + 1);
    network.network().runFor(ms(100));

    assertEquals(CapsuleLimits.RUNNING_MAX, network.fact(2, "capsule", "running"));
    String other =
        "hop@" + CodeHash.of(CapsuleNetwork.hop(700 + CapsuleLimits.RUNNING_MAX)).brief();
    assertEquals(1, network.fact(2, other, "seen"), "the other neighbour's");
    assertEquals(1, network.refused(2, "busy"), "one more of the first neighbour's");
  }

  private static void carry(CapsuleNetwork network, String from, int code) {
    Reply reply =
        network.network().tell(from, "capsule", "send", "code-" + code, "10.0.0.2", "carry=true");
    assertTrue(reply.ok(), reply::message);
  }

  @Test
  void whatCodeSendsIsACapsuleOfTheSameCode() {
    chain.go().send("arguments=01");
    chain.network().runUntilDone();

    assertEquals(1, chain.fact(1, service(), "seen"), "the answer comes home");
    assertEquals(2, chain.fact(1, service(), "first"));
    assertEquals(1, chain.fact(HOPS + 1, service(), "seen"));
    for (int k = 2; k <= HOPS; k++) {
      assertEquals(2, chain.fact(k, service(), "seen"));
      assertEquals(2, chain.fact(k, service(), "first"));
    }
  }

  @Test
  void codeRewritesArgumentsNotTheHeader() {
    chain.go().send("arguments=0300ff");
    chain.network().runUntilDone();

    assertEquals(3, chain.fact(2, service(), "first"));
    assertEquals(9, chain.fact(3, service(), "first"));
    assertEquals(9, chain.fact(HOPS + 1, service(), "first"));
  }

  @Test
  void idleCodeIsStoppedAndStartsAgainWithoutBeingFetched() {
    chain.go().send();
    chain.network().runFor(s(70));
    for (int k = 2; k <= HOPS + 1; k++) {
      assertEquals(0, chain.fact(k, "capsule", "running"));
      assertEquals(1, chain.fact(k, "capsule", "stored"));
    }
    chain.send();
    chain.network().runUntilDone();
    assertEquals(1, chain.fact(5, "capsule", "running"));
    assertEquals(1, chain.fact(5, "capsule", "fetched"));
    assertEquals(2, chain.fact(5, "capsule", "ran"));
  }

  @Test
  void whereNoCodeMayRunCapsulesPass() {
    CapsuleHost none =
        new CapsuleHost(
            CodePolicy.NONE, SandboxedCode::of, CapsuleHost.Preparation.AT_ONCE, List.of());
    CapsuleNetwork network = new CapsuleNetwork(4, none).go();
    network.send("count=2");
    network.network().runUntilDone();

    for (int k = 2; k <= 4; k++) {
      assertEquals(2, network.fact(k, "capsule", "passed"));
      assertEquals(0, network.fact(k, "capsule", "stored"));
    }
    assertEquals(2, network.network().lines(" n4 delivery", "at=capsule", "service=15").size());
  }

  @Test
  void codeThatThePolicyRefusesIsNotKeptAndItsCapsulesPass() {
    CapsuleHost signed =
        new CapsuleHost(
            CodePolicy.SIGNED,
            code -> {
              throw new CodeRefusal("no operator has signed it");
            },
            CapsuleHost.Preparation.AT_ONCE,
            List.of());
    CapsuleNetwork network = new CapsuleNetwork(2, signed).go();
    network.send("count=3", "gap=1ms");
    network.network().runUntilDone();

    assertEquals(1, network.refused(2, "refused"));
    assertEquals(3, network.fact(2, "capsule", "passed"));
    assertEquals(0, network.fact(2, "capsule", "stored"));
    assertEquals(0, network.fact(2, "capsule", "running"));
    assertNotNull(network.facts(2, "capsule"));
    assertNull(network.facts(2, service()));
  }

  @Test
  void codeThatFailsToStartLetsItsCapsulesPass() {
    CapsuleNetwork network = new CapsuleNetwork(2, CapsuleHost.anySandboxed());
    byte[] broken = CapsuleNetwork.module("broken.wasm");
    network.network().node("n1", CapsuleNetwork.first(broken));
    network.go().send();
    network.network().runUntilDone();
    assertEquals(1, network.network().lines(" n2 delivery", "at=capsule", "service=15").size());
    assertEquals(1, network.refused(2, "not-started"));
    assertEquals(1, network.fact(2, "capsule", "passed"));
    assertEquals(0, network.fact(2, "capsule", "running"));
  }

  /** It frees its place, its capsules pass, and it starts again after retry-after. */
  @Test
  void codeThatAnOperatorStopsIsGivenUpForAWhile() {
    chain.go().send();
    chain.network().runFor(s(5));
    chain.network().running().handle("n5", new Command.StopService(service()));
    chain.send("count=2");
    chain.network().runFor(s(2));
    assertEquals(1, chain.refused(5, "stopped"));
    assertEquals(2, chain.fact(5, "capsule", "passed"));
    assertEquals(0, chain.fact(5, "capsule", "running"));
    assertEquals(3, chain.fact(6, service(), "seen"));
    chain.network().runFor(s(10));
    chain.send();
    chain.network().runUntilDone();
    assertEquals(1, chain.fact(5, "capsule", "running"));
    assertEquals(1, chain.fact(5, service(), "seen"));
    assertEquals(1, chain.fact(5, "capsule", "fetched"));
  }

  @Test
  void aRestartedServiceAsksAgain() {
    chain.go().send();
    chain.network().runFor(s(5));
    chain.network().running().handle("n5", new Command.RestartService("capsule"));
    chain.network().runFor(ms(1));
    assertEquals(0, chain.fact(5, "capsule", "running"));
    chain.send();
    chain.network().runUntilDone();
    assertEquals(1, chain.fact(5, "capsule", "fetched"));
    assertEquals(1, chain.fact(5, "capsule", "ran"));
    assertEquals(2, chain.network().lines(" n11 delivery", "at=" + service()).size());
  }
}
