// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.file.FileError;
import rani.model.host.Forward;
import rani.model.host.TopologyHost;
import rani.model.menu.ServiceCatalog;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.model.topology.NetworkChange;
import rani.model.topology.OperationReader;
import rani.model.topology.Topology;
import rani.model.topology.TopologyText;
import rani.node.NodeFacts;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.gateway.ForwardOrders;
import rani.nodehost.gateway.GatewayOrder;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.nodehost.jvm.RunTopology;
import rani.testbed.host.HostedProcess;
import rani.testbed.host.SupervisorClient;
import rani.testbed.process.ControlClient;
import rani.testbed.process.LabNode;
import rani.testbed.process.LabWatch;
import rani.testbed.process.Lease;
import rani.testbed.process.NodeCommand;
import rani.testbed.process.NodeJvm;
import rani.testbed.process.RunningCapture;
import rani.world.Facts;
import rani.world.LinkId;
import rani.world.Reply;

/** A live network that another process has started, found by the record of its run. */
public final class RunningLab implements Testbed {
  private static final int LOOKS_AT_A_TIME = 8;

  private final RunDirectory directory;
  private final RunTopology topology;
  private final OperationReader operations;

  private RunningLab(RunDirectory directory, RunTopology topology) {
    this.directory = directory;
    this.topology = topology;
    this.operations = new OperationReader(topology, ServiceCatalog.installed());
  }

  /** Opens the network of a run's folder. */
  public static RunningLab of(RunDirectory directory) throws LabFailure {
    try {
      RunRecord.read(directory.record());
      return new RunningLab(directory, new RunTopology(directory.topology()));
    } catch (FileError e) {
      throw new LabFailure(directory.topology() + " is not what the run wrote", e);
    }
  }

  public String name() {
    return directory.name();
  }

  @Override
  public Topology topology() {
    return topology.get();
  }

  private RunRecord record() throws LabFailure {
    return RunRecord.read(directory.record());
  }

  /** Reports whether a node runs on another host. */
  public boolean runsElsewhere(String node) throws LabFailure {
    return record().nodes().stream()
        .anyMatch(each -> each.name().equals(node) && each.runsElsewhere());
  }

  @Override
  public ControlClient node(String node) throws LabFailure {
    int _ = address(node);
    requireOwn(node);
    RunRecord record = record();
    return record.nodes().stream()
        .filter(each -> each.name().equals(node) && record.isAlive(each))
        .findFirst()
        .map(record::client)
        .orElseThrow(() -> new LabFailure("node " + node + " of " + name() + " has ended"));
  }

  /** Queries all nodes concurrently; nodes that have ended or do not answer are missing. */
  public <A> SequencedMap<String, A> askAll(Query<A> query) throws LabFailure {
    return all(client -> client.ask(query));
  }

  /** Returns the metrics of all nodes that answer, in Prometheus's text format. */
  public SequencedMap<String, String> metrics() throws LabFailure {
    return all(ControlClient::metrics);
  }

  /** A request to one node. */
  @FunctionalInterface
  private interface Question<A> {
    A ask(ControlClient client) throws LabFailure;
  }

  private <A> SequencedMap<String, A> all(Question<A> question) throws LabFailure {
    RunRecord record = record();
    SequencedMap<String, Future<A>> asked = new LinkedHashMap<>();
    SequencedMap<String, A> answers = new LinkedHashMap<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(LOOKS_AT_A_TIME, Thread.ofVirtual().factory())) {
      for (NodeRecord node : record.nodesAlive()) {
        ControlClient client = record.client(node);
        asked.put(node.name(), threads.submit(() -> question.ask(client)));
      }
      for (Map.Entry<String, Future<A>> one : asked.entrySet()) {
        try {
          answers.put(one.getKey(), one.getValue().get());
        } catch (ExecutionException e) {
          continue; // the node is ending, or too busy
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answers;
  }

  public List<String> alive() throws LabFailure {
    return record().nodesAlive().stream().map(NodeRecord::name).toList();
  }

  public RunDirectory directory() {
    return directory;
  }

  @Override
  public SequencedMap<String, Reply> operate(String entry) throws LabFailure, FileError {
    try (RunLock _ = new RunLock(directory)) {
      OperationReader.Wanted wanted = operations.read(entry);
      if (wanted.change() != null) {
        record().requireNoEngine("add or remove nodes and links");
      }
      return new LiveChanges(new Changing()).execute(entry, wanted, topology());
    }
  }

  private final class Changing implements LiveChanges.Network {
    private @Nullable NodeJvm launched;

    @Override
    public NodeHandle node(String name) throws LabFailure {
      return RunningLab.this.node(name);
    }

    @Override
    public LabNode launch(NetworkChange.AddNode change) throws LabFailure {
      RunStart start = RunStart.read(directory.start());
      String token = record().token();
      String name = change.node().name();
      NodeLaunchRequest order = start.order(token, directory, name, List.of(), true);
      TopologyHost host = change.after().hostOf(name).orElse(null);
      NodeJvm node;
      if (host == null || host.isHere()) {
        node = NodeJvm.of(name, directory, order, NodeCommand.ofThisJvm(), new LabWatch());
      } else {
        SupervisorClient keeper = record().keeperClient();
        node =
            new NodeJvm(
                name,
                token,
                new HostedProcess(name, host.name(), order, () -> keeper, new LabWatch()));
      }
      node.launch();
      launched = node;
      record().with(node.record()).write(directory.record());
      return node;
    }

    @Override
    public void enter(LabNode node) throws LabFailure {
      if (launched != null) {
        record().with(launched.record()).write(directory.record());
        launched.detach();
      }
    }

    @Override
    public void end(String node) throws LabFailure {
      RunRecord all = record();
      if (all.nodes().stream().anyMatch(each -> each.name().equals(node) && each.runsElsewhere())) {
        all.keeperClient().end(node);
      } else {
        all.only(node).down();
      }
      all.without(node).write(directory.record());
    }

    @Override
    public boolean hasGone() throws LabFailure {
      return directory.goNanos().isPresent();
    }

    @Override
    public void keep(Topology changed) throws LabFailure {
      directory.write(RunDirectory.TOPOLOGY, TopologyText.print(changed));
      RunRecord record = record();
      if (record.engine() != null) {
        return; // rani has made no files for its foreign nodes
      }
      ForeignFiles.write(directory, changed, new RunKey(record.token(), keyNumber()));
      if (record.hasKeeper()) {
        record.keeperClient().topology();
      }
    }

    @Override
    public int keyNumber() throws LabFailure {
      return RunStart.read(directory.start()).keyNumber();
    }

    @Override
    public void keepKeyNumber(int number) throws LabFailure {
      RunStart start = RunStart.read(directory.start());
      directory.write(RunDirectory.START, start.withKey(number).text());
      ForeignFiles.write(directory, topology(), new RunKey(record().token(), number));
    }
  }

  @Override
  public OptionalLong sinceGoNanos() throws LabFailure {
    OptionalLong go = directory.goNanos();
    if (go.isEmpty()) {
      return go;
    }
    long nowNanos = System.nanoTime() - RunStart.read(directory.start()).timeBaseNanos();
    return OptionalLong.of(Math.max(0, nowNanos - go.getAsLong()));
  }

  /** Gives a node's gateway an order, until the result is closed or this program ends. */
  public Lease hold(String node, GatewayOrder order) throws LabFailure {
    return node(node).hold(order);
  }

  /** Returns the current numbers of a node's links; fails if its links are just being changed. */
  public LinkNumbers linkNumbers(String node) throws LabFailure {
    return linkNumbers(node, show(node, StatusQuery.LINKS));
  }

  /** Returns the numbers of a node's links from its answer; fails if they are being changed. */
  public LinkNumbers linkNumbers(String node, NodeFacts.Links links) throws LabFailure {
    List<LinkId> numbers = new ArrayList<>();
    for (String link : links.links().sequencedKeySet()) {
      numbers.add(new LinkId(Integer.parseInt(link.substring(link.lastIndexOf('-') + 1))));
    }
    return LinkNumbers.of(topology(), node, numbers)
        .orElseThrow(() -> new LabFailure("the links of node " + node + " are being changed"));
  }

  /** Captures frames at link ends, until the result is closed; the duration may be empty. */
  public RunningCapture capture(CapturePlan plan, String duration) throws LabFailure {
    return node(plan.node())
        .capture(
            new CaptureOrder(
                plan.ends().stream().map(CapturedEnd::link).toList(),
                plan.filter().text(),
                plan.limits().snapBytes(),
                plan.limits().packetsMax(),
                plan.linkType().isInner(),
                duration.isEmpty() ? null : duration));
  }

  private record CaptureOrder(
      List<Integer> links,
      String filter,
      int snaplen,
      long count,
      boolean inner,
      @Nullable String duration)
      implements Facts {}

  /** Moves every keyed link to the next key, without loss; returns the number of the key. */
  public int rotateKeys() throws LabFailure {
    if (topology().links().stream().allMatch(link -> link.a().keys().isEmpty())) {
      throw new LabFailure("no link of " + name() + " has keys; `keys: control` gives it some");
    }
    record()
        .requireNoEngine("give them another key: one that is started again begins with the first");
    try (RunLock _ = new RunLock(directory)) {
      return new LiveChanges(new Changing()).renewKeys(topology());
    }
  }

  /** Streams the events of nodes, until the result is closed or this program ends. */
  public RunningEvents events(List<String> nodes) throws LabFailure {
    for (String node : nodes) {
      int _ = address(node);
      requireOwn(node);
    }
    return new RunningEvents(
        nodes, (node, seenId) -> node(node).events(seenId), aheadNanos(record()));
  }

  /**
   * Returns how much later each node's time began than the first one's, in nanoseconds, to about a
   * round trip of a request. Nodes that rani has started share their time; none of them is named.
   */
  private static SequencedMap<String, Long> aheadNanos(RunRecord record) throws LabFailure {
    SequencedMap<String, Long> ahead = new LinkedHashMap<>();
    if (record.engine() == null) {
      return ahead;
    }
    long firstNanos = Long.MIN_VALUE;
    for (NodeRecord node : record.nodesAlive()) {
      long askedNanos = System.nanoTime();
      long nodeNanos = record.client(node).ask(StatusQuery.STATUS).nowNanos();
      long beganNanos = (System.nanoTime() - askedNanos) / 2 + askedNanos - nodeNanos;
      firstNanos = firstNanos == Long.MIN_VALUE ? beganNanos : firstNanos;
      ahead.put(node.name(), beganNanos - firstNanos);
    }
    return ahead;
  }

  /** Returns the time of events when traffic began, in nanoseconds; empty if it is not known. */
  public OptionalLong goNanos() throws LabFailure {
    RunRecord record = record();
    if (record.engine() == null) {
      return directory.goNanos();
    }
    for (NodeRecord first : record.nodesAlive()) {
      Long go = record.client(first).ask(StatusQuery.STATUS).goNanos();
      return go == null ? OptionalLong.empty() : OptionalLong.of(go);
    }
    return OptionalLong.empty();
  }

  /** Returns addresses of the nodes' metrics for a Prometheus, such as 127.0.0.1:40123. */
  public SequencedMap<String, String> metricsTargets() throws LabFailure {
    SequencedMap<String, String> targets = new LinkedHashMap<>();
    for (NodeRecord node : record().nodesAlive()) {
      if (node.listensAtUnixSocket()) {
        throw new LabFailure(
            "the nodes of "
                + name()
                + " listen at Unix sockets, where no Prometheus asks: serve them all at one port by"
                + " `rani serve --port`, or start it by `rani up --control tcp`");
      }
      targets.put(node.name(), node.control());
    }
    return targets;
  }

  /** Returns the token of the control planes, which grants full control of the network. */
  public String token() throws LabFailure {
    return record().token();
  }

  /** Opens a forward, which lasts until it is closed. */
  public HeldForward forward(Forward forward) throws LabFailure {
    int _ = address(forward.from());
    ForwardOrders orders = new ForwardOrders(forward, address(forward.exit()));
    Lease exit = hold(forward.exit(), orders.atExit());
    try {
      int exitPort = ForwardOrders.exitPort(exit.first());
      return new HeldForward(hold(forward.from(), orders.atEntry(exitPort)), exit);
    } catch (LabFailure | RuntimeException e) {
      exit.close();
      throw e;
    }
  }

  /** The leases of a forward; the entry's reports count traffic, the exit only permits it. */
  public record HeldForward(Lease entry, Lease exit) implements AutoCloseable {
    @Override
    public void close() {
      entry.close();
      exit.close();
    }
  }
}
