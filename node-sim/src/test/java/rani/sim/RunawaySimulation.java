// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.queue.Rate;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.wire.UdpFlow;

/**
 * Services between two nodes that would not let time go on: they are what is stopped, before the
 * network is taken to be stuck.
 */
class RunawaySimulation {
  private static final long SECOND = 1_000_000_000;
  private static final int PORT = 4000;

  private static Simulation run(VirtualNetwork network) {
    Simulation simulation = network.simulation();
    simulation.handleAll(new Command.Start());
    simulation.runUntil(SECOND / 10);
    simulation.handleAll(new Command.Go());
    simulation.runUntil(2 * SECOND);
    return simulation;
  }

  private static VirtualNetwork network(String name, Service runaway) {
    return new VirtualNetwork()
        .node("a", Chatter.with(SECOND / 100, 0x0A000003))
        .node("b", new TestProvider(name, () -> runaway))
        .node("c", Chatter.with(SECOND / 100, 0x0A000001))
        .link("a", "b", Rate.bitsPerSecond(1e7), ImpairmentConfig.ofDelay(1000))
        .link("b", "c", Rate.bitsPerSecond(1e7), ImpairmentConfig.ofDelay(1000));
  }

  private static void assertSuspendedAndForwards(Simulation simulation, String name, String why) {
    var shown = simulation.handle("b", new Command.Show(Command.Subject.SERVICES));
    Map<?, ?> facts = (Map<?, ?>) shown.facts().byKey().getOrDefault(name, Map.of());
    assertEquals(true, facts.get("suspended"));
    assertEquals(why, facts.get("last-failure"));
    assertTrue(simulation.node("b").ledger().departures() > 300, "it forwards between its ends");
  }

  @Test
  void whatSendsToItselfForEverIsSuspended() {
    Simulation simulation = run(network("echoes", new Echoes()));
    assertSuspendedAndForwards(
        simulation, "echoes", "a service sends at most 1000000 packets in a second");
  }

  @Test
  void whatIsAlwaysDueIsSuspended() {
    Simulation simulation = run(network("alarms", new Alarms()));
    assertSuspendedAndForwards(
        simulation, "alarms", "a service's timers come at most 1000000 times in a second");
  }

  /** Answers each of its own packets with another. */
  private static final class Echoes implements Service {
    private @Nullable ServiceContext context;

    @Override
    public void start(long nowNanos, ServiceContext given) {
      context = given;
      given.listen(PORT);
    }

    @Override
    public void go(long nowNanos) {
      for (int packet = 0; packet < ServiceContext.FAILURES_MAX; packet++) {
        send(nowNanos);
      }
    }

    @Override
    public Fate onPacket(long nowNanos, FrameView packet) {
      send(nowNanos);
      return Fate.CONSUME;
    }

    private void send(long nowNanos) {
      ServiceContext node = context;
      if (node != null) {
        int here = node.address();
        node.sendDatagram(nowNanos, new UdpFlow(here, PORT, PORT), 1000, Unpooled.EMPTY_BUFFER, 0);
      }
    }
  }

  /** Wants to be woken at once whenever it is woken. */
  private static final class Alarms implements Service {
    private @Nullable ServiceContext context;

    @Override
    public void start(long nowNanos, ServiceContext given) {
      context = given;
    }

    @Override
    public void go(long nowNanos) {
      onWake(nowNanos, 0);
    }

    @Override
    public void onWake(long nowNanos, int timer) {
      if (context != null) {
        context.setTimer(timer, nowNanos);
      }
    }
  }
}
