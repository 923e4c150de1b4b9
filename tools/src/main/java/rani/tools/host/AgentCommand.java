// SPDX-License-Identifier: Apache-2.0
package rani.tools.host;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;
import rani.model.file.UnitError;
import rani.model.host.HostAndPort;
import rani.model.host.TopologyHost;
import rani.testbed.host.Agent;
import rani.testbed.host.AgentListener;
import rani.testbed.host.HostCheck;
import rani.testbed.host.HostSupervisor;
import rani.testbed.process.NodeCommand;
import rani.tools.doctor.Doctor;
import rani.tools.doctor.Finding;
import rani.tools.option.LogOptions;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.HOSTS)
@Command(
    name = "agent",
    description = {
      "Runs nodes on this host for networks of other hosts.",
      "By ssh no one needs to start it: `rani up` and `rani run` do. Without ssh, `--listen` waits"
          + " for anyone who has the token that it prints. Who has that can run programs here."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  rani agent --listen 192.168.1.7:7264        # and at the other host, in the topology:",
      "    hosts: {lab7: {address: 192.168.1.7, by: agent, token-file: lab7.token}}"
    })
public final class AgentCommand extends RaniCommand {
  @Option(
      names = "--listen",
      paramLabel = "ADDRESS:PORT",
      description = "Where to wait for sessions: an address of this host, by TLS alone.")
  private @Nullable String listen;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Where runs have their folders while they last. Default: ~/.rani-agent.")
  private @Nullable Path folder;

  @Option(names = "--json", description = "Prints token, address and port as one JSON object.")
  private boolean json;

  @Mixin private final LogOptions log = new LogOptions();

  private record Listens(String token, String address, int port) {}

  @Option(names = "--stdio", hidden = true)
  private boolean stdio;

  @Option(names = "--run", hidden = true)
  private @Nullable Path run;

  /** Reports whether the arguments start a supervisor, see {@link NodeCommand#KEEPER_VERB}. */
  public static boolean isKeeper(String[] arguments) {
    return arguments.length == 2 && arguments[0].equals(NodeCommand.KEEPER_VERB);
  }

  /** Runs the supervisor of a run, and returns the exit code. */
  public static int runKeeper(String[] arguments) {
    return HostSupervisor.run(
        Path.of(arguments[1]), System.in, System.out, () -> System.exit(HostSupervisor.ENDED));
  }

  @Override
  public Integer call() throws LabFailure, IOException {
    log.apply();
    if (stdio && run != null) {
      return serve(run);
    }
    if (listen == null) {
      throw wrong("say where to listen: --listen ADDRESS:PORT");
    }
    Path home = Path.of(System.getProperty("user.home"));
    try (AgentListener listener =
            new AgentListener(
                address(listen),
                folder == null ? home.resolve(TopologyHost.FOLDER) : folder,
                NodeCommand.ofThisJvm(),
                AgentCommand::examine);
        ShutdownHook _ = new ShutdownHook(listener::close)) {
      InetSocketAddress at = listener.address();
      if (json) {
        String host = at.getAddress().getHostAddress();
        printJson(new Listens(listener.token(), host, at.getPort()));
      } else {
        print("token %s", listener.token());
      }
      progress(
          "listens at %s port %s; Ctrl-C ends it, and all that it runs"
              .formatted(at.getAddress().getHostAddress(), at.getPort()));
      listener.serve();
    }
    return OK;
  }

  /** Serves a session on standard input and output. Other output goes to standard error. */
  private static int serve(Path run) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    Agent.serve(System.in, out, run, NodeCommand.ofThisJvm(), AgentCommand::examine);
    return OK;
  }

  private static List<HostCheck.Finding> examine() {
    return new Doctor(Path.of(System.getProperty("java.io.tmpdir")))
        .examine().stream().map(Finding::ofHost).toList();
  }

  private InetSocketAddress address(String text) {
    try {
      HostAndPort at = HostAndPort.parse(text);
      return new InetSocketAddress(InetAddress.ofLiteral(at.host()), at.port());
    } catch (UnitError | IllegalArgumentException e) {
      throw wrong("--listen takes ADDRESS:PORT, not " + text);
    }
  }
}
