// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.live.LinkSockets;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.node.Command;
import rani.nodehost.conversation.LinkAddresses;
import rani.nodehost.conversation.StartTraffic;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.session.LiveWiring;

/**
 * Workload of a JVM while the AOT cache of nodes' JVMs is recorded: nodes run and answer requests.
 */
final class AotTrainingRun {
  private static final String TOKEN = "00112233445566778899aabbccddeeff";
  private static final String NOTHING = "{}";
  private static final String NETWORK =
      """
      topology: training
      modules: {upstream-filter: "%s"}
      nodes: {a: {services: {ping: {}}}, b: {services: {echo: {}, upstream-filter: {}}}}
      links: {a -- b: {hello: 100ms}}
      """;

  /** From the folder of experiments, where the training runs. */
  private static final Path MODULE = Path.of("../topologies/upstream-filter.wasm");

  private static final long HAND_SECONDS_MAX = 10;

  /** The ports are arbitrary. If one is in use, the cache holds less code. */
  private static final String HAND =
      """
      topology: training-by-hand
      nodes:
        here: {ports: {there: {receive: 46731, send: 46732}}}
        there: {ports: {here: {receive: 46733, send: 46734}}}
      links: {here -- there: {}}
      """;

  private AotTrainingRun() {}

  /** A managed node and the streams by which its supervisor would start it. */
  private record TrainedNode(
      String name, Thread thread, PrintStream orders, BufferedReader answers) {
    static TrainedNode start(Path file, String name) throws IOException {
      PipedInputStream in = new PipedInputStream();
      PrintStream orders = new PrintStream(new PipedOutputStream(in), true, StandardCharsets.UTF_8);
      PipedInputStream said = new PipedInputStream();
      PrintStream out = new PrintStream(new PipedOutputStream(said), true, StandardCharsets.UTF_8);
      Thread thread =
          Thread.ofPlatform()
              .name("rani-training-" + name)
              .start(
                  () -> {
                    try (out) { // else a reader would wait for ever if the node ends early
                      ManagedNode.run(file, name, in, out);
                    }
                  });
      return new TrainedNode(
          name,
          thread,
          orders,
          new BufferedReader(new InputStreamReader(said, StandardCharsets.UTF_8)));
    }

    NodeLaunchReply ordered(RunDirectory folder) throws IOException, LabFailure {
      HttpAddress control = ControlFolder.socket(folder, name);
      ControlFolder.prepare(folder, control);
      NodeLaunchRequest order =
          new NodeLaunchRequest(
              TOKEN,
              control.text(),
              0,
              1,
              System.nanoTime(),
              0,
              Transport.best().text(),
              "",
              0,
              "",
              "",
              List.of(),
              WarmUp.BRIEF,
              false);
      orders.print(Json.print(order) + "\n");
      orders.flush();
      String line = answers.readLine();
      if (line == null) {
        throw new IOException("node " + name + " ended before it was ready");
      }
      NodeLaunchReply answer = Json.read(line, NodeLaunchReply.class);
      if (!answer.failure().isEmpty()) {
        throw new IOException(answer.failure());
      }
      return answer;
    }
  }

  /** Runs two managed nodes, then one in the foreground, with their files in a folder. */
  static void run(Path folder) throws IOException, FileError, LabFailure, InterruptedException {
    managed(folder);
    byHand(folder);
  }

  private static void managed(Path folder)
      throws IOException, FileError, LabFailure, InterruptedException {
    String text = NETWORK.formatted(MODULE.toRealPath());
    Path file = Files.writeString(folder.resolve("training.yaml"), text);
    Topology network = TopologyFile.load(file);
    LiveWiring wiring = new LiveWiring(network);
    SequencedMap<TrainedNode, String> trained = new LinkedHashMap<>();
    SequencedMap<String, List<LinkSockets>> bound = new LinkedHashMap<>();
    for (String name : network.nodeNames()) {
      TrainedNode node = TrainedNode.start(file, name);
      NodeLaunchReply answer = node.ordered(new RunDirectory(folder));
      bound.put(name, answer.sockets().stream().map(LinkAddresses::parse).toList());
      trained.put(node, answer.control());
    }
    for (Map.Entry<TrainedNode, String> each : trained.entrySet()) {
      String control = each.getValue();
      List<LinkSockets> peers = wiring.peers(each.getKey().name(), bound);
      ask(control, "POST", "/peers", Json.print(peers.stream().map(LinkAddresses::of).toList()));
      ask(control, "POST", "/start", NOTHING);
      ask(control, "POST", "/go", Json.print(new StartTraffic(StartTraffic.AT_ONCE)));
      for (Command.Subject subject : Command.Subject.values()) {
        ask(control, "GET", "/" + subject.name().toLowerCase(Locale.ROOT), NOTHING);
      }
      ask(control, "GET", "/live", NOTHING);
      ask(control, "POST", "/detach", NOTHING);
    }
    for (String control : trained.values()) {
      ask(control, "POST", "/stop", NOTHING);
    }
    for (TrainedNode node : trained.keySet()) {
      node.thread().join();
      ControlFolder.end(ControlFolder.socket(new RunDirectory(folder), node.name()));
    }
  }

  /** Sends a request without the HTTP client, whose classes the cache of a node does not need. */
  private static void ask(String control, String method, String path, String body)
      throws IOException {
    try (SocketChannel socket = SocketChannel.open(HttpAddress.parse(control).socket())) {
      String head =
          "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
              + "Connection: close\r\nContent-Length: %s\r\n\r\n";
      String request = head.formatted(method, path, TOKEN, body.length()) + body;
      Channels.newOutputStream(socket).write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] _ = Channels.newInputStream(socket).readAllBytes();
    }
  }

  private static void byHand(Path folder) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("training-by-hand.yaml"), HAND);
    CountDownLatch ready = new CountDownLatch(1);
    PrintStream err = System.err;
    System.setErr(new PrintStream(new Listener(ready), true, StandardCharsets.UTF_8));
    try {
      Thread node = Thread.ofPlatform().name("rani-training-by-hand").start(() -> foreground(file));
      boolean _ = ready.await(HAND_SECONDS_MAX, TimeUnit.SECONDS);
      node.interrupt();
      node.join();
    } finally {
      System.setErr(err);
    }
  }

  private static void foreground(Path file) {
    try {
      ForegroundNode.run(
          file, List.of("here"), ForegroundNode.Options.of(Transport.best()), System.err);
    } catch (FileError | LabFailure e) {
      return; // a port is in use, so the cache holds less code
    }
  }

  /** Recognises the last message that a node prints while its neighbour is absent. */
  private static final class Listener extends OutputStream {
    private static final String LAST_WORDS = "link-0 to ";

    private final CountDownLatch heard;
    private final StringBuilder said = new StringBuilder();

    Listener(CountDownLatch heard) {
      this.heard = heard;
    }

    @Override
    public void write(int letter) {
      said.append((char) letter);
      if (said.indexOf(LAST_WORDS) >= 0) {
        heard.countDown();
      }
    }
  }
}
