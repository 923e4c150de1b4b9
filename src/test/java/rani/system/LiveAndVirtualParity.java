// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import rani.parts.RealPart;
import rani.parts.TestRecord;
import rani.system.RaniCommand.Running;

/**
 * One scenario whose events are far enough apart for a clock that is never quite on time, live and
 * in virtual time: both must tell the same story, packet by packet.
 */
@Isolated("its runs are judged by the clock")
class LiveAndVirtualParity {
  private static final int ATTEMPTS_MAX = 3;
  private static final List<String> NODES = List.of("z", "g", "x", "y", "e", "t", "b", "c");
  @TempDir private static Path temporary;

  private static SortedMap<String, List<String>> virtual = new TreeMap<>();
  private static SortedMap<String, List<String>> live = new TreeMap<>();
  private static String replay = "";
  private static List<Path> captures = List.of();

  @BeforeAll
  static void tellTheStoryTwice() throws IOException {
    Workplace place = new Workplace(temporary);
    String scenario = Checkout.file("src/test/resources/parity.yaml");
    Running running =
        place.rani("run", scenario, "--mode=virtual", "--trace=v.trace", "--json").start();
    for (int attempt = 1; ; attempt++) {
      RunResult result =
          RunResult.of(place.rani("run", scenario, "--in-process", "--json").run()).expectPassed();
      replay = result.toString();
      Path liveFolder = result.folder(place.here());
      live = Story.of(liveFolder.resolve("trace"), NODES);
      Path virtualFolder = RunResult.of(running.await()).expectPassed().folder(place.here());
      captures = List.of(virtualFolder.resolve("captures"), liveFolder.resolve("captures"));
      virtual = Story.of(Files.readAllLines(place.here().resolve("v.trace")));
      String doubts = result.doubts();
      if (live.equals(virtual) || doubts.isEmpty() || attempt == ATTEMPTS_MAX) {
        break; // a run that was late, and says so, may have been too late for this
      }
      TestRecord.again("LiveAndVirtualParity", doubts);
    }
  }

  @Test
  void everyNodeTellsTheSameEventsInTheSameOrder() {
    for (String node : NODES) {
      assertEquals(
          String.join("\n", virtual.getOrDefault(node, List.of())),
          String.join("\n", live.getOrDefault(node, List.of())),
          () -> "the story of node " + node + ": " + replay);
    }
  }

  @Test
  void theSameSetIsDelivered() {
    assertEquals(deliveries(virtual), deliveries(live), replay);
    assertTrue(deliveries(virtual).size() >= 7, () -> deliveries(virtual).toString());
  }

  @Test
  void capturesHoldTheSamePacketsAndNoneIsMalformed() {
    for (String file : List.of("b-c.pcapng", "b-z.pcapng", "b-g.pcapng")) {
      List<String> inVirtualTime = Packets.of(captures.get(0).resolve(file));
      List<String> onSockets = Packets.of(captures.get(1).resolve(file));
      assertEquals(String.join("\n", inVirtualTime), String.join("\n", onSockets), replay);
      assertTrue(!inVirtualTime.isEmpty(), file);
    }
  }

  @Test
  void onSomebodyElsesUdpPortsFramesAreKnownByWhatTheyLookLike() {
    RealPart.program("tshark");
    RealPart.program("text2pcap");
    Path frames = captures.get(0).resolve("b-c.pcapng");
    Path datagrams = frames.resolveSibling("on-udp.pcap");
    Program.run(
            Checkout.root(),
            "sh",
            "-c",
            "tshark -r \"$1\" -x 2>/dev/null | text2pcap -q -u 40001,40002 - \"$2\"",
            "sh",
            "" + frames.toAbsolutePath(),
            "" + datagrams.toAbsolutePath())
        .expectExit(0);

    List<String> known = Packets.of(datagrams); // hellos that no one knew would be among them

    assertEquals(services(Packets.of(frames)), services(known));
  }

  /** The service that each packet asks for, or none. */
  private static List<String> services(List<String> packets) {
    return packets.stream().map(line -> line.split("\\|", -1)[2]).toList();
  }

  /** A story in which little happens would agree too easily. */
  @Test
  void theStoryHasEverythingInIt() {
    String told = String.join("\n", virtual.getOrDefault("b", List.of()));
    for (String needed :
        List.of(
            "verdict queue=node verdict=enqueue",
            "verdict queue=node verdict=drop-early",
            "verdict queue=node verdict=overflow",
            "drop reason=red-early",
            "drop reason=queue-full",
            "drop reason=filtered",
            "drop reason=expired",
            "drop reason=too-big",
            "congestion queue=node kind=above-max",
            "congestion queue=node kind=below-max",
            "note service=lgc event=miss",
            "note service=lgc event=trigger",
            "filter change=install",
            "filter change=expire")) {
      assertTrue(told.contains(needed), () -> "no " + needed + " in\n" + told);
    }
  }

  private static List<String> deliveries(Map<String, List<String>> story) {
    return story.getOrDefault("c", List.of()).stream()
        .filter(event -> event.startsWith("delivery "))
        .sorted()
        .toList();
  }
}
