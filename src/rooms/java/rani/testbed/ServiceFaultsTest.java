// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.session.EventFeed;
import rani.nodehost.session.FaultyService;
import rani.service.ServiceProvider;
import rani.services.traffic.Sink;
import rani.services.traffic.Source;
import rani.testbed.process.ControlClient;
import rani.testbed.process.ExitCause;
import rani.testbed.process.NodeCommand;
import rani.testbed.process.NodeOnClassPath;
import rani.world.Reply;

/** Services that hold up or bring down the JVM of node n2, in the middle of a row of three. */
@Execution(CONCURRENT)
class ServiceFaultsTest {
  private static final String FAULTY = "faulty";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String ROW =
      """
      topology: row
      defaults:
        link: {rate: 1000packet/s}
      nodes:
        n1: {services: {source: {flows: [{to: n3, kind: bursts, packets: 50, size: 200B}]}}}
        n2: {services: {faulty: {}}}
        n3: {services: {sink: {}}}
      links:
        n1 -- n2: {}
        n2 -- n3: {}
      """;
  private static final String PAIR =
      """
      topology: pair
      nodes:
        n1: {}
        n2: {services: {faulty: {}}}
      links:
        n1 -- n2: {}
      """;

  @TempDir private Path folder;

  private LiveLab lab(String text, String... javaOptions) throws IOException, FileError {
    Path file = folder.resolve("network.yaml");
    Files.writeString(file, text);
    ServiceCatalog catalog =
        ServiceCatalog.of(new FaultyService.Provider(), new Source.Provider(), new Sink.Provider());
    Topology topology = TopologyFile.load(file, List.of(), catalog);
    return LiveLab.inProcesses(
        new LivePlan(topology, 1, Transport.best(), Optional.of(directory())),
        command(javaOptions),
        Progress.SILENT);
  }

  private RunDirectory directory() {
    return new RunDirectory(folder);
  }

  /** As nodes are started, with the faulty service on their class path. */
  private NodeCommand command(String... options) throws IOException {
    Path services = folder.resolve("more/META-INF/services");
    Files.createDirectories(services);
    Files.writeString(
        services.resolve(ServiceProvider.class.getName()), FaultyService.Provider.class.getName());
    List<String> words = new ArrayList<>(NodeOnClassPath.command().java());
    String classPath = "--class-path=";
    words.replaceAll(
        word ->
            word.startsWith(classPath)
                ? classPath
                    + folder.resolve("more")
                    + File.pathSeparator
                    + word.substring(classPath.length())
                : word);
    words.addAll(words.size() - 1, List.of(options));
    words.addAll(
        words.size() - 1, List.of("-XX:+ExitOnOutOfMemoryError", "-XX:+DisplayVMOutputToStderr"));
    return new NodeCommand(words);
  }

  private List<NodeRecord> alive() throws LabFailure {
    return RunRecord.read(directory().record()).nodesAlive();
  }

  @Test
  void aServiceThatBlocksIsReportedSuspendedAndDoubtedAndOneThatHangsEndsItsNode()
      throws IOException, FileError, LabFailure, InterruptedException {
    try (LiveLab lab = lab(ROW, "-Drani.stuck.millis=3000")) {
      lab.start();
      Path release = folder.resolve("release");
      try (BufferedReader events = follow("n2")) {
        CompletableFuture<Reply> told =
            CompletableFuture.supplyAsync(() -> tell(lab, "block", release.toString()));
        String event = next(events, "blocked");
        assertFalse(told.isDone(), "it is told of while the service still blocks");
        assertTrue(event.contains("\"faulty\""), event);
        assertTrue(event.contains("FaultyService.awaitFile"), event);
        Files.writeString(release, "");
        assertTrue(told.join().ok());
        assertTrue(next(events, "note").contains("\"blocked\""));
        assertTrue(next(events, "note").contains("\"suspended\""));
      }
      Map<?, ?> facts = (Map<?, ?>) lab.show("n2", StatusQuery.SERVICES).byKey().get(FAULTY);
      assertEquals(true, facts == null ? "no facts" : facts.get("suspended"));
      assertTrue(tell(lab, "block").message().contains("suspended: it blocked its node"));
      lab.go();
      assertTrue(lab.runUntilDone(PATIENCE));
      assertTrue(
          lab.trust().reasons().stream()
              .anyMatch(why -> why.startsWith("n2: service faulty blocked for ")),
          () -> reasons(lab));
      assertEquals(
          List.of(true),
          lab.operate("{node: n2, restart: faulty}").values().stream().map(Reply::ok).toList());
      String why = String.valueOf(failure(lab, "hang").getMessage());
      assertTrue(why.contains("node n2 (process "), why);
      assertTrue(why.contains("exit code 4"), why);
      assertTrue(why.contains("service faulty has not returned for "), why);
      assertThrows(LabFailure.class, () -> lab.runFor(PATIENCE));
      assertTrue(Files.readString(directory().log("n2")).contains("FaultyService.awaitFile"));
    }
    assertEquals(List.of(), alive());
    assertTrue(ExitCause.of(directory(), "n2").orElse("").startsWith("service faulty has not"));
  }

  @Test
  void aServiceThatExhaustsTheHeapEndsItsNodeAndIsNamed()
      throws IOException, FileError, LabFailure {
    try (LiveLab lab = lab(PAIR, "-Xmx40m")) {
      lab.start();
      String why = String.valueOf(failure(lab, "eat").getMessage());
      assertTrue(why.contains("exit code 3"), why);
      assertTrue(
          why.contains("its memory was exhausted while service faulty was being called"), why);
    }
    assertEquals(List.of(), alive());
    assertEquals(Optional.empty(), ExitCause.of(directory(), "n1"), "it ended as it should");
  }

  private static LabFailure failure(LiveLab lab, String verb) {
    return assertThrows(LabFailure.class, () -> lab.tell("n2", FAULTY, verb, List.of()));
  }

  private static Reply tell(LiveLab lab, String verb, String... arguments) {
    try {
      return lab.tell("n2", FAULTY, verb, List.of(arguments));
    } catch (LabFailure e) {
      throw new IllegalStateException(e);
    }
  }

  private static String reasons(LiveLab lab) {
    try {
      return String.valueOf(lab.trust().reasons());
    } catch (LabFailure e) {
      return e.toString();
    }
  }

  private BufferedReader follow(String node) throws LabFailure, IOException {
    RunRecord record = RunRecord.read(directory().record());
    String control =
        record.nodes().stream()
            .filter(one -> one.name().equals(node))
            .findFirst()
            .orElseThrow()
            .control();
    InputStream events =
        new ControlClient(node, control, record.token()).events(EventFeed.FROM_NOW);
    return new BufferedReader(new InputStreamReader(events, UTF_8));
  }

  /** The next event of a kind; the stream ends with its node. */
  private static String next(BufferedReader events, String kind) throws IOException {
    for (String line = events.readLine(); line != null; line = events.readLine()) {
      if (line.startsWith("data: ") && line.contains("\"" + kind + "\"")) {
        return line;
      }
    }
    throw new IOException("no event of kind " + kind);
  }
}
