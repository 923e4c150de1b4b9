// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import rani.link.ImpairmentConfig;
import rani.link.LinkConfig;
import rani.link.Originator;
import rani.node.NodeConfig.Route;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Streams;
import rani.world.Verdict;
import rani.world.World;

/** Holds the way of a packet in docs/ARCHITECTURE.md against the stack of a running node. */
class WayOfAPacketTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "ARCHITECTURE.md");
  private static final int FROM = 0x0A000001;
  private static final int HERE = 0x0A000002;
  private static final int TO = 0x0A000003;

  @Test
  void theDocumentedWayIsTheWayTaken() throws IOException {
    List<List<String>> arrivals = new ArrayList<>();
    List<List<String>> departures = new ArrayList<>();
    Node node =
        new Node(config(), new StackTakingWorld(departures), new StackTakingTrace(arrivals));
    Originator neighbour = new Originator(UnpooledByteBufAllocator.DEFAULT, FROM);
    ByteBuf packet =
        neighbour.datagram(TO, 1, 2, false, Originator.LIFETIME_MICROS, Unpooled.EMPTY_BUFFER, 100);

    node.receive(0, new LinkId(0), packet);
    node.wake(1_000_000_000);

    assertEquals(documented("arrival"), arrivals.getFirst());
    assertEquals(documented("departure"), departures.getFirst());
  }

  private static NodeConfig config() {
    return new NodeConfig(
        "n",
        HERE,
        List.of(link(0, FROM), link(1, TO)),
        null,
        List.of(new Route(TO, new LinkId(1), 1500)),
        List.of());
  }

  private static LinkConfig link(int number, int neighbour) {
    return new LinkConfig(
        new LinkId(number),
        neighbour,
        Rate.packetsPerSecond(10),
        QueueConfig.dropTail(5),
        1500,
        ImpairmentConfig.NONE,
        1_000_000_000);
  }

  /** The first words of the lines in the fenced block that is called {@code way NAME}. */
  private static List<String> documented(String name) throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    int begin = lines.indexOf("```way " + name) + 1;
    int end = begin + lines.subList(begin, lines.size()).indexOf("```");
    return lines.subList(begin, end).stream().map(line -> line.replaceAll(" .*", "")).toList();
  }

  /** The methods of rani from the node's entry inwards, as Class.method. */
  private static List<String> stack() {
    List<String> methods =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                        .filter(method -> method.startsWith("rani.") && !method.contains("Test"))
                        .toList());
    return methods.reversed();
  }

  private record StackTakingTrace(List<List<String>> stacks) implements NodeTrace {
    @Override
    public void verdict(
        long nowNanos,
        String queue,
        ByteBuf frame,
        Verdict verdict,
        int queuedFrames,
        double averageFrames) {
      stacks.add(stack());
    }
  }

  private record StackTakingWorld(List<List<String>> stacks) implements World {
    @Override
    public void send(LinkId link, ByteBuf frame) {
      List<String> way = new ArrayList<>(stack());
      way.add("rani.world.World.send");
      stacks.add(way);
      frame.release();
    }

    @Override
    public void wakeAt(long deadlineNanos) {}

    @Override
    public RandomGenerator random(String owner) {
      return Streams.of(1, "n", owner);
    }

    @Override
    public ByteBufAllocator buffers() {
      return UnpooledByteBufAllocator.DEFAULT;
    }
  }
}
