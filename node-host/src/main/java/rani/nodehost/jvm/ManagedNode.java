// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import rani.json.Json;
import rani.live.LiveNodeConfig;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.topology.OperationReader;
import rani.model.topology.Topology;
import rani.nodehost.code.LiveCode;
import rani.nodehost.control.ControlServer;
import rani.nodehost.conversation.LinkAddresses;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.session.CrashReport;
import rani.nodehost.session.LiveWiring;
import rani.nodehost.session.NodeSession;
import tools.jackson.core.JacksonException;

/**
 * A node in a JVM of its own, started by a supervisor: {@code rani node --topology FILE --name N
 * --managed}. It reads a {@link NodeLaunchRequest} from the first line of standard input and prints
 * a {@link NodeLaunchReply} to standard output; everything else uses the control plane. Until it is
 * detached the node ends at the end of its standard input, so that it cannot outlive its parent.
 */
public final class ManagedNode {
  public static final int ENDED = 0;

  /** Exit code of the JVM if the node could not be started. */
  public static final int FAILED = 3;

  private final CountDownLatch ending = new CountDownLatch(1);
  private volatile boolean detached;

  private ManagedNode() {}

  /** Runs a node until it is stopped, and returns the exit code. */
  public static int run(Path topology, String name, InputStream in, PrintStream out) {
    return new ManagedNode().execute(topology, name, in, out);
  }

  private int execute(Path topology, String name, InputStream in, PrintStream out) {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    try {
      String line = lines.readLine();
      if (line == null) {
        return ENDED; // the process that started the node has ended already
      }
      NodeLaunchRequest order = Json.read(line, NodeLaunchRequest.class);
      RunTopology network = new RunTopology(topology);
      LiveCode code = new LiveCode(name);
      LiveNodeConfig config = config(network.get(), name, order, code);
      order.rehearsal().play(config.transport());
      try (NodeSession session =
              new NodeSession(
                  config,
                  order.trace(),
                  order.wallBaseNanos(),
                  order.captures(network.get(), name),
                  NodeLaunchRequest.file(order.lastCallFile()),
                  Optional.of(new CrashReport(NodeLaunchRequest.file(order.verdictFile()))));
          ControlServer control =
              new ControlServer(
                  session,
                  new OperationReader(network, code.services()),
                  order.address(),
                  order.key(),
                  () -> detached = true,
                  ending::countDown)) {
        session.edge().keepLogsIn(new RunDirectory(topology.toAbsolutePath().resolveSibling("")));
        say(
            out,
            new NodeLaunchReply(
                "",
                control.address().text(),
                session.node().sockets().stream().map(LinkAddresses::of).toList()));
        awaitEnd(lines);
      }
      ControlFolder.end(order.address()); // its supervisor does so, too, unless it was killed
      return ENDED;
    } catch (FileError | JacksonException | IllegalArgumentException | IOException e) {
      say(out, NodeLaunchReply.failed(String.valueOf(e.getMessage())));
      return FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ENDED;
    }
  }

  private static LiveNodeConfig config(
      Topology network, String name, NodeLaunchRequest order, LiveCode code) {
    Transport transport = Transport.valueOf(order.transport().toUpperCase(Locale.ROOT));
    return new LiveWiring(network)
        .config(
            name, order.late(), transport, order.seed(), order.timeBaseNanos(), order.key(), code);
  }

  private static void say(PrintStream out, NodeLaunchReply answer) {
    out.print(Json.print(answer) + "\n");
    out.flush();
  }

  private void awaitEnd(BufferedReader lines) throws InterruptedException {
    Thread.ofPlatform().name("rani-parent").daemon(true).start(() -> awaitParent(lines));
    ending.await();
  }

  private void awaitParent(BufferedReader lines) {
    try {
      lines.transferTo(Writer.nullWriter());
    } catch (IOException _) {
      // handled like the end of the input
    }
    if (!detached) {
      ending.countDown();
    }
  }
}
