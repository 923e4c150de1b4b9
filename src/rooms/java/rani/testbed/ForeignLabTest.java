// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.jvm.ForegroundNode;
import rani.parts.HeldPorts;

/** A live network that waits for a node of another make, which here is a node of another lab. */
class ForeignLabTest {
  @TempDir private Path folder;
  private List<Integer> ports;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    String here = "127.0.0.1";
    ports = HeldPorts.at(here, here, here, here);
    file = Files.writeString(folder.resolve("pair.yaml"), pair("p"));
  }

  private String pair(String foreign) {
    return """
        topology: pair
        nodes:
          n1: {ports: {p: {receive: %d, send: %d}}}
          p: {ports: {n1: {receive: %d, send: %d}}}
        links: {n1 -- p: {hello: 100ms}}
        """
        .formatted(ports.get(0), ports.get(1), ports.get(2), ports.get(3))
        .replace("  " + foreign + ": {", "  " + foreign + ": {foreign: true, ");
  }

  private LiveLab lab(Topology topology, List<String> said) {
    LivePlan plan = new LivePlan(topology, 1, Transport.best(), Optional.empty());
    return LiveLab.inProcess(plan, said::add);
  }

  private String expected() {
    return "foreign node p: n1 -- p at 127.0.0.1:%d and 127.0.0.1:%d"
        .formatted(ports.get(2), ports.get(3));
  }

  @Test
  void itSaysForWhomItWaitsAndDoesNotWaitForEver() throws Exception {
    List<String> said = new ArrayList<>();
    try (LiveLab lab = lab(TopologyFile.load(file), said)) {
      lab.hurry(Duration.ofSeconds(1));
      LabFailure failure = assertThrows(LabFailure.class, lab::start);
      assertEquals(
          "after 1 s not every link is up: node n1 has heard nothing by n1 -- p; it expects "
              + expected(),
          failure.getMessage());
    }
    assertEquals("waits for " + expected(), said.getLast());
  }

  @Test
  void whatCannotBeAskedSaysSoAndTheOthersAnswer() throws Exception {
    Topology theirs = TopologyFile.load("theirs.yaml", pair("n1"));
    try (LiveLab ours = lab(TopologyFile.load(file), new ArrayList<>());
        LiveLab other = lab(theirs, new ArrayList<>())) {
      CompletableFuture<Void> starting =
          CompletableFuture.runAsync(
              () -> {
                try {
                  ours.start();
                } catch (LabFailure e) {
                  throw new IllegalStateException(e);
                }
              });
      other.start();
      starting.get(1, TimeUnit.MINUTES);
      ours.go();

      assertEquals(List.of("n1", "p"), ours.names());
      assertEquals(List.of("n1"), ours.ownNames());
      assertTrue(ours.show("n1", StatusQuery.STATUS).up());
      LabFailure refused = assertThrows(LabFailure.class, () -> ours.show("p", StatusQuery.STATUS));
      assertEquals(
          "node p is foreign: it has no control plane, by which it could be asked",
          refused.getMessage());
      String absent = "a neighbour who was not there";
      assertTrue(ours.trust().reasons().stream().noneMatch(why -> why.contains(absent)));

      assertEquals(List.of("n1"), List.copyOf(ours.operate("{cut: n1 -- p}").keySet()));
      assertEquals(List.of("n1"), List.copyOf(ours.operate("{mend: n1 -- p}").keySet()));
      assertThrows(FileError.class, () -> ours.operate("{node: p, stop: echo}"));
      assertTrue(TopologyFile.load("saved", ours.save()).foreign().contains("p"), ours.save());
      assertEquals(List.of("p", "n1"), List.copyOf(ours.operate("{remove: {node: p}}").keySet()));
      assertEquals(List.of("n1"), ours.names());
    }
  }

  @Test
  void raniIsNoNodeThatIsSaidToBeForeign() {
    PrintStream err = new PrintStream(new ByteArrayOutputStream());
    FileError error =
        assertThrows(
            FileError.class,
            () ->
                ForegroundNode.run(
                    file, List.of("p"), ForegroundNode.Options.of(Transport.best()), err));
    assertTrue(
        String.valueOf(error.getMessage())
            .endsWith(
                ": node `p` is foreign: a program of another make is to be it; without"
                    + " `foreign: true` rani is"),
        error.getMessage());
  }
}
