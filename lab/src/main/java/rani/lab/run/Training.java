// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.lab.file.FileError;
import rani.lab.topology.Topology;
import rani.lab.topology.TopologyFile;
import rani.live.LinkSockets;
import rani.live.Transport;
import rani.node.Command;

/**
 * What a node's JVM does, and what those do that speak to it, in one JVM: the AOT cache that is
 * recorded meanwhile then knows both, and all of them start sooner.
 */
public final class Training {
  private static final String TOKEN = "training";
  private static final String NETWORK =
      """
      topology: training
      nodes: {a: {services: {ping: {}}}, b: {services: {echo: {}}}}
      links: {a -- b: {hello: 100ms}}
      """;

  private Training() {}

  /** A managed node, and the two ends of what is said between it and its lab. */
  private record Pupil(String name, Thread thread, PrintStream orders, BufferedReader answers) {
    static Pupil start(Path file, String name) throws IOException {
      PipedInputStream in = new PipedInputStream();
      PrintStream orders = new PrintStream(new PipedOutputStream(in), true, StandardCharsets.UTF_8);
      PipedInputStream said = new PipedInputStream();
      PrintStream out = new PrintStream(new PipedOutputStream(said), true, StandardCharsets.UTF_8);
      Thread thread =
          Thread.ofPlatform()
              .name("rani-training-" + name)
              .start(() -> ManagedNode.run(file, name, in, out));
      return new Pupil(
          name,
          thread,
          orders,
          new BufferedReader(new InputStreamReader(said, StandardCharsets.UTF_8)));
    }

    NodeAnswer ordered() throws IOException {
      NodeOrder order =
          new NodeOrder(
              TOKEN,
              0,
              1,
              System.nanoTime(),
              0,
              Transport.best().text(),
              "",
              "",
              "",
              List.of(),
              Rehearsal.BRIEF,
              false);
      orders.print(Json.print(order) + "\n");
      orders.flush();
      return Json.read(answers.readLine(), NodeAnswer.class);
    }
  }

  /**
   * Starts two nodes, has them asked and told what every lab asks and tells, and ends them.
   *
   * @param folder takes their topology
   */
  public static void run(Path folder) throws IOException, FileError, InterruptedException {
    Path file = Files.writeString(folder.resolve("training.yaml"), NETWORK);
    Topology network = TopologyFile.load(file);
    LiveWiring wiring = new LiveWiring(network);
    List<Pupil> pupils = new ArrayList<>();
    List<ControlClient> clients = new ArrayList<>();
    SequencedMap<String, List<LinkSockets>> bound = new LinkedHashMap<>();
    for (String name : network.nodeNames()) {
      Pupil pupil = Pupil.start(file, name);
      pupils.add(pupil);
      NodeAnswer answer = pupil.ordered();
      bound.put(name, answer.sockets().stream().map(ControlRoutes.Sockets::parse).toList());
      clients.add(new ControlClient(answer.control(), TOKEN));
    }
    for (int node = 0; node < clients.size(); node++) {
      ControlClient client = clients.get(node);
      client.connect(wiring.peers(pupils.get(node).name(), bound));
      client.handle(new Command.Start());
      client.handle(new Command.Go());
      for (Command.Subject subject : Command.Subject.values()) {
        client.handle(new Command.Show(subject));
      }
      client.live();
      client.detach();
    }
    for (ControlClient client : clients) {
      client.stop();
    }
    for (Pupil pupil : pupils) {
      pupil.thread().join();
    }
  }
}
