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
 * The processes of a live run, on disk: what {@code ps} and {@code down} go by, and nothing else.
 * It is written as nodes are started, before any of them is let loose, so that at every moment a
 * node either dies with the one who started it or is recorded. It holds the run's token, so only
 * its owner may read it.
 *
 * @param run its name
 * @param topology the network's name
 * @param token that its control planes ask for
 * @param nodes in the order of the topology
 * @param keepers what holds the sessions with the hosts of nodes that are elsewhere: one, or none
 *     if all nodes are here
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

  /** A run whose nodes are all here. */
  public RunRecord(String run, String topology, String token, List<NodeRecord> nodes) {
    this(run, topology, token, nodes, List.of());
  }

  /** Writes the record in one step: a reader finds the old one or the new one. */
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

  /** With what the keeper has written down since of nodes on other hosts. */
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

  /** Whether a node's process runs; of one on another host, as far as is known here. */
  public boolean isAlive(NodeRecord node) {
    return node.runsElsewhere() ? node.pid() != 0 && hasKeeper() : node.process().isPresent();
  }

  /** What is said to a node, by its control plane. */
  ControlClient client(NodeRecord node) {
    return new ControlClient(node.name(), node.control(), token);
  }

  /** Whether the sessions with other hosts go on; false, too, if there are none. */
  public boolean hasKeeper() {
    return keeper().isPresent();
  }

  /** What holds the sessions with other hosts, if there is any and it runs. */
  Optional<NodeRecord> keeper() {
    return keepers.stream().filter(each -> each.process().isPresent()).findFirst();
  }

  /**
   * What holds the sessions with other hosts.
   *
   * @throws LabFailure if it does not run
   */
  SupervisorClient keeperClient() throws LabFailure {
    return keeper()
        .map(each -> new SupervisorClient(each.control(), token))
        .orElseThrow(() -> new LabFailure("the sessions with the other hosts have ended"));
  }

  /**
   * Every run below a folder that has a node alive, by name.
   *
   * @param root where run folders are made; it need not exist
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

  /** One that another build wrote, or someone spoilt, does not hide the others. */
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
   * @param root where their folders are
   */
  public static String json(Path root, List<RunRecord> runs) {
    return Json.print(
            runs.stream().map(run -> run.shown(new RunDirectory(root.resolve(run.run)))).toList())
        + "\n";
  }

  /** All but the token. */
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

  /** The record with a node in it that came, or in place of what was known of that. */
  RunRecord with(NodeRecord node) {
    List<NodeRecord> all = new ArrayList<>(without(node.name()).nodes);
    all.add(node);
    return with(all);
  }

  /** The record without a node that has gone. */
  RunRecord without(String node) {
    return with(nodes.stream().filter(one -> !one.name().equals(node)).toList());
  }

  /** The record of one node of this host alone. */
  RunRecord only(String node) {
    return new RunRecord(
        run, topology, token, nodes.stream().filter(one -> one.name().equals(node)).toList());
  }

  /** The nodes whose processes still run. */
  public List<NodeRecord> nodesAlive() {
    return nodes.stream().filter(this::isAlive).toList();
  }

  /**
   * Ends every node that is still alive: by its control plane, and if that does not help within a
   * few seconds, by its process id. No other process is touched.
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
    // Whatever becomes of it, with the sessions everything on the other hosts ends.
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
      return; // it has ended by itself, or is ended by its process id
    }
  }

  /** {@link ProcessHandle#onExit} would look at another's child three times a second. */
  private static void awaitEnd(NodeRecord node, long nanosMax) {
    long beganNanos = System.nanoTime();
    while (node.process().isPresent()
        && System.nanoTime() - beganNanos < nanosMax
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
