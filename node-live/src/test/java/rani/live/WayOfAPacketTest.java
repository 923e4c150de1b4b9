// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.fixture.Nanos;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.Rate;
import rani.sim.Simulation;

/**
 * Holds the way of a packet in docs/ARCHITECTURE.md against the stacks of nodes that run, as the
 * JVM itself sees them: live from socket to socket, in virtual time from event to event.
 */
class WayOfAPacketTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "ARCHITECTURE.md");
  private static final int METHODS_MAX = 20;
  private static final int FILES_MAX = 10;
  private static final Rate RATE = Rate.packetsPerSecond(1000);
  private static final int PACKETS = 20;
  private static final int PACKET_BYTES = 1000;

  @TempDir Path folder;

  private interface Happening {
    void happens() throws IOException;
  }

  @Test
  void theDocumentedWayIsTheWayTakenFromSocketToSocket() throws IOException {
    TestNetwork.needMmsg();
    List<List<String>> stacks =
        stacks(
            "rani-n2",
            WayOfAPacketTest::live,
            "rani.link.LinkPort::accept",
            "rani.live.SendBatch::add",
            "rani.live.DatagramCalls::send");
    List<String> arrival = first(stacks, "rani.node.Node.receive", "rani.link.LinkPort.accept");
    List<String> departure = first(stacks, "rani.link.LinkPort.due", "rani.live.SendBatch.add");
    List<String> turnsEnd =
        first(stacks, "rani.live.UdpLinks.wake", "rani.live.DatagramCalls.send");
    assertEquals(documented("live arrival"), arrival);
    assertEquals(documented("live departure"), departure);
    assertEquals(documented("live end of turn"), turnsEnd);

    List<String> way =
        Stream.of(arrival, departure, turnsEnd).flatMap(List::stream).distinct().toList();
    assertTrue(way.size() <= METHODS_MAX, () -> way.size() + " methods: " + way);
    List<String> files = way.stream().map(WayOfAPacketTest::file).distinct().toList();
    assertTrue(files.size() <= FILES_MAX, () -> files.size() + " files: " + files);
  }

  @Test
  void theDocumentedWayIsTheWayTakenFromEventToEvent() throws IOException {
    List<List<String>> stacks =
        stacks(
            Thread.currentThread().getName(),
            WayOfAPacketTest::virtual,
            "rani.link.LinkPort::accept",
            "rani.sim.EventHeap::add");
    assertEquals(
        documented("virtual arrival"),
        first(stacks, "rani.node.Node.receive", "rani.link.LinkPort.accept"));
    assertEquals(
        documented("virtual departure"),
        first(stacks, "rani.link.LinkPort.due", "rani.sim.EventHeap.add"));
  }

  /** Three nodes in a row, of which the second forwards what the first sends to the last. */
  private static void live() throws IOException {
    try (TestNetwork network =
        TestNetwork.row(3, "127.0.0.1", Transport.MMSG, link -> link.rate(RATE))) {
      network.up();
      network.send(0, 2, PACKETS, PACKET_BYTES);
      network.logs.get(2).await(PACKETS, "delivery");
    }
  }

  /** The same. */
  private static void virtual() {
    MenuEntry[] menu = TestServices.menu().toArray(MenuEntry[]::new);
    Simulation simulation =
        new VirtualNetwork()
            .node("n1", menu)
            .node("n2", menu)
            .node("n3", menu)
            .link("n1", "n2", RATE, ImpairmentConfig.NONE)
            .link("n2", "n3", RATE, ImpairmentConfig.NONE)
            .simulation();
    simulation.handleAll(new Command.Start());
    List<String> words =
        Stream.of(VirtualNetwork.address(3), PACKETS, PACKET_BYTES).map(String::valueOf).toList();
    assertTrue(simulation.handle("n1", new Command.Tell("sender", "send", words)).ok());
    boolean _ = simulation.runUntil(Nanos.SECOND, () -> false);
    assertTrue(simulation.node("n3").ledger().deliveries() >= PACKETS);
  }

  /**
   * The stacks under methods whenever they were left while something happened, the outermost method
   * first: those of rani, as Class.method.
   *
   * @param thread only of this one
   * @param methods as the JVM's recorder names them
   */
  private List<List<String>> stacks(String thread, Happening happening, String... methods)
      throws IOException {
    Path file = folder.resolve("stacks.jfr");
    try (Recording recording = new Recording()) {
      recording
          .enable("jdk.MethodTrace")
          .with("filter", String.join(";", methods))
          .withStackTrace();
      recording.start();
      happening.happens();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getThread().getJavaName().startsWith(thread))
        .map(WayOfAPacketTest::stack)
        .toList();
  }

  /** Without the classes that the JVM makes of references to methods. */
  private static List<String> stack(RecordedEvent left) {
    Stream<RecordedMethod> under =
        left.getStackTrace().getFrames().reversed().stream().map(RecordedFrame::getMethod);
    return Stream.concat(under, Stream.of(left.<RecordedMethod>getValue("method")))
        .map(WayOfAPacketTest::name)
        .filter(method -> method.startsWith("rani.") && !method.contains("Test"))
        .filter(method -> !method.contains("$$Lambda"))
        .toList();
  }

  private static String name(RecordedMethod method) {
    return method.getType().getName() + "." + method.getName();
  }

  /** The first of the stacks that goes through one method and ends in another. */
  private static List<String> first(List<List<String>> stacks, String through, String end) {
    return stacks.stream()
        .filter(stack -> stack.contains(through) && stack.getLast().equals(end))
        .findFirst()
        .orElseThrow(() -> new AssertionError(end + " is not reached by " + through));
  }

  private static String file(String method) {
    return method.replaceFirst("[.$][^.]*$", "").replaceFirst("\\$.*", "");
  }

  /** The first words of the lines in the fenced block that is called {@code way NAME}. */
  private static List<String> documented(String name) throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    int begin = lines.indexOf("```way " + name) + 1;
    int end = begin + lines.subList(begin, lines.size()).indexOf("```");
    return lines.subList(begin, end).stream().map(line -> line.replaceAll(" .*", "")).toList();
  }
}
