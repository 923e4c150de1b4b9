// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.link.LinkConfig;
import rani.link.PacketAccounting;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.queue.Rate;
import rani.service.NoOptions;
import rani.wire.PacketPlan;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;

/** A random mesh with every trouble at once: what was sent is accounted for to the last frame. */
class ConservationSimulation {
  private static final long MILLI = 1_000_000;
  private static final int NODES = 6;
  private static final int CHORDS = 4;

  /** Queues overflow now and then. */
  private static final Rate SLOW = Rate.bitsPerSecond(100_000);

  private static final ImpairmentConfig EVERY_TROUBLE =
      new ImpairmentConfig(10 * MILLI, 5 * MILLI, 0.1, 0.1, 0.1, 0.1);

  static IntStream seeds() {
    return IntStream.rangeClosed(1, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatComesInGoesOutOrIsDroppedForAReason(int seed) {
    Simulation simulation = mesh(seed).simulation(seed, _ -> NodeTrace.NONE);
    simulation.handleAll(new Command.Start());
    simulation.handleAll(new Command.Go());
    simulation.runUntil(5_000 * MILLI); // the books are checked after every event
    simulation.handleAll(new Command.Stop());
    simulation.runUntil(6_000 * MILLI); // what is on the wires arrives at stopped nodes

    InvariantChecker books = simulation.books();
    long accounted =
        total(simulation, PacketAccounting::deliveries)
            + total(simulation, PacketAccounting::drops)
            + books.lost;
    assertEquals(total(simulation, PacketAccounting::origins) + books.duplicated, accounted);
    assertEquals(0, books.onWire);
    assertEquals(0, total(simulation, PacketAccounting::inside));
    assertEquals(0, simulation.buffers().live());
    assertTrue(books.lost > 100 && books.duplicated > 100, "frames were lost and duplicated");
    assertTrue(drops(simulation, DropReason.QUEUE_FULL) > 0, "queues overflowed");
    assertTrue(drops(simulation, DropReason.BAD_CHECKSUM) > 10, "bits flipped");
    long badHeaders =
        drops(simulation, DropReason.BAD_LENGTH)
            + drops(simulation, DropReason.BAD_VERSION)
            + drops(simulation, DropReason.BAD_HEADER)
            + drops(simulation, DropReason.PREV_NODE_MISMATCH);
    assertTrue(badHeaders > 0, "bits flipped where every node looks");
  }

  @ParameterizedTest
  @MethodSource("fewSeeds")
  void theBooksBalanceWhateverIsDoneToTheNetwork(int seed) {
    Random random = new Random(seed);
    Simulation simulation = mesh(seed).simulation(seed, _ -> NodeTrace.NONE);
    simulation.handleAll(new Command.Start());
    simulation.handleAll(new Command.Go());
    int done = 0;
    for (int step = 0; step < 200; step++) {
      simulation.runUntil(simulation.nowNanos() + random.nextLong(40 * MILLI));
      String node = "n" + random.nextInt(NODES);
      done += simulation.handle(node, operation(random)).ok() ? 1 : 0;
    }
    simulation.handleAll(new Command.Stop());
    simulation.runUntil(simulation.nowNanos() + 2_000 * MILLI);

    assertTrue(done > 100, "most is done, not " + done);
    assertTrue(cutOff(simulation) > 10, "cables were out");
    assertEquals(0, simulation.books().onWire);
    assertEquals(0, total(simulation, PacketAccounting::inside));
    assertEquals(0, simulation.buffers().live());
  }

  static IntStream fewSeeds() {
    return IntStream.rangeClosed(1, 5);
  }

  private static Command.Operation operation(Random random) {
    LinkId link = new LinkId(random.nextInt(2)); // every node of a ring has two at least
    return switch (random.nextInt(7)) {
      case 0 ->
          new Command.SetLink(
              link,
              new LinkChange(
                  random.nextBoolean()
                      ? Rate.UNLIMITED
                      : Rate.bitsPerSecond(random.nextInt(1, 200_000)),
                  null,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null));
      case 1 ->
          new Command.SetLink(
              link,
              new LinkChange(
                  null,
                  random.nextLong(50 * MILLI),
                  0L,
                  random.nextDouble(),
                  random.nextDouble(),
                  null,
                  null,
                  null));
      case 2 -> new Command.CutLink(link);
      case 3 -> new Command.MendLink(link);
      case 4 ->
          new Command.Inject(
              PacketPlan.datagram(
                  0x0A000001 + random.nextInt(NODES),
                  random.nextInt(2),
                  4000,
                  random.nextInt(28, 1500)),
              random.nextInt(1, 50),
              random.nextLong(MILLI));
      case 5 -> new Command.StopService("chatter");
      default ->
          new Command.StartService(
              new NodeConfig.MenuEntry(
                  Chatter.with(10 * MILLI, 0x0A000001, 0x0A000002), NoOptions.INSTANCE));
    };
  }

  private static long cutOff(Simulation simulation) {
    long frames = 0;
    for (String name : simulation.names()) {
      for (LinkConfig link : simulation.node(name).config().links()) {
        frames += simulation.node(name).wire(link.id()).cutOff();
        frames += simulation.node(name).wire(link.id()).cutOffAtArrival();
      }
    }
    return frames;
  }

  private static long drops(Simulation simulation, DropReason reason) {
    return total(simulation, ledger -> ledger.drops(reason));
  }

  private static long total(Simulation simulation, ToLongFunction<PacketAccounting> what) {
    return simulation.names().stream()
        .mapToLong(name -> what.applyAsLong(simulation.node(name).ledger()))
        .sum();
  }

  /** A ring with some chords, in which everybody talks to everybody. */
  private static VirtualNetwork mesh(int seed) {
    int[] everybody = IntStream.range(0, NODES).map(k -> 0x0A000001 + k).toArray();
    VirtualNetwork network = new VirtualNetwork(20);
    for (int k = 0; k < NODES; k++) {
      network.node("n" + k, Chatter.with(10 * MILLI, everybody));
    }
    for (int k = 0; k < NODES; k++) {
      network.link("n" + k, "n" + (k + 1) % NODES, SLOW, EVERY_TROUBLE);
    }
    List<String> chords = new ArrayList<>();
    Random random = new Random(seed);
    while (chords.size() < CHORDS) {
      int a = random.nextInt(NODES);
      int b = (a + 2 + random.nextInt(NODES - 3)) % NODES;
      String chord = Math.min(a, b) + " " + Math.max(a, b);
      if (!chords.contains(chord)) {
        chords.add(chord);
        network.link("n" + a, "n" + b, SLOW, EVERY_TROUBLE);
      }
    }
    return network;
  }
}
