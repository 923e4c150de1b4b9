// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.json.Json;
import rani.model.file.InputFile;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.host.SupervisorClient;
import rani.testbed.process.ControlClient;
import rani.testbed.process.ExitCause;
import rani.world.Facts;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/**
 * The processes of a live run, on disk: the only source of {@code ps} and {@code down}. It is
 * written while nodes start, before any of them is detached, so that at every moment a node either
 * ends with the process that started it or is recorded. It holds the run's token, so only its owner
 * may read it.
 *
 * @param run its name
 * @param topology the network's name
 * @param token of its control planes
 * @param nodes in the order of the topology
 * @param keepers the supervisor of other hosts; none if all nodes are on this host
 */
public record RunRecord(
    String run, String topology, String token, List<NodeRecord> nodes, List<NodeRecord> keepers) {
  private static final Logger LOG = LoggerFactory.getLogger(RunRecord.class);
  private static final long END_NANOS_MAX = 3_000_000_000L;
  private static final long KEEPER_END_NANOS_MAX = 30_000_000_000L;
  private static final long LOOK_NANOS = 10_000_000;

  public RunRecord {
    nodes = List.copyOf(nodes);
    keepers = List.copyOf(keepers);
  }

  /** A run whose nodes are all on this host. */
  public RunRecord(String run, String topology, String token, List<NodeRecord> nodes) {
    this(run, topology, token, nodes, List.of());
  }

  /** Writes the record atomically. */
  void write(Path file) throws LabFailure {
    PrivateFile.write(file, Json.print(this) + "\n");
  }

  /** Reads what {@link #write} wrote. */
  public static RunRecord read(Path file) throws LabFailure {
    try {
      RunRecord record = Json.read(InputFile.text(file), RunRecord.class);
      return record.keepers.isEmpty() ? record : record.withEnds(folderOf(file));
    } catch (IOException | JacksonException e) {
      throw new LabFailure(file + " is no record of a run: " + e.getMessage(), e);
    }
  }

  private static RunDirectory folderOf(Path file) {
    return new RunDirectory(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a folder"));
  }

  /** Adds the supervisor's later records of nodes on other hosts. */
  private RunRecord withEnds(RunDirectory directory) {
    return with(
        nodes.stream()
            .map(
                node ->
                    node.runsElsewhere() && Files.exists(directory.gone(node.name()))
                        ? node.ended()
                        : node)
            .toList());
  }

  private RunRecord with(List<NodeRecord> others) {
    return new RunRecord(run, topology, token, others, keepers);
  }

  /** Whether a node's process runs; on another host, as far as is known here. */
  public boolean isAlive(NodeRecord node) {
    return node.runsElsewhere() ? node.pid() != 0 && hasKeeper() : node.process().isPresent();
  }

  /** The client of a node's control plane. */
  ControlClient client(NodeRecord node) {
    return new ControlClient(node.name(), node.control(), token);
  }

  /** Whether the supervisor of other hosts runs; also false if there is none. */
  public boolean hasKeeper() {
    return keeper().isPresent();
  }

  /** The supervisor of other hosts, if it runs. */
  Optional<NodeRecord> keeper() {
    return keepers.stream().filter(each -> each.process().isPresent()).findFirst();
  }

  /**
   * The supervisor of other hosts.
   *
   * @throws LabFailure if it does not run
   */
  SupervisorClient keeperClient() throws LabFailure {
    return keeper()
        .map(each -> new SupervisorClient(each.control(), token))
        .orElseThrow(() -> new LabFailure("the sessions with the other hosts have ended"));
  }

  /**
   * Every run in a folder that has a running node, by name.
   *
   * @param root the parent of run folders; need not exist
   */
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

  /** A record of another build, or a damaged one, must not hide the others. */
  private static Optional<RunRecord> readIfAlive(Path file) {
    try {
      RunRecord run = read(file);
      return run.nodesAlive().isEmpty() && !run.hasKeeper() ? Optional.empty() : Optional.of(run);
    } catch (LabFailure failure) {
      LOG.warn("{}; passed over", failure.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Runs as {@code ps} shows them, in one JSON array: everything but their tokens.
   *
   * @param root the parent of run folders
   */
  public static String json(Path root, List<RunRecord> runs) {
    return Json.print(
            runs.stream().map(run -> run.shown(new RunDirectory(root.resolve(run.run)))).toList())
        + "\n";
  }

  /** The record without the token. */
  Facts shown(RunDirectory directory) {
    return new Shown(
        run,
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
            .toList());
  }

  private record Shown(String run, String topology, List<ShownNode> nodes) implements Facts {}

  private record ShownNode(
      String name,
      @Nullable String host,
      long pid,
      boolean alive,
      String control,
      @Nullable String ended)
      implements Facts {}

  /** The record with a node added or replaced. */
  RunRecord with(NodeRecord node) {
    List<NodeRecord> all = new ArrayList<>(without(node.name()).nodes);
    all.add(node);
    return with(all);
  }

  /** The record without a node. */
  RunRecord without(String node) {
    return with(nodes.stream().filter(one -> !one.name().equals(node)).toList());
  }

  /** A record of a single node of this host. */
  RunRecord only(String node) {
    return new RunRecord(
        run, topology, token, nodes.stream().filter(one -> one.name().equals(node)).toList());
  }

  /** The nodes whose processes still run. */
  public List<NodeRecord> nodesAlive() {
    return nodes.stream().filter(this::isAlive).toList();
  }

  /**
   * Ends every running node: by its control plane, and if that fails within a few seconds, by its
   * process id. No other process is affected.
   *
   * @return the nodes that were ended
   */
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
    // In any case everything on other hosts ends with the sessions.
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
      return; // it has ended by itself, or is killed by its process id
    }
  }

  /** {@link ProcessHandle#onExit} would poll a process that is no child three times a second. */
  private static void awaitEnd(NodeRecord node, long nanosMax) {
    long beganNanos = System.nanoTime();
    while (node.process().isPresent()
        && System.nanoTime() - beganNanos < nanosMax
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
