// SPDX-License-Identifier: Apache-2.0
package rani.services.wasm;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.aqm.RedRules;
import rani.aqm.RioConfig;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.ServiceProvider;
import rani.services.GivenOptions;
import rani.services.ServiceNumbers;
import rani.services.lgc.Lgc;
import rani.services.probe.Echo;
import rani.services.probe.Menus;
import rani.services.ufc.UfcEdge;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;
import rani.wire.Dscp;
import rani.wire.FlowIdentity;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.wire.Payload;

/**
 * Services that were written again in WebAssembly do what they do in Java: with the same seed the
 * traces of the two networks are the same, line by line, and so are their facts.
 */
class PortedServicesSimulation {
  /** Drops packets by their colours, so that a trace shows what was marked. */
  private static final RioConfig RIO =
      new RioConfig(
          RedRules.OF_1993,
          RioConfig.Coupling.WRED,
          0.1,
          1000,
          List.of(
              new RioConfig.Thresholds(20, 40, 0.02),
              new RioConfig.Thresholds(5, 20, 0.1),
              new RioConfig.Thresholds(1, 10, 0.3)));

  private static ServiceProvider ported(String name) {
    return code(name).provider();
  }

  private static SandboxedCode code(String name) {
    String file = "/rani/fixture/wasm/" + name + ".wasm";
    try (InputStream module =
        requireNonNull(PortedServicesSimulation.class.getResourceAsStream(file), file)) {
      return SandboxedCode.of(module.readAllBytes());
    } catch (IOException | CodeRefusal e) {
      throw new AssertionError(file, e);
    }
  }

  private static List<Object> facts(
      VirtualNetwork network, String node, String service, String... names) {
    return Stream.of(names).map(name -> network.fact(node, service, name)).toList();
  }

  private static void assertAlike(VirtualNetwork java, VirtualNetwork wasm) {
    List<String> expected = java.trace();
    for (int line = 0; line < Math.min(expected.size(), wasm.trace().size()); line++) {
      assertEquals(expected.get(line), wasm.trace().get(line), "line " + line);
    }
    assertEquals(expected.size(), wasm.trace().size(), "lines");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 500ms, true, 1",
    "2, 4s, true, 1",
    "3, 4s, false, 1",
    "4, 2s, true, 2",
    "5, 2s, false, 2"
  })
  void lgcFindsAndMissesAlike(long seed, String tx, boolean suspendOnMiss, double kScale) {
    long txNanos = tx.equals("500ms") ? 500 * MILLI : (tx.charAt(0) - '0') * SECOND;
    GivenOptions options =
        Menus.options("tx", txNanos, "suspend-on-miss", suspendOnMiss, "k-scale", kScale);
    VirtualNetwork java = figure4(new MenuEntry(new Lgc.Provider(), options)).go(seed);
    VirtualNetwork wasm = figure4(new MenuEntry(ported("lgc"), options)).go(seed);
    List<Object> rests = new ArrayList<>();
    for (int step = 0; step < 60; step++) {
      java.runFor(250 * MILLI);
      wasm.runFor(250 * MILLI);
      List<Object> facts = facts(wasm, "n7", "lgc", "triggers", "misses", "resting", "failures");

      assertEquals(facts(java, "n7", "lgc", "triggers", "misses", "resting", "failures"), facts);
      rests.add(facts.get(2));
    }

    assertAlike(java, wasm);
    String found = kScale == 1 ? "event=trigger" : "event=miss";
    assertTrue(!wasm.lines(found).isEmpty(), found);
    assertTrue(kScale != 1 || rests.contains(true), "it has rested");
    assertTrue(rests.contains(false), "it has not rested");
  }

  /** Sources n1 to n6 joined to n7, which sources too, and n7 joined to the sink n8. */
  private static VirtualNetwork figure4(MenuEntry lgc) {
    int sink = VirtualNetwork.address(8);
    MenuEntry responsive =
        Menus.responsive(
            sink, "packets", 50, "ssthresh", 16, "window", 6, "start-spread", 50 * MILLI);
    VirtualNetwork network = new VirtualNetwork();
    network.node("n1", Menus.bursts(sink, "packets", 200, "bursts", 5, "gap", SECOND));
    for (int k = 2; k <= 6; k++) {
      network.node("n" + k, responsive);
    }
    network.node("n7", lgc, Menus.activeFilter(), responsive);
    network.queue(
        "n7",
        Rate.packetsPerSecond(40),
        new QueueConfig(50, FlowIdentity.SOURCE_NODE, Menus.averageOnly(0.02, 25)));
    network.node("n8", Menus.sink());
    for (int k = 1; k <= 6; k++) {
      network.link("n" + k, "n7");
    }
    return network.link("n7", "n8", ImpairmentConfig.ofDelay(620 * MILLI));
  }

  @ParameterizedTest
  @ValueSource(strings = {"blind", "aware"})
  void aMarkerMarksAlike(String colour) {
    Rate cir = Rate.bitsPerSecond(400_000);
    GivenOptions profile =
        Menus.options(
            "marker", "srtcm", "cir", cir, "cbs", 9000, "ebs", 90_000, "colour", colour, "class",
            3);
    MenuEntry edge =
        new MenuEntry(
            new UfcEdge.Provider(), Menus.options("control", false, "profiles", List.of(profile)));
    MenuEntry marker =
        new MenuEntry(
            ported("token-marker"),
            Menus.options("cir", cir, "cbs", 9000, "ebs", 90_000, "colour", colour, "class", 3));
    VirtualNetwork java = throughMarker(edge);
    VirtualNetwork wasm = throughMarker(marker);

    assertAlike(java, wasm);
    MenuEntry interpreted =
        new MenuEntry(code("token-marker").interpreted().provider(), marker.options());
    assertAlike(java, throughMarker(interpreted));
    List<Object> marked = facts(wasm, "n3", "token-marker", "green", "yellow", "red");
    assertEquals(facts(java, "n3", "ufc-edge", "green", "yellow", "red"), marked);
    assertTrue(marked.stream().allMatch(count -> (Long) count > 10), marked::toString);
    assertEquals(0L, wasm.fact("n3", "token-marker", "failures"));
    assertTrue(wasm.lines("reason=").size() > 10, "packets dropped by their colour");
  }

  /** Packets of all colours come to the marker at n3 and leave by a link whose RIO tells them. */
  private static VirtualNetwork throughMarker(MenuEntry marker) {
    int sink = VirtualNetwork.address(4);
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", Menus.cbr(sink, "rate", Rate.packetsPerSecond(60), "packets", 600L))
            .node("n2", Menus.bursts(sink, "packets", 200, "bursts", 5, "gap", SECOND))
            .node("n3", marker)
            .node("n4", Menus.sink())
            .link("n1", "n3")
            .link("n2", "n3")
            .bottleneck(
                "n3",
                "n4",
                Rate.packetsPerSecond(80),
                new QueueConfig(100, FlowIdentity.SOURCE_NODE, RIO),
                ImpairmentConfig.ofDelay(MILLI))
            .go(1);
    for (int precedence = 0; precedence < Dscp.PRECEDENCES; precedence++) {
      Command packets =
          new Command.Inject(
              packet(sink, 9, 9, false, Dscp.assured(1, precedence)), 50, 15 * MILLI);
      assertTrue(network.running().handle("n1", packets).ok());
    }
    return network.runUntilDone();
  }

  private static PacketPlan packet(int to, int sourcePort, int port, boolean active, int dscp) {
    return new PacketPlan(
        to,
        active,
        active ? ServiceNumbers.ECHO : 0,
        Ipv4Header.PROTOCOL_UDP,
        sourcePort,
        port,
        dscp,
        Ipv4Header.ECN_NOT_ECT,
        Ipv4Header.TTL_INITIAL,
        PacketPlan.LIFETIME_MICROS,
        900,
        Payload.NONE);
  }

  @Test
  void echoAnswersAndRefusesAlike() {
    VirtualNetwork java = asked(new MenuEntry(new Echo.Provider(), Menus.options("port", 77L)));
    VirtualNetwork wasm = asked(new MenuEntry(ported("echo"), Menus.options("port", 77L)));

    assertAlike(java, wasm);
    assertEquals(
        facts(java, "n3", "echo", "echoed", "refused", "failures"),
        facts(wasm, "n3", "echo", "echoed", "refused", "failures"));
    assertEquals(List.of(28L, 5L), facts(wasm, "n3", "echo", "echoed", "refused"));
    assertEquals(
        1, wasm.lines("event=done").stream().filter(l -> l.contains("received=8")).count());
  }

  /** Questions of others, its own port's, and active ones; and of ping, which looks at answers. */
  private static VirtualNetwork asked(MenuEntry echo) {
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", Menus.ping())
            .node("n2", Menus.sink())
            .node("n3", echo)
            .link("n1", "n2")
            .link("n2", "n3")
            .go(1);
    int to = VirtualNetwork.address(3);
    for (PacketPlan packet :
        List.of(
            packet(to, 4000, 77, false, Dscp.BEST_EFFORT),
            packet(to, 77, 77, false, Dscp.BEST_EFFORT),
            packet(to, 4000, 77, true, Dscp.BEST_EFFORT))) {
      int count = packet.active() ? 3 : packet.sourcePort() == 77 ? 5 : 20;
      assertTrue(
          network.running().handle("n1", new Command.Inject(packet, count, 10 * MILLI)).ok());
    }
    assertTrue(
        network
            .tell(
                "n1", "ping", "start", "10.0.0.3", "passive", "port=77", "count=8", "interval=50ms")
            .ok());
    return network.runFor(10 * SECOND);
  }
}
