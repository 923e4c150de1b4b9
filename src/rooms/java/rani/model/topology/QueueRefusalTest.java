// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.testbed.VirtualLab;
import rani.world.Reply;

/** LGC filters source nodes: a queue that it watches must count source nodes, too. */
class QueueRefusalTest {
  private static final String WHY =
      "it counts flows by five-tuple, and lgc filters all that comes from one source node: n and r"
          + " would be of other flows than the one that is filtered; `flow: source-node` is for"
          + " both";

  @TempDir private Path folder;

  private Path file(String n7, String link, String rest) throws IOException {
    return Files.writeString(
        folder.resolve("t.yaml"),
        """
        topology: t
        nodes:
          n1: {}
          n7:
            %s
          n8: {}
        links:
          n1 -- n7: {}
          n7 -- n8: {%s}
        %s
        """
            .formatted(n7, link, rest));
  }

  private static String error(Path file, String... sets) {
    return assertThrows(FileError.class, () -> TopologyFile.load(file, List.of(sets))).getMessage();
  }

  private static final String LGC = "services: {active-filter: {}, lgc: {}}";
  private static final String RED = "queue: {discipline: red, flow: five-tuple}";

  @Test
  void anotherIdentityOfANodesQueueIsRefusedWithFileLineAndReason() throws Exception {
    Path file =
        file(LGC + "\n    queue: {placement: node, rate: 9packet/s, discipline: red}", "", "");

    assertEquals(
        file + ":5:35: service `lgc` of node `n7` cannot work with the node's queue: " + WHY,
        error(file, "nodes.n7.queue.flow=five-tuple"));
    assertEquals(3, TopologyFile.load(file).nodes().size());
  }

  @Test
  void soIsThatOfALinkAndWhatAScheduleStarts() throws Exception {
    String ofTheLink = " service `lgc` of node `n7` cannot work with the queue of `n7 -> n8`: ";
    assertTrue(error(file(LGC, RED, "")).endsWith(ofTheLink + WHY));

    String late = "schedule: [{at: 1s, node: n7, start: {active-filter: {}, lgc: {}}}]";
    String error = error(file("services: {}", RED, late));
    assertTrue(error.contains(":10:") && error.endsWith(ofTheLink + WHY), error);
  }

  @Test
  void aQueueThatLgcDoesNotWatchMayCountAsItLikes() throws Exception {
    Path file = file(LGC, "queue: {flow: five-tuple}", "");

    assertEquals(3, TopologyFile.load(file).nodes().size());
  }

  @Test
  void aRunningNodeRefusesTheServiceAndTheLink() throws Exception {
    Topology network = TopologyFile.load(file("services: {active-filter: {}}", RED, ""));
    try (VirtualLab lab = new VirtualLab(network, 1, line -> {}, "this test")) {
      lab.start();
      Reply reply = lab.operate("{node: n7, start: lgc}").get("n7");

      assertTrue(reply != null && !reply.ok() && reply.message().endsWith(WHY), "" + reply);
    }
    Topology other = TopologyFile.load(file(LGC, "", ""));
    try (VirtualLab lab = new VirtualLab(other, 1, line -> {}, "this test")) {
      lab.start();
      String link = "{add: {link: \"n7 -- n8 #2\", " + RED + "}}";

      String error = assertThrows(FileError.class, () -> lab.operate(link)).getMessage();

      assertTrue(error.endsWith("cannot work with the link's queue: " + WHY), error);
      assertFalse(lab.topology().links().size() > 2);
    }
  }
}
