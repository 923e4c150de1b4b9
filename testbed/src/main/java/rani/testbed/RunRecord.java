// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.json.Json;
import rani.model.file.FileError;
import rani.model.file.FileFormat;
import rani.model.topology.TopologyNode;
import rani.nodehost.control.ControlToken;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.edge.ProgramFacts;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.jvm.RunTopology;
import rani.testbed.host.SupervisorClient;
import rani.testbed.process.ControlClient;
import rani.testbed.process.ExitCause;
import rani.testbed.process.NodeCommand;
import rani.world.Facts;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/**
 * The processes of a live run, on disk; {@code ps} and {@code down} find them only by this record.
 * It is written before any node is detached, so that a node always is recorded or ends with the
 * process that started it. Only the file's owner may read it, because it holds the run's token.
 *
 * @param token grants access to the nodes' control planes; empty if it is in a file of its own,
 *     {@link #TOKEN_FILE}, beside the record
 * @param keepers the supervisor of other hosts; empty if all nodes are on this host
 * @param engine what starts and ends the nodes of an exported network, such as {@code compose};
 *     null if rani does
 */
public record RunRecord(
    String run,
    String topology,
    String token,
    List<NodeRecord> nodes,
    List<NodeRecord> keepers,
    @Nullable String engine) {
  /** The file, beside a record, with the token of a network that an engine has started. */
  public static final String TOKEN_FILE = "token";

  private static final Logger LOG = LoggerFactory.getLogger(RunRecord.class);

  /** Most networks of other folders that are found by their processes. */
  public static final int ELSEWHERE_MAX = 1000;

  private static final long END_NANOS_MAX = 3_000_000_000L;
  private static final long KEEPER_END_NANOS_MAX = 30_000_000_000L;
  private static final long LOOK_NANOS = 10_000_000;

  /** Time limit for a node that an engine has started to show that it is alive. */
  private static final Duration ALIVE_MAX = Duration.ofSeconds(2);

  private static final int LOOKS_AT_A_TIME = 32;

  public RunRecord {
    nodes = List.copyOf(nodes);
    keepers = List.copyOf(keepers);
  }

  /** Creates the record of nodes that rani starts. */
  public RunRecord(
      String run, String topology, String token, List<NodeRecord> nodes, List<NodeRecord> keepers) {
    this(run, topology, token, nodes, keepers, null);
  }

  void write(Path file) throws LabFailure {
    PrivateFile.write(file, Json.print(FileFormat.RUN.headed(this)) + "\n");
  }

  /** Reads a record, and adds the supervisor's notes on ends of nodes on other hosts. */
  public static RunRecord read(Path file) throws LabFailure {
    try {
      RunRecord record = FileFormat.RUN.read(file, RunRecord.class);
      RunDirectory directory = new RunDirectory(file.toAbsolutePath().resolveSibling(""));
      if (record.engine != null) {
        return record.inFolder(directory);
      }
      return record.with(
          record.nodes.stream()
              .map(
                  node ->
                      node.runsElsewhere() && Files.exists(directory.gone(node.name()))
                          ? node.ended()
                          : node)
              .toList());
    } catch (IOException | JacksonException e) {
      throw new LabFailure(file + " is no record of a run: " + e.getMessage(), e);
    }
  }

  private RunRecord with(List<NodeRecord> others) {
    return new RunRecord(run, topology, token, others, keepers, engine);
  }

  /** Returns the record of an exported network with its folder's name and the token there. */
  private RunRecord inFolder(RunDirectory directory) throws LabFailure {
    return new RunRecord(
        directory.name(),
        topology,
        ControlToken.read(directory.path().resolve(TOKEN_FILE)),
        nodes,
        keepers,
        engine);
  }

  /** Fails if an engine starts and ends the nodes; {@code what} cannot be done then. */
  public void requireNoEngine(String what) throws LabFailure {
    if (engine != null) {
      throw new LabFailure(
          "%s starts and ends the nodes of %s, and rani cannot %s".formatted(engine, run, what));
    }
  }

  /** Reports whether a node's process runs; on another host, as far as this host knows. */
  public boolean isAlive(NodeRecord node) {
    if (engine != null) {
      return answers(node);
    }
    return node.runsElsewhere() ? node.pid() != 0 && hasKeeper() : node.process().isPresent();
  }

  /** Reports whether a node that an engine has started answers, which is all that is known. */
  private boolean answers(NodeRecord node) {
    try {
      return client(node).ask("GET", StatusQuery.STATUS.path(), "", ALIVE_MAX).ok();
    } catch (LabFailure e) {
      return false;
    }
  }

  ControlClient client(NodeRecord node) {
    return new ControlClient(node.name(), node.control(), token);
  }

  /** Reports whether the supervisor of other hosts runs; false if there is none. */
  public boolean hasKeeper() {
    return keeper().isPresent();
  }

  /** Returns the supervisor of other hosts, if it runs. */
  Optional<NodeRecord> keeper() {
    return keepers.stream().filter(each -> each.process().isPresent()).findFirst();
  }

  /** Returns a client of the supervisor of other hosts; fails if the supervisor does not run. */
  SupervisorClient keeperClient() throws LabFailure {
    return keeper()
        .map(each -> new SupervisorClient(each.control(), token))
        .orElseThrow(() -> new LabFailure("the sessions with the other hosts have ended"));
  }

  /** Returns every run with a running node, by name; the parent folder need not exist. */
  public static List<RunRecord> alive(Path root) throws LabFailure {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    List<RunRecord> runs = new ArrayList<>();
    try (Stream<Path> folders = Files.list(root)) {
      for (Path folder : folders.sorted().toList()) {
        Path file = new RunDirectory(folder).record();
        if (Files.isRegularFile(file)) {
          readIfAlive(file).ifPresent(runs::add);
        }
      }
    } catch (IOException e) {
      throw new LabFailure("cannot look for runs in " + root + ": " + e.getMessage(), e);
    }
    return runs;
  }

  /** Returns the folders of this user's live networks on this host that are not below a folder. */
  public static List<Path> elsewhere(Path root) {
    Path here = root.toAbsolutePath().normalize();
    Optional<String> user = ProcessHandle.current().info().user();
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::info)
        .filter(process -> process.user().equals(user))
        .flatMap(process -> NodeCommand.topology(process).stream())
        .map(Path::getParent)
        .filter(folder -> folder != null && !folder.startsWith(here))
        .distinct()
        .sorted()
        .limit(ELSEWHERE_MAX)
        .toList();
  }

  /** Reads a record; a damaged or foreign one is only logged, so that others are still found. */
  private static Optional<RunRecord> readIfAlive(Path file) {
    try {
      RunRecord run = read(file);
      return run.nodesAlive().isEmpty() && !run.hasKeeper() ? Optional.empty() : Optional.of(run);
    } catch (LabFailure failure) {
      LOG.warn("{}; passed over", failure.getMessage());
      return Optional.empty();
    }
  }

  /** Returns runs as a JSON array for {@code ps}, without their tokens. */
  public static String json(Path root, List<RunRecord> runs) {
    return Json.print(
            runs.stream().map(run -> run.shown(new RunDirectory(root.resolve(run.run)))).toList())
        + "\n";
  }

  /** Returns the run in a folder as {@code ps} shows it, without its token. */
  public Facts shown(RunDirectory directory) {
    return new Shown(
        run,
        directory.path().toAbsolutePath().normalize().toString(),
        topology,
        nodes.stream()
            .map(
                node ->
                    new ShownNode(
                        node.name(),
                        node.runsElsewhere() ? node.host() : null,
                        node.pid(),
                        isAlive(node),
                        node.control(),
                        isAlive(node) ? null : ExitCause.of(directory, node.name()).orElse(null)))
            .toList(),
        foreign(directory).stream().map(TopologyNode::name).toList(),
        programs(directory),
        ServedLab.address(directory).orElse(null));
  }

  /** Returns the programs at edges of a run, as far as it answers. */
  public static List<ProgramFacts> programs(RunDirectory directory) {
    try {
      RunningLab lab = RunningLab.of(directory);
      return lab.topology().edges().isEmpty()
          ? List.of()
          : lab.askAll(StatusQuery.PROGRAMS).values().stream()
              .flatMap(ofNode -> ofNode.programs().stream())
              .toList();
    } catch (LabFailure e) {
      return List.of(); // the run is starting or ending
    }
  }

  /** Returns the foreign nodes of a run, none of which has a process here. */
  public static List<TopologyNode> foreign(RunDirectory directory) {
    if (!Files.exists(directory.foreign())) {
      return List.of(); // without a look into the topology
    }
    try {
      return new RunTopology(directory.topology())
          .get().nodes().stream().filter(TopologyNode::foreign).toList();
    } catch (FileError e) {
      return List.of(); // the file was damaged from outside
    }
  }

  private record Shown(
      String run,
      String folder,
      String topology,
      List<ShownNode> nodes,
      List<String> foreign,
      List<ProgramFacts> programs,
      @Nullable String served)
      implements Facts {}

  private record ShownNode(
      String name,
      @Nullable String host,
      long pid,
      boolean alive,
      String control,
      @Nullable String ended)
      implements Facts {}

  /** Returns a copy with a node added or replaced. */
  RunRecord with(NodeRecord node) {
    List<NodeRecord> all = new ArrayList<>(without(node.name()).nodes);
    all.add(node);
    return with(all);
  }

  RunRecord without(String node) {
    return with(nodes.stream().filter(one -> !one.name().equals(node)).toList());
  }

  /** Returns a record of a single node of this host. */
  RunRecord only(String node) {
    List<NodeRecord> own = nodes.stream().filter(one -> one.name().equals(node)).toList();
    return new RunRecord(run, topology, token, own, List.of(), engine);
  }

  public List<NodeRecord> nodesAlive() {
    if (engine == null) {
      return nodes.stream().filter(this::isAlive).toList();
    }
    try (ExecutorService threads =
        Executors.newFixedThreadPool(LOOKS_AT_A_TIME, Thread.ofVirtual().factory())) {
      List<Future<Boolean>> answers =
          nodes.stream().map(node -> threads.submit(() -> answers(node))).toList();
      List<NodeRecord> alive = new ArrayList<>();
      for (int k = 0; k < answers.size(); k++) {
        if (answers.get(k).get()) {
          alive.add(nodes.get(k));
        }
      }
      return alive;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  /** Ends every running node: by a request, and after a few seconds by its process id. */
  public List<NodeRecord> down() {
    List<NodeRecord> alive = nodesAlive();
    Optional<NodeRecord> keeper = keeper();
    keeper.ifPresent(this::askToEnd);
    for (NodeRecord node : alive) {
      if (!node.runsElsewhere()) {
        askToEnd(node);
      }
    }
    for (NodeRecord node : alive) {
      awaitEnd(node, END_NANOS_MAX);
      node.process().ifPresent(ProcessHandle::destroyForcibly);
    }
    // Nodes on other hosts end with their sessions, whether they answered or not.
    keeper.ifPresent(each -> awaitEnd(each, KEEPER_END_NANOS_MAX));
    keeper.flatMap(NodeRecord::process).ifPresent(ProcessHandle::destroyForcibly);
    alive.forEach(NodeRecord::leave);
    keeper.ifPresent(NodeRecord::leave);
    return alive;
  }

  private void askToEnd(NodeRecord node) {
    if (node.control().isEmpty()) {
      return;
    }
    try {
      Reply _ = client(node).stop();
    } catch (LabFailure e) {
      return; // the node has ended already, or its process is killed later
    }
  }

  /** Polls more often than {@link ProcessHandle#onExit} does for a process that is no child. */
  private static void awaitEnd(NodeRecord node, long nanosMax) {
    long beganNanos = System.nanoTime();
    while (node.process().isPresent()
        && System.nanoTime() - beganNanos < nanosMax
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
