// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.fixture.TestService;
import rani.ground.LabFailure;
import rani.live.LiveNodeConfig;
import rani.live.Transport;
import rani.model.node.RunKey;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.nodehost.session.LiveWiring;
import rani.nodehost.session.NodeSession;
import rani.nodehost.session.TestTopologies;
import rani.parts.RealPart;
import rani.service.NoOptions;
import rani.wire.Address;
import rani.world.Reply;

/** Edges that cannot be had, and many at once. */
class EdgeHostTest {
  private static final int EDGES = Boolean.getBoolean("rani.long") ? 20 : 4;
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  @TempDir private Path folder;
  private Topology network;

  @BeforeEach
  void load() throws Exception {
    network = TestTopologies.load(folder, "{topology: one, nodes: {n1: {}}}");
  }

  private static void needNamespaces() {
    for (String program : List.of("unshare", "nsenter", "setpriv")) {
      RealPart.program(program);
    }
    RealPart.need(Files.isWritable(Path.of("/dev/net/tun")), "/dev/net/tun for its user");
  }

  private LiveNodeConfig config(String node, Transport transport) throws Exception {
    RunKey key = RunKey.first("0123456789abcdef");
    return new LiveWiring(network).config(node, false, transport, 1, System.nanoTime(), key);
  }

  private static NodeSession started(LiveNodeConfig config) throws IOException {
    NodeSession node = new NodeSession(config, Optional.empty(), 0, List.of());
    node.node().handle(new Command.Start()).join();
    return node;
  }

  private String refusal(NodeSession node) {
    LabFailure refused = assertThrows(LabFailure.class, () -> node.edge().open("n1", network));
    return String.valueOf(refused.getMessage());
  }

  @Test
  void aServiceThatHasTheNodesUnclaimedPacketsKeepsThem() throws Exception {
    needNamespaces();
    TestService plugIn = new TestService(77, "greedy");
    plugIn.onStart(_ -> assertTrue(plugIn.context().claimEdge()));
    LiveNodeConfig config =
        config("n1", Transport.EPOLL)
            .with(_ -> new NodeConfig.MenuEntry(plugIn, NoOptions.INSTANCE));
    try (NodeSession node = started(config)) {
      String first = refusal(node);
      List<Path> devices = devicesAndNamespaces();
      assertTrue(first.contains("another service takes what no service claims"), first);
      assertEquals(first, refusal(node));
      assertEquals(devices, devicesAndNamespaces());
      assertEquals(List.of(), devices);
    }
  }

  @Test
  void manyEdgesAreOpenAtOnceAndEachHasItsOwnNetwork() throws Exception {
    needNamespaces();
    network =
        TestTopologies.load(folder, "{topology: many, generate: {linear: {nodes: " + EDGES + "}}}");
    List<NodeSession> nodes = new ArrayList<>();
    try {
      Set<String> shown = new HashSet<>();
      for (TopologyNode node : network.nodes()) {
        NodeSession session = started(config(node.name(), Transport.EPOLL));
        nodes.add(session);
        Reply reply = session.edge().open(node.name(), network);
        EdgeNamespace edge = assertInstanceOf(EdgeNamespace.class, reply.facts());
        String address = Address.text(node.virtualAddress());
        String told = output(edge, "hostname -I; readlink /proc/self/ns/net; cat /etc/hosts");
        assertTrue(told.startsWith(address + " "), told);
        assertTrue(told.endsWith(address + " " + node.name() + "\n") || nodes.size() < EDGES, told);
        assertTrue(shown.add(told.lines().toList().get(1)), told);
      }
      assertEquals(5 * EDGES, devicesAndNamespaces().size()); // three namespaces, device, hosts
    } finally {
      nodes.forEach(NodeSession::close);
    }
    assertEquals(List.of(), devicesAndNamespaces());
  }

  @Test
  void whatWasOpenedIsClosedIfANamespaceCannotBeOpened() throws Exception {
    needNamespaces();
    Path file = Files.createFile(folder.resolve("names"));
    HostsFile hosts = HostsFile.open(file);
    int device = Integer.parseInt(descriptors(file).getFirst());
    long here = ProcessHandle.current().pid();
    List<String> kinds = List.of("user", "net", "nosuch");
    IOException failure =
        assertThrows(
            IOException.class, () -> EdgeNamespace.opened(here, device, hosts, List.of(), kinds));
    assertTrue(String.valueOf(failure.getMessage()).endsWith("/ns/nosuch cannot be opened"));
    assertEquals(List.of(), descriptors(file)); // the hosts file, and what stands for the device
    assertEquals(List.of(), devicesAndNamespaces());
  }

  private static List<String> descriptors(Path file) throws IOException {
    try (Stream<Path> open = Files.list(DESCRIPTORS)) {
      return open.filter(each -> target(each).equals(file))
          .map(each -> each.toFile().getName())
          .toList();
    }
  }

  private static String output(EdgeNamespace edge, String script) throws Exception {
    List<String> words = new ArrayList<>(edge.joining(Path.of("/")));
    words.addAll(List.of("sh", "-c", script));
    Process program = new ProcessBuilder(words).redirectErrorStream(true).start();
    String told = new String(program.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, program.waitFor(), told);
    return told;
  }

  /** What this process holds open of edges. */
  private static List<Path> devicesAndNamespaces() throws IOException {
    try (Stream<Path> open = Files.list(DESCRIPTORS)) {
      return open.map(EdgeHostTest::target)
          .filter(file -> file.toString().matches("/dev/net/tun|(net|user|mnt):.*|/hosts.*"))
          .toList();
    }
  }

  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException e) {
      return descriptor; // closed meanwhile
    }
  }

  @Test
  void aTransportThatCannotWaitForADeviceIsNamed() throws Exception {
    try (NodeSession node = started(config("n1", Transport.NIO))) {
      String refusal = refusal(node);
      assertTrue(refusal.contains("this node has `nio`"), refusal);
    }
  }
}
