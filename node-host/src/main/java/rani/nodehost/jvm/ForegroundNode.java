// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;
import rani.ground.SocketText;
import rani.ground.WallClock;
import rani.json.Json;
import rani.live.LinkSockets;
import rani.live.LiveNodeConfig;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Nearest;
import rani.model.host.Forward;
import rani.model.node.RunKey;
import rani.model.power.Power;
import rani.model.power.Powers;
import rani.model.topology.OperationReader;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyLink;
import rani.node.Command;
import rani.node.NodeFacts;
import rani.nodehost.code.LiveCode;
import rani.nodehost.control.ControlServer;
import rani.nodehost.conversation.NodeEvent;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.gateway.ForwardOrders;
import rani.nodehost.gateway.GatewayOrder;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.session.CrashReport;
import rani.nodehost.session.EventFeed;
import rani.nodehost.session.LiveWiring;
import rani.nodehost.session.NodeSession;
import rani.nodehost.session.TraceTarget;
import rani.wire.Address;
import rani.world.Reply;

/**
 * One node in the foreground: {@code rani node --topology FILE --name N}. Its neighbours have the
 * addresses in the file, so that nodes on several hosts form one network from copies of one file.
 * Traffic begins when all links are up for the first time. Several nodes may share a JVM.
 */
public final class ForegroundNode {
  /** Interval at which neighbours' names are resolved again while a link is down. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Topology topology;
  private final String name;
  private final PrintStream err;
  private final AddressResolver resolver;
  private final Options options;
  private final LiveWiring wiring;
  private final LiveCode code;
  private final List<TopologyLink> links;
  private final List<LinkSockets> peers;
  private final RunKey key;

  private ForegroundNode(
      Topology topology,
      String name,
      PrintStream err,
      AddressResolver resolver,
      Options options,
      Path file)
      throws FileError, LabFailure {
    this.topology = topology;
    this.name = name;
    this.err = err;
    this.resolver = resolver;
    this.options = options;
    wiring = new LiveWiring(topology);
    code = new LiveCode(name);
    links = wiring.links(name);
    peers = wiring.peersInFile(name, file);
    key = key(links, file, options.keyFile());
  }

  /**
   * Parameters of nodes besides their topology file.
   *
   * @param keyFile secret that all nodes of the network share; required if links are keyed
   * @param traceFile trace file of a single node
   * @param places addresses or host names in place of the file's addresses, by node name
   * @param readyFile exists while every link of a single node is up
   * @param control where the control plane of a single node listens; empty for none
   * @param trusted true if the file may use {@link Powers} over this machine
   */
  public record Options(
      Transport transport,
      long seed,
      Optional<Path> keyFile,
      Optional<Path> traceFile,
      SequencedMap<String, String> places,
      Optional<Path> readyFile,
      Optional<Control> control,
      boolean trusted) {
    public static Options of(Transport transport) {
      return new Options(
          transport,
          1,
          Optional.empty(),
          Optional.empty(),
          new TreeMap<>(),
          Optional.empty(),
          Optional.empty(),
          false);
    }
  }

  /** Address of a control plane, and the token that requests must carry. */
  public record Control(HttpAddress address, String token) {
    /** Omits the token, which must not be logged. */
    @Override
    public String toString() {
      return "control plane at " + address.text();
    }
  }

  /**
   * Runs nodes of a file until the thread is interrupted or a node fails; reports to {@code err}.
   */
  public static void run(Path file, List<String> names, Options options, PrintStream err)
      throws FileError, LabFailure {
    Topology inFile = TopologyFile.load(file);
    inFile.checkNeedsNoLab();
    inFile.checkHasNoPrograms();
    for (String name : new LinkedHashSet<>(names)) {
      requireNode(inFile, name, file);
      requireOwn(inFile, name, file);
    }
    for (String name : options.places().keySet()) {
      requireNode(inFile, name, file);
    }
    List<Power> powers = powers(inFile, names, options);
    if (!options.trusted()) {
      Powers.requireNoTrust(file, powers);
    }
    powers.forEach(power -> err.println("rani: " + power.text()));
    AddressResolver resolver = AddressResolver.find(options.places(), err);
    Topology topology = resolver.in(inFile);
    List<ForegroundNode> ready = new ArrayList<>();
    for (String name : new LinkedHashSet<>(names)) {
      ready.add(new ForegroundNode(topology, name, err, resolver, options, file));
    }
    if (ready.size() == 1) {
      ready.getFirst().run(options.traceFile());
    } else {
      runAll(ready);
    }
  }

  /** Returns what the file needs trust for; addresses in the command need none. */
  private static List<Power> powers(Topology inFile, List<String> names, Options options) {
    Topology rest = inFile;
    for (String said : options.places().keySet()) {
      rest = rest.with(rest.node(said).orElseThrow().withBindAddress(Forward.LOOPBACK));
    }
    return Powers.of(rest, names);
  }

  private static void requireNode(Topology topology, String name, Path file) throws FileError {
    if (topology.node(name).isEmpty()) {
      throw new FileError(
          Location.ofFile(file.toString()),
          "no node is called `" + name + "`",
          Nearest.hint(name, topology.nodeNames()));
    }
  }

  private static void requireOwn(Topology topology, String name, Path file) throws FileError {
    if (topology.foreign().contains(name)) {
      throw new FileError(
          Location.ofFile(file.toString()),
          "node `" + name + "` is foreign: a program of another make is to be it",
          "without `foreign: true` rani is");
    }
  }

  /** Runs each node on a thread of its own until the first of them ends. */
  private static void runAll(List<ForegroundNode> nodes) throws LabFailure {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ExecutorCompletionService<ForegroundNode> running = new ExecutorCompletionService<>(threads);
      for (ForegroundNode each : nodes) {
        running.submit(
            () -> {
              each.run(Optional.empty());
              return each;
            });
      }
      try {
        ForegroundNode _ = running.take().get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof LabFailure failure) {
          throw failure;
        }
        throw new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static RunKey key(List<TopologyLink> links, Path file, Optional<Path> keyFile)
      throws FileError, LabFailure {
    if (keyFile.isPresent()) {
      return RunKey.read(keyFile.get()).countedFrom(System.currentTimeMillis());
    }
    TopologyLink keyed =
        links.stream().filter(link -> link.a().keys().isPresent()).findFirst().orElse(null);
    if (keyed != null) {
      throw new FileError(
          Location.ofFile(file.toString()),
          "link `" + keyed.name() + "` has keys, and there is nothing to make them of",
          "give every node the same `--key-file`; `head -c 32 /dev/urandom | base64 > FILE` makes"
              + " one");
    }
    return RunKey.NONE;
  }

  private void run(Optional<Path> traceFile) throws LabFailure {
    LiveNodeConfig config =
        wiring.config(
            name, false, options.transport(), options.seed(), System.nanoTime(), key, code);
    try (NodeSession session =
            new NodeSession(
                config,
                traceFile.map(file -> new TraceTarget(file, TraceTarget.BYTES_MAX)),
                WallClock.baseNanos(config.timeBaseNanos()),
                List.of(),
                Optional.empty(),
                Optional.of(new CrashReport(Optional.empty())));
        ShutdownHook _ = new ShutdownHook(session::close);
        Closeable _ = control(session);
        EventFeed.Follower events = session.events().follow()) {
      session.node().connect(peers);
      introduce(session);
      session.node().handle(new Command.Start()).join();
      for (GatewayOrder order : ForwardOrders.declared(topology, name)) {
        Reply _ = session.require(order.tell());
      }
      tellOf(session, events);
    } catch (IOException e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts the control plane, if there is to be one. */
  private Closeable control(NodeSession session) throws IOException {
    Control wanted = options.control().orElse(null);
    if (wanted == null) {
      return () -> {};
    }
    Thread running = Thread.currentThread();
    ControlServer server =
        new ControlServer(
            wanted.address(),
            wanted.token(),
            session,
            new OperationReader(topology, code.services()),
            key,
            running::interrupt);
    say("control plane at " + server.address().text());
    return () -> {
      server.close();
      ControlFolder.leave(server.address());
    };
  }

  private void introduce(NodeSession session) {
    say(
        Address.text(topology.node(name).orElseThrow().virtualAddress())
            + " by "
            + session.node().facts().transport());
    List<LinkSockets> own = session.node().sockets();
    for (int number = 0; number < peers.size(); number++) {
      say(
          "link-%s to %s: %s from %s, %s to %s"
              .formatted(
                  number,
                  links.get(number).farEnd(name).node(),
                  SocketText.print(own.get(number).receive()),
                  SocketText.print(peers.get(number).send()),
                  SocketText.print(own.get(number).send()),
                  SocketText.print(peers.get(number).receive())));
    }
  }

  private void tellOf(NodeSession session, EventFeed.Follower events)
      throws InterruptedException, IOException, LabFailure {
    boolean gone = false;
    try {
      while (true) {
        boolean up = status(session).up();
        showReady(up);
        if (!gone && up) {
          gone = true;
          session.node().handle(new Command.Go()).join();
          say("all links are up; traffic begins");
        }
        NodeEvent event = events.next(LOOK_NANOS);
        if (event == null) {
          if (!up) {
            resolver.checkUnmoved();
          }
        } else if (event.facts() instanceof NodeEvent.Link(int number, String state)) {
          say("link-" + number + " to " + links.get(number).farEnd(name).node() + " is " + state);
        } else {
          say(Json.print(event));
        }
      }
    } finally {
      showReady(false);
    }
  }

  /** Creates or deletes the file by which a container's health check sees the node's state. */
  private void showReady(boolean up) throws IOException {
    Path file = options.readyFile().orElse(null);
    if (file != null && up != Files.exists(file)) {
      if (up) {
        Files.createFile(file);
      } else {
        Files.delete(file);
      }
    }
  }

  private static NodeFacts.Status status(NodeSession session) {
    Command show = new Command.Show(Command.Subject.STATUS);
    return (NodeFacts.Status) session.node().handle(show).join().facts();
  }

  private void say(String what) {
    err.println("rani: node " + name + ": " + what);
    err.flush();
  }
}
