// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import rani.parts.TestRecord;
import rani.system.RaniCommand.Running;

/**
 * One connection of RDP, live and in virtual time: the same segments in the same order, the same
 * ports, states and windows, from the handshake to the last acknowledgement.
 */
@Isolated("its runs are judged by the clock")
class RdpParity {
  private static final int ATTEMPTS_MAX = 3;
  private static final List<String> NODES = List.of("a", "b", "c");

  @TempDir private Path temporary;

  @Test
  void everyNodeTellsTheSameEventsInTheSameOrder() throws IOException {
    Workplace place = new Workplace(temporary);
    String scenario = Checkout.file("src/test/resources/parity-rdp.yaml");
    Running running =
        place.rani("run", scenario, "--mode=virtual", "--trace=v.trace", "--json").start();
    for (int attempt = 1; ; attempt++) {
      RunResult result =
          RunResult.of(place.rani("run", scenario, "--in-process", "--json").run()).expectPassed();
      SortedMap<String, List<String>> live =
          Story.of(result.folder(place.here()).resolve("trace"), NODES);
      RunResult.of(running.await()).expectPassed();
      SortedMap<String, List<String>> virtual =
          Story.of(Files.readAllLines(place.here().resolve("v.trace")));
      String told = String.join("\n", virtual.getOrDefault("a", List.of()));
      assertTrue(told.contains("event=connection"), told);
      assertTrue(told.contains("event=response"), told);
      String doubts = result.doubts();
      if (!live.equals(virtual) && !doubts.isEmpty() && attempt < ATTEMPTS_MAX) {
        TestRecord.again("RdpParity", doubts);
        continue; // a run that was late, and says so, may have been too late for this
      }
      for (String node : NODES) {
        assertEquals(
            String.join("\n", virtual.getOrDefault(node, List.of())),
            String.join("\n", live.getOrDefault(node, List.of())),
            () -> "the story of node " + node + ": " + result);
      }
      Path virtualFolder = RunResult.of(running.await()).folder(place.here());
      List<String> captured = captured(virtualFolder);
      assertEquals(
          String.join("\n", captured),
          String.join("\n", captured(result.folder(place.here()))),
          () -> "what passed b -- c: " + result);
      assertTrue(captured.size() >= 10, () -> String.join("\n", captured));
      return;
    }
  }

  /**
   * What passed, with numbers as they are beyond each side's first, which is drawn: live at every
   * start another (RFC 6528).
   */
  private static List<String> captured(Path folder) {
    Map<String, Long> first = new HashMap<>();
    List<String> relative = new ArrayList<>();
    for (String line : Packets.of(folder.resolve("captures/b-c.pcapng"))) {
      String[] fields = line.split("\\|", -1);
      String from = fields[Packets.SOURCE];
      if (!fields[Packets.RDP_SEQUENCE].isEmpty()) {
        first.putIfAbsent(from, Long.decode(fields[Packets.RDP_SEQUENCE]));
      }
      beyond(fields, Packets.RDP_SEQUENCE, first.get(from));
      beyond(fields, Packets.RDP_ACK, first.get(fields[Packets.DESTINATION]));
      relative.add(String.join("|", fields));
    }
    return relative;
  }

  private static void beyond(String[] fields, int at, @Nullable Long first) {
    if (first != null && !fields[at].isEmpty()) {
      fields[at] = "" + (Long.decode(fields[at]) - first & 0xFFFF_FFFFL);
    }
  }
}
