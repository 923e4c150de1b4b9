// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rani.ground.WallClock;
import rani.live.LiveNodeConfig;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.menu.ServiceCatalog;
import rani.model.node.RunKey;
import rani.model.topology.OperationReader;
import rani.model.topology.Topology;
import rani.node.Command;
import rani.nodehost.control.ControlServer;
import rani.nodehost.http.HttpAddress;

/** Two live nodes of a test, {@code n1} with its control plane; not joined yet, nor started. */
public final class ServedNode implements AutoCloseable {
  /** What {@code n1} asks for. */
  public static final String TOKEN = "0123456789abcdef";

  private volatile Topology topology;
  private final NodeSession node;
  private final NodeSession neighbour;
  private final ControlServer server;
  private final HttpClient http = HttpClient.newHttpClient();

  public ServedNode(Path folder, String topology) throws Exception {
    this(folder, topology, () -> {}, () -> {});
  }

  public ServedNode(Path folder, String topology, Runnable detach, Runnable stop) throws Exception {
    Topology pair = TestTopologies.load(folder, topology);
    this.topology = pair;
    LiveWiring wiring = new LiveWiring(pair);
    long base = System.nanoTime();
    RunKey key = RunKey.first(TOKEN);
    node = session(wiring.config("n1", false, Transport.NIO, 1, base, key));
    neighbour = session(wiring.config("n2", false, Transport.NIO, 1, base, key));
    server = new ControlServer(node, words(), HttpAddress.loopback(), key, detach, stop);
  }

  /** A node that keeps no trace and no captures. */
  static NodeSession session(LiveNodeConfig config) throws IOException {
    long wallBaseNanos = WallClock.baseNanos(config.timeBaseNanos());
    return new NodeSession(config, Optional.empty(), wallBaseNanos, List.of());
  }

  /** Reads operations on the network as it is now. */
  public OperationReader words() {
    return new OperationReader(() -> topology, ServiceCatalog.installed());
  }

  /** From now on the network is as this change makes it. */
  public void changed(String entry) throws FileError {
    topology = words().change(entry).orElseThrow().after();
  }

  public NodeSession node() {
    return node;
  }

  public NodeSession neighbour() {
    return neighbour;
  }

  public HttpClient http() {
    return http;
  }

  /** Where {@code n1} listens, as HOST:PORT. */
  public String address() {
    return server.address().text();
  }

  /** Joins the two and starts them, so that hellos pass. */
  public void start() throws IOException {
    node.node().connect(neighbour.node().sockets());
    neighbour.node().connect(node.node().sockets());
    node.node().handle(new Command.Start()).join();
    neighbour.node().handle(new Command.Start()).join();
  }

  /** A request by someone who does not say the token. */
  public HttpRequest.Builder strangersRequest(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + address() + path));
  }

  public HttpRequest.Builder request(String path) {
    return strangersRequest(path).header("Authorization", "Bearer " + TOKEN);
  }

  @Override
  public void close() {
    server.close();
    node.close();
    neighbour.close();
    http.close();
  }
}
