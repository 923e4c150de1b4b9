// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.json.Json;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyText;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.NodeLaunchReply;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.nodehost.jvm.WarmUp;
import rani.nodehost.session.TestTopologies;
import rani.study.trace.TraceCounts;
import rani.study.tracefile.TraceFiles;
import rani.testbed.process.ControlClient;
import rani.testbed.process.NodeCommand;
import rani.testbed.process.NodeOnClassPath;
import rani.world.Reply;

@Execution(CONCURRENT)
class LiveLabTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;

  private LiveLab processes(Topology topology, RunDirectory directory) {
    return LiveLab.inProcesses(
        new LivePlan(topology, 1, Transport.best(), Optional.of(directory)),
        NodeOnClassPath.command(),
        Progress.SILENT);
  }

  private static long number(Map<?, ?> facts, String... path) {
    Object found = facts;
    for (String key : path) {
      found = found instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return found instanceof Number number ? number.longValue() : Long.MIN_VALUE;
  }

  @ParameterizedTest
  @EnumSource
  void trafficPassesThroughNodesInThisJvm(Transport transport)
      throws IOException, FileError, LabFailure {
    Topology topology = TestTopologies.load(folder, TestTopologies.ROW);
    RunDirectory directory = new RunDirectory(folder);
    try (LiveLab lab =
        LiveLab.inProcess(
            new LivePlan(topology, 1, transport, Optional.of(directory)), Progress.SILENT)) {
      execute(lab);
      assertEquals(transport.text(), lab.node("n2").ask(StatusQuery.LIVE).world().transport());
    }
    assertTracesTellOf(50, directory);
    assertFalse(Files.exists(directory.record()));
  }

  @Test
  void theShortWayToALiveLab() throws IOException, FileError, LabFailure {
    try (Lab lab = Lab.live(TestTopologies.load(folder, TestTopologies.ROW), 7)) {
      execute(lab);
    }
  }

  @Test
  void trafficPassesThroughNodesInJvmsOfTheirOwn()
      throws IOException, FileError, LabFailure, InterruptedException {
    Topology topology = TestTopologies.load(folder, TestTopologies.ROW);
    RunDirectory directory = RunDirectory.at(folder.resolve("run"));
    List<ProcessHandle> nodes = new ArrayList<>();
    try (LiveLab lab = processes(topology, directory)) {
      execute(lab);
      Reply reply = lab.tell("n3", "nobody", "anything", List.of());
      assertFalse(reply.ok());
      assertTrue(reply.message().startsWith("no service `nobody` here"), reply::message);
      RunRecord record = RunRecord.read(directory.record());
      assertEquals(3, record.nodesAlive().size());
      record.nodes().forEach(node -> node.process().ifPresent(nodes::add));
    }
    assertEquals(3, nodes.size());
    nodes.forEach(node -> assertFalse(node.isAlive()));
    assertTracesTellOf(50, directory);
    assertEquals("", Files.readString(directory.log("n1")));
  }

  private static void execute(Lab lab) throws LabFailure {
    lab.start();
    lab.go();
    assertTrue(lab.runUntilDone(PATIENCE));
    // A burst is on its way when its source is done with it.
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (number(lab.show("n3", StatusQuery.COUNTERS).byKey(), "deliveries") < 50
        || number(lab.show("n3", StatusQuery.SERVICES).byKey(), "sink", "packets") < 50) {
      assertTrue(
          System.nanoTime() < deadline,
          () -> "the packets did not come: " + counters(lab, "n1", "n2", "n3"));
      lab.runFor(Duration.ofMillis(20));
    }
    assertTrue(number(lab.show("n2", StatusQuery.COUNTERS).byKey(), "departures") >= 50);
    assertTrue(lab.trust().verdict() != Trust.Verdict.EXACT);
  }

  private static String counters(Lab lab, String... nodes) {
    StringBuilder text = new StringBuilder();
    for (String node : nodes) {
      try {
        text.append(node)
            .append(' ')
            .append(lab.show(node, StatusQuery.COUNTERS).byKey())
            .append('\n');
      } catch (LabFailure failure) {
        text.append(node).append(": ").append(failure.getMessage()).append('\n');
      }
    }
    return text.toString();
  }

  private static void assertTracesTellOf(int packets, RunDirectory directory) throws IOException {
    List<Path> files = List.of("n1", "n2", "n3").stream().map(directory::trace).toList();
    TraceCounts counts = new TraceCounts();
    assertEquals(List.of(), TraceFiles.merge(files, node -> counts).torn());
    assertTrue(counts.rows().contains(new TraceCounts.Row("delivery", "sink", packets)));
    assertFalse(Files.readString(directory.trace("n1")).contains("reason=stopped"));
  }

  @Test
  void aLinkThatDoesNotComeUpIsNamed() throws IOException, FileError, LabFailure {
    Topology topology =
        TestTopologies.load(
            folder,
            TestTopologies.ROW.replace("n2 -- n3: {}", "n2 -- n3: {n3 -> n2: {loss: 100%}}"));
    try (LiveLab lab =
        LiveLab.inProcess(
            new LivePlan(topology, 1, Transport.best(), Optional.empty()), Progress.SILENT)) {
      lab.hurry(Duration.ofSeconds(5)); // in which all others have come up
      LabFailure failure = assertThrows(LabFailure.class, lab::start);
      assertEquals(
          "after 5 s not every link is up: node n2 has heard nothing by n2 -- n3",
          failure.getMessage());
    }
  }

  @Test
  void epollIsNotQuietlyReplaced() throws Exception {
    Topology topology = TestTopologies.load(folder, TestTopologies.ROW);
    List<String> words = new ArrayList<>(NodeOnClassPath.command().java());
    words.add(1, "-Dio.netty.transport.noNative=true");
    try (LiveLab lab =
        LiveLab.inProcesses(
            new LivePlan(topology, 1, Transport.EPOLL, Optional.of(new RunDirectory(folder))),
            new NodeCommand(words),
            Progress.SILENT)) {
      LabFailure failure = assertThrows(LabFailure.class, lab::start);
      String said = String.valueOf(failure.getMessage());
      assertTrue(said.startsWith("node n1: transport epoll is not available here: "), said);
      assertTrue(said.contains("-Dio.netty.transport.noNative=true"), said);
    }
  }

  @Test
  void nodesThatAreDetachedLiveOnUntilTheyAreTakenDown() throws IOException, FileError, LabFailure {
    Topology topology = TestTopologies.load(folder, TestTopologies.ROW);
    Path root = folder.resolve("runs");
    RunDirectory directory = RunDirectory.at(root.resolve("some-run"));
    try (LiveLab lab = processes(topology, directory)) {
      lab.start();
      lab.detach();
    }
    List<RunRecord> runs = RunRecord.alive(root);
    assertEquals(1, runs.size());
    assertEquals("some-run", runs.getFirst().run());
    List<NodeRecord> ended = runs.getFirst().down();
    assertEquals(List.of("n1", "n2", "n3"), ended.stream().map(NodeRecord::name).toList());
    assertEquals(List.of(), runs.getFirst().nodesAlive());
    assertEquals(List.of(), RunRecord.alive(root));
  }

  @Test
  void aRecordThatAnotherBuildWroteHidesNoOtherRun() throws IOException, LabFailure {
    long pid = ProcessHandle.current().pid();
    NodeRecord node =
        new NodeRecord("n1", pid, NodeRecord.startedMillis(ProcessHandle.current()), "");
    RunRecord run = new RunRecord("here", "t", "x", List.of(node), List.of());
    run.write(Files.createDirectories(folder.resolve("here")).resolve("run.json"));
    Path older = Files.createDirectories(folder.resolve("before")).resolve("run.json");
    Files.writeString(older, "{\"run\": \"before\"}");

    assertEquals(List.of(run), RunRecord.alive(folder));
    assertThrows(LabFailure.class, () -> RunRecord.read(older));
  }

  @Test
  void aNodeEndsWithTheStandardInputOfItsJvm() throws Exception {
    Topology topology = TestTopologies.load(folder, TestTopologies.ROW);
    Path file = folder.resolve("topology.yaml");
    Files.writeString(file, TopologyText.print(topology));
    HttpAddress control = ControlFolder.socket(new RunDirectory(folder), "n1");
    ControlFolder.prepare(new RunDirectory(folder), control);
    Process node = new ProcessBuilder(NodeOnClassPath.command().of(file, "n1")).start();
    NodeLaunchRequest order =
        new NodeLaunchRequest(
            "secret of the run",
            control.text(),
            0,
            1,
            System.nanoTime(),
            0,
            "nio",
            "",
            0,
            "",
            "",
            List.of(),
            WarmUp.BRIEF,
            false);
    node.outputWriter().append(Json.print(order)).append("\n").flush();
    NodeLaunchReply answer = Json.read(node.inputReader().readLine(), NodeLaunchReply.class);
    assertEquals("", answer.failure());
    assertEquals(1, answer.sockets().size());
    new ProcessBuilder("sh", "-c", "kill -INT " + node.pid()).start().waitFor();
    assertEquals(
        "nio",
        new ControlClient("n1", answer.control(), "secret of the run")
            .ask(StatusQuery.LIVE)
            .world()
            .transport());
    node.outputWriter().close();
    assertTrue(node.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertEquals(0, node.exitValue());
  }

  @Test
  void aProcessThatWasNotRecordedIsNotTouched() throws Exception {
    Process stranger = new ProcessBuilder("cat").start();
    try {
      long started = NodeRecord.startedMillis(stranger.toHandle());
      NodeRecord older = new NodeRecord("n1", stranger.pid(), started - 60_000, "");
      assertEquals(List.of(), new RunRecord("r", "t", "x", List.of(older), List.of()).down());
      assertTrue(stranger.isAlive());
      NodeRecord same = new NodeRecord("n1", stranger.pid(), started, "");
      assertEquals(List.of(same), new RunRecord("r", "t", "x", List.of(same), List.of()).down());
      assertTrue(stranger.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    } finally {
      stranger.destroyForcibly();
    }
  }
}
