// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;
import rani.nodehost.control.ControlServer;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.testbed.RunningLab;
import rani.testbed.ServedLab;
import rani.tools.option.LogOptions;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "serve",
    description = {
      "Serves a whole network that is up, by HTTP.",
      "State, events, metrics, operations, captures and the console of all its nodes are at one"
          + " place. Ends with the network, or by Ctrl-C.",
      "The run's token controls the network; see docs/lab-api.md."
    },
    footer = {
      "  rani serve                # at a Unix socket in the run's folder",
      "  rani serve --port         # at any free port of 127.0.0.1, for a Prometheus",
      "  rani serve --port 9464 &"
    })
public final class ServeCommand extends RunningCommand {
  private static final long LOOK_MILLIS = 500;
  private static final int PORT_MAX = 65_535;

  @Option(
      names = "--port",
      arity = "0..1",
      fallbackValue = "0",
      paramLabel = "N",
      description =
          "Listens at this TCP port of the loopback, or at any free one, instead of the Unix socket"
              + " that the owner of the run's folder alone may use.")
  private @Nullable Integer port;

  @Option(names = "--json", description = "Prints the address as one JSON object.")
  private boolean json;

  @Mixin private final LogOptions log = new LogOptions();

  /** What programs need to know. */
  private record Served(String run, String address, String description) {}

  @Override
  public Integer call() throws LabFailure {
    log.apply();
    RunDirectory directory = directory();
    RunningLab lab = RunningLab.of(directory);
    if (lab.alive().isEmpty()) {
      throw new LabFailure("all nodes of " + lab.name() + " have ended");
    }
    HttpAddress address = address(directory);
    try (ServedLab served = ServedLab.claim(directory)) {
      serve(directory, address, lab, served);
    }
    progress(lab.name() + " has ended");
    return OK;
  }

  /** Serves a network that this process has claimed, until the network or this process ends. */
  private void serve(RunDirectory directory, HttpAddress address, RunningLab lab, ServedLab served)
      throws LabFailure {
    CountDownLatch ended = new CountDownLatch(1);
    try (LabApi api = new LabApi(lab);
        Listening listening = new Listening(listen(directory, address, lab, api), address, served);
        ShutdownHook _ =
            new ShutdownHook(
                () -> {
                  listening.close();
                  ended.countDown();
                })) {
      ControlServer server = listening.server;
      String text = server.address().text();
      served.tell(text);
      if (json) {
        printJson(new Served(lab.name(), text, "/v1/openapi.json"));
      } else {
        print("%s is served at %s", lab.name(), text);
      }
      progress("its token is in " + directory.record() + "; Ctrl-C ends it");
      while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && isUp(lab)) {
        continue;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends once, and the claim last: then another process may listen at the same address. */
  private static final class Listening implements AutoCloseable {
    private final ControlServer server;
    private final HttpAddress address;
    private final ServedLab served;
    private boolean isOver;

    Listening(ControlServer server, HttpAddress address, ServedLab served) {
      this.server = server;
      this.address = address;
      this.served = served;
    }

    @Override
    public synchronized void close() {
      if (!isOver) {
        isOver = true;
        server.close();
        ControlFolder.end(address);
        served.close();
      }
    }
  }

  private HttpAddress address(RunDirectory directory) {
    if (port == null) {
      return ControlFolder.lab(directory);
    }
    if (port < 0 || port > PORT_MAX) {
      throw wrong("--port is 0…" + PORT_MAX + ", not " + port);
    }
    return new HttpAddress.Tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  private static ControlServer listen(
      RunDirectory directory, HttpAddress address, RunningLab lab, LabApi api) throws LabFailure {
    try {
      ControlFolder.prepare(directory, address);
      return new ControlServer(address, lab.token(), _ -> api);
    } catch (IOException e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private static boolean isUp(RunningLab lab) {
    try {
      return !lab.alive().isEmpty();
    } catch (LabFailure e) {
      return false; // the run's folder was removed
    }
  }
}
