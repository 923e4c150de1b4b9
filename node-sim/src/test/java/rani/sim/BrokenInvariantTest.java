// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.link.Originator;
import rani.node.Command;
import rani.node.Node;
import rani.queue.Rate;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.wire.UdpFlow;
import rani.world.LinkId;
import rani.world.Reply;

/** Nodes that are made to do what a right node cannot: each invariant notices, and says where. */
class BrokenInvariantTest {
  private static final int PORT = 4000;
  private static final int QUEUE_FRAMES_MAX = 20;
  private static final long HOUR_NANOS = 3_600_000_000_000L;
  private static final LinkId LINK_0 = new LinkId(0);

  private final Saboteur saboteur = new Saboteur();
  private final VirtualNetwork pair =
      new VirtualNetwork(QUEUE_FRAMES_MAX)
          .node("a", new TestProvider("saboteur", () -> saboteur))
          .node("b", new TestProvider("leaky", LeakyService::new))
          .link("a", "b", Rate.bitsPerSecond(1e6), ImpairmentConfig.ofDelay(1000));
  private final Simulation simulation = pair.simulation();

  @Test
  void aFrameThatIsBookedButNowhere() {
    saboteur.deed = node -> node.ledger().origin(simulation.nowNanos(), frame());

    assertBroken("node a should hold 1 frames by its books, 0 are there", this::commitTheDeed);
  }

  @Test
  void aFrameThatIsThereButNotBooked() {
    saboteur.deed =
        node ->
            node.port(LINK_0).queue().add(simulation.nowNanos(), frame(), 0, simulation.nowNanos());

    assertBroken("node a should hold 0 frames by its books, 1 are there", this::commitTheDeed);
  }

  @Test
  void aFrameThatVanishesBetweenTheNodeAndItsWire() {
    saboteur.deed =
        node -> {
          ByteBuf frame = frame();
          node.ledger().origin(simulation.nowNanos(), frame);
          node.ledger().departure(simulation.nowNanos(), LINK_0, frame, 0);
          frame.release();
        };

    assertBroken(
        "node a: 1 frames went by its books, and 0 came to its wires", this::commitTheDeed);
  }

  @Test
  void aFrameThatVanishesOnTheWire() {
    saboteur.deed = _ -> simulation.books().sent++;

    assertBroken(
        "wires: 1 sent + 0 duplicated is not 0 received + 0 lost + 0 on the way",
        this::commitTheDeed);
  }

  @Test
  void aBufferThatNoFrameAccountsFor() {
    saboteur.deed = _ -> frame();

    assertBroken(
        "1 buffers live, but 0 frames are in nodes and 0 on wires; services say that they hold 0",
        this::commitTheDeed);
  }

  @Test
  void aServiceThatKeepsAPacketBeyondItsCall() {
    simulation.handleAll(new Command.Start());
    simulation.runUntil(1_000_000);
    saboteur.deed = node -> saboteur.send(simulation.nowNanos(), pair.address("b"));
    commitTheDeed();

    assertBroken(
        "1 buffers live, but 0 frames are in nodes and 0 on wires; services say that they hold 0",
        () -> simulation.runUntil(100_000_000));
  }

  @Test
  void aServiceThatHoldsLessThanItSays() {
    saboteur.deed = _ -> saboteur.held = 1;

    assertBroken(
        "0 buffers live, but 0 frames are in nodes and 0 on wires; services say that they hold 1",
        this::commitTheDeed);
  }

  @Test
  void aBufferThatAServiceOwnsUpToIsNoLeak() {
    saboteur.deed =
        _ -> {
          frame();
          saboteur.held = 1;
        };

    commitTheDeed();
    simulation.runUntil(1_000_000);
    assertEquals(1, simulation.buffers().live());
  }

  @Test
  void aServiceThatKeepsABufferWhenItsNodeStops() {
    saboteur.deed =
        _ -> {
          frame();
          saboteur.held = 1;
        };
    commitTheDeed();

    assertBroken(
        "node a was stopped, and services say that they hold 1 buffers",
        () -> simulation.handle("a", new Command.Stop()));
  }

  @Test
  void aQueueThatGrowsBeyondItsLimit() {
    saboteur.deed =
        node -> {
          for (int frames = 0; frames <= QUEUE_FRAMES_MAX; frames++) {
            ByteBuf frame = frame();
            node.ledger().origin(simulation.nowNanos(), frame);
            node.port(LINK_0).queue().add(simulation.nowNanos(), frame, 0, simulation.nowNanos());
          }
        };

    assertBroken("node a: the queue of link-0 is beyond its limit", this::commitTheDeed);
  }

  @Test
  void aLeakIsFoundLaterIfFramesAreSeldomCounted() {
    simulation.checkSeldom();
    simulation.handleAll(new Command.Start());
    saboteur.deed = _ -> frame();
    commitTheDeed();

    InvariantViolation broken =
        assertThrows(InvariantViolation.class, () -> simulation.runUntil(HOUR_NANOS));
    assertTrue(String.valueOf(broken.getMessage()).contains(" buffers live, but "));
  }

  @Test
  void sumsAreCheckedAfterEveryEventHoweverSeldomFramesAreCounted() {
    simulation.checkSeldom();
    saboteur.deed = _ -> simulation.books().sent++;

    assertBroken(
        "wires: 1 sent + 0 duplicated is not 0 received + 0 lost + 0 on the way",
        this::commitTheDeed);
  }

  @Test
  void timeThatGoesBack() {
    simulation.runUntil(500);
    simulation.events().add(499);

    assertBroken("time would go back to 499", () -> simulation.runUntil(1000));
  }

  @Test
  void eventsThatNeverLetTimePass() {
    VirtualNetwork endless =
        new VirtualNetwork(QUEUE_FRAMES_MAX)
            .node("left", new TestProvider("ball", PlayBall::new))
            .node("right", new TestProvider("ball", PlayBall::new))
            .link("left", "right", Rate.UNLIMITED, ImpairmentConfig.NONE);
    Simulation game = endless.simulation();
    game.handleAll(new Command.Start());
    game.handle("left", new Command.Go());

    InvariantViolation broken =
        assertThrows(InvariantViolation.class, () -> game.runUntil(1_000_000_000));

    assertEquals(
        List.of(
            "over 100000 events at one instant, the last at node right, at 0 ns of virtual time",
            "  replay: " + VirtualNetwork.replay(1)),
        String.valueOf(broken.getMessage()).lines().toList());
    assertEquals(Simulation.EVENTS_PER_INSTANT_MAX, game.eventsTotal());
  }

  private void commitTheDeed() {
    simulation.handle("a", new Command.Tell("saboteur", "now", List.of()));
  }

  private ByteBuf frame() {
    return new Originator(simulation.buffers(), pair.address("a"))
        .datagram(new UdpFlow(pair.address("b"), PORT, PORT), 1_000_000, Unpooled.EMPTY_BUFFER, 10);
  }

  private void assertBroken(String what, Executable breaking) {
    InvariantViolation broken = assertThrows(InvariantViolation.class, breaking);
    assertEquals(
        what
            + ", at "
            + simulation.nowNanos()
            + " ns of virtual time\n  replay: "
            + VirtualNetwork.replay(1),
        broken.getMessage());
  }

  /** Does to its node, from within, what the test wants. */
  private final class Saboteur implements Service {
    private long held;
    private Consumer<Node> deed = _ -> {};
    private @Nullable ServiceContext context;

    @Override
    public void start(long nowNanos, ServiceContext given) {
      context = given;
    }

    @Override
    public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
      deed.accept(simulation.node("a"));
      return Reply.DONE;
    }

    @Override
    public long heldBuffers() {
      return held;
    }

    void send(long nowNanos, int destination) {
      if (context != null) {
        context.sendDatagram(
            nowNanos, new UdpFlow(destination, PORT, PORT), 1_000_000, Unpooled.EMPTY_BUFFER, 10);
      }
    }
  }

  /** Keeps a reference that it was only lent. */
  private static final class LeakyService implements Service {
    @Override
    public void start(long nowNanos, ServiceContext context) {
      context.listen(PORT);
    }

    @Override
    public Fate onPacket(long nowNanos, FrameView packet) {
      packet.frame().retain();
      return Fate.CONSUME;
    }
  }

  /** Throws back what comes, at once. */
  private static final class PlayBall implements Service {
    private @Nullable ServiceContext context;

    @Override
    public void start(long nowNanos, ServiceContext given) {
      context = given;
      given.listen(PORT);
    }

    @Override
    public void go(long nowNanos) {
      hit(nowNanos);
    }

    @Override
    public Fate onPacket(long nowNanos, FrameView packet) {
      hit(nowNanos);
      return Fate.CONSUME;
    }

    private void hit(long nowNanos) {
      if (context != null) {
        int other = context.neighbour(LINK_0);
        context.sendDatagram(
            nowNanos, new UdpFlow(other, PORT, PORT), 1_000_000, Unpooled.EMPTY_BUFFER, 10);
      }
    }
  }
}
