// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import rani.ground.LabFailure;
import rani.model.host.Network;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Lab;
import rani.testbed.transfer.MessagePipe;
import rani.wire.Address;
import rani.world.Reply;

/** Programs' connections and datagrams through three live nodes in this JVM. */
@Isolated("its live nodes are judged by the clock")
@Timeout(60)
class GatewayTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final int PATIENCE_MILLIS = 20_000;

  /** How long one waits before one looks whether the datagram was dropped. */
  private static final int LOOK_MILLIS = 100;

  private static final int BIG_BYTES = 3_000_000;
  private static final int N3 = Address.parse("10.0.0.3");

  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  private static Lab lab;

  @BeforeAll
  static void up(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("network.yaml"),
            """
            topology: gateway-test
            generate: {linear: {nodes: 3, prefix: n}}
            defaults: {link: {rate: 200Mbit/s, delay: 1ms, hello: 1s}}
            """);
    lab = Lab.live(TopologyFile.load(file), 1);
    lab.start();
  }

  @AfterAll
  static void down() {
    lab.close();
  }

  @Test
  void aSmallWordComesBack() throws Exception {
    try (ServerSocket server = server();
        Socket client = throughForward(server)) {
      CompletableFuture<Void> served = serve(server, GatewayTest::echo);
      client.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
      client.shutdownOutput();
      assertEquals("hello", text(client.getInputStream().readAllBytes()));
      await(served);
    }
  }

  @Test
  void muchComesBackWhole() throws Exception {
    byte[] much = new byte[BIG_BYTES];
    new Random(1).nextBytes(much);
    try (ServerSocket server = server();
        Socket client = throughForward(server)) {
      CompletableFuture<Void> served = serve(server, GatewayTest::echo);
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                try {
                  client.getOutputStream().write(much);
                  client.shutdownOutput();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              },
              THREADS);
      assertArrayEquals(much, client.getInputStream().readAllBytes());
      await(sent);
      await(served);
    }
  }

  @Test
  void oneDirectionEndsWhileTheOtherGoesOn() throws Exception {
    try (ServerSocket server = server();
        Socket client = throughForward(server)) {
      CompletableFuture<Void> served =
          serve(
              server,
              socket -> {
                byte[] all = socket.getInputStream().readAllBytes(); // the end has come through
                socket.getOutputStream().write(("got " + all.length).getBytes());
              });
      client.getOutputStream().write(new byte[1000]);
      client.shutdownOutput();
      assertEquals("got 1000", text(client.getInputStream().readAllBytes()));
      await(served);
    }
  }

  @Test
  void aResetArrivesAsAReset() throws Exception {
    try (ServerSocket server = server();
        Socket client = throughForward(server)) {
      CompletableFuture<Void> served =
          serve(
              server,
              socket -> {
                socket.getInputStream().readNBytes(1);
                socket.setSoLinger(true, 0); // close is a RST
              });
      client.getOutputStream().write(1);
      await(served);
      assertThrows(SocketException.class, () -> client.getInputStream().read());
    }
  }

  @Test
  void aServerThatReadsNothingStopsTheClient() throws Exception {
    try (ServerSocket server = new ServerSocket()) {
      server.setReceiveBufferSize(64 << 10);
      server.bind(new InetSocketAddress(HERE, 0));
      stopTheClientOf(server);
    }
  }

  private static void stopTheClientOf(ServerSocket server) throws Exception {
    try (Socket client = throughForward(server)) {
      CompletableFuture<Void> mayRead = new CompletableFuture<>();
      CompletableFuture<Long> read = new CompletableFuture<>();
      CompletableFuture<Void> served =
          serve(
              server,
              socket -> {
                mayRead.join();
                read.complete(socket.getInputStream().transferTo(OutputStream.nullOutputStream()));
              });
      // More than all buffers on the way together have room for.
      long bytes = 32L << 20;
      CompletableFuture<Void> sent = send(client, bytes);
      // One that is read goes the same way later, as much of it, and is through before.
      muchComes(bytes);
      assertFalse(sent.isDone(), "someone reads for the server");
      mayRead.complete(null);
      assertEquals(bytes, read.get(PATIENCE_MILLIS * 2, TimeUnit.MILLISECONDS));
      await(sent);
      await(served);
    }
  }

  private static CompletableFuture<Void> send(Socket client, long bytes) throws IOException {
    client.setSendBufferSize(64 << 10);
    return CompletableFuture.runAsync(
        () -> {
          try {
            byte[] chunk = new byte[1 << 16];
            for (long at = 0; at < bytes; at += chunk.length) {
              client.getOutputStream().write(chunk);
            }
            client.shutdownOutput();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        },
        THREADS);
  }

  private static void muchComes(long bytes) throws Exception {
    try (ServerSocket server = server();
        Socket client = throughForward(server)) {
      CompletableFuture<Long> read = new CompletableFuture<>();
      CompletableFuture<Void> served =
          serve(
              server,
              socket ->
                  read.complete(
                      socket.getInputStream().transferTo(OutputStream.nullOutputStream())));
      CompletableFuture<Void> sent = send(client, bytes);
      assertEquals(bytes, read.get(PATIENCE_MILLIS * 2, TimeUnit.MILLISECONDS));
      await(sent);
      await(served);
    }
  }

  @Test
  void nobodyAtTheFarEndIsARefusalThatIsCounted() throws Exception {
    int port;
    try (ServerSocket server = server()) {
      port = server.getLocalPort();
    }
    SequencedMap<String, Object> forward = forward("127.0.0.1", port, true);
    try (Socket client = connect(forward)) {
      assertThrows(SocketException.class, () -> client.getInputStream().read());
    }
    assertEquals(1L, refusals(forward).get("refused"));
  }

  @Test
  void whatTheExitWasNotToldToAllowIsRefused() throws Exception {
    try (ServerSocket server = server()) {
      SequencedMap<String, Object> forward = forward("127.0.0.1", server.getLocalPort(), false);
      try (Socket client = connect(forward)) {
        assertThrows(SocketException.class, () -> client.getInputStream().read());
      }
      assertEquals(1L, refusals(forward).get("not-allowed"));
    }
  }

  @Test
  void aReleasedForwardListensNoMoreAndEndsItsConnections() throws Exception {
    try (ServerSocket server = server()) {
      SequencedMap<String, Object> forward = forward("127.0.0.1", server.getLocalPort(), true);
      try (Socket client = connect(forward);
          Socket accepted = server.accept()) {
        ok("n1", new GatewayOrder.Release(id(forward)));
        assertThrows(SocketException.class, () -> client.getInputStream().read());
        assertThrows(SocketException.class, () -> accepted.getInputStream().read());
      }
      assertThrows(IOException.class, () -> connect(forward).close());
    }
  }

  /** Who has been told that he waits is the one whom the next call reaches, however soon. */
  @Test
  void whoIsToldThatHeWaitsIsCalled() throws Exception {
    SequencedMap<String, Object> awaiting = ok("n3", new GatewayOrder.Await(7100)).facts().byKey();
    SequencedMap<String, Object> dialling =
        ok("n1", new GatewayOrder.Dial(N3, 7100)).facts().byKey();
    for (int call = 0; call < 8; call++) {
      try (MessagePipe waits = pipe(awaiting)) {
        assertTrue(waits.awaitPlace());
        try (MessagePipe calls = pipe(dialling)) {
          assertTrue(calls.awaitOpen(), calls::closeReason);
          assertTrue(waits.awaitOpen(), waits::closeReason);
        }
      }
    }
  }

  private static MessagePipe pipe(SequencedMap<String, Object> invitation) throws IOException {
    return MessagePipe.to("" + invitation.get("socket"), "" + invitation.get("key"));
  }

  @Test
  void aPortInUseIsNamedAndNothingIsLeft() throws Exception {
    try (ServerSocket taken = server()) {
      InetSocketAddress at = new InetSocketAddress(HERE, taken.getLocalPort());
      Reply reply = tell("n1", new GatewayOrder.Tcp(at, N3, "127.0.0.1", 80));
      assertFalse(reply.ok());
      assertTrue(reply.message().contains(SocketBinder.text(at)), reply.message());
    }
  }

  @Test
  void datagramsCrossAndAnswersFindTheirProgram() throws Exception {
    try (DatagramSocket server = datagramSocket();
        DatagramSocket one = datagramSocket();
        DatagramSocket two = datagramSocket()) {
      UdpForward forward = udpForward(server.getLocalPort());
      for (DatagramSocket client : List.of(one, two)) {
        String word = "from " + client.getLocalPort();
        exchange(client, server, forward, word);
      }
    }
  }

  /**
   * Sends a word there and back. The exit may still be looking its target up: it drops what comes
   * before that, and counts it; for nothing else is the word sent again.
   */
  private static void exchange(
      DatagramSocket client, DatagramSocket server, UdpForward forward, String word)
      throws Exception {
    byte[] data = word.getBytes(StandardCharsets.UTF_8);
    DatagramPacket sent = new DatagramPacket(data, data.length, HERE, forward.port());
    server.setSoTimeout(LOOK_MILLIS);
    DatagramPacket asked = new DatagramPacket(new byte[2000], 2000);
    Object dropped = dropped(forward);
    client.send(sent);
    for (boolean here = false; !here; ) {
      try {
        server.receive(asked);
        here = true;
      } catch (SocketTimeoutException e) {
        Object now = dropped(forward);
        if (!now.equals(dropped)) {
          dropped = now;
          client.send(sent);
        }
      }
    }
    server.send(new DatagramPacket(asked.getData(), asked.getLength(), asked.getSocketAddress()));
    DatagramPacket answer = new DatagramPacket(new byte[2000], 2000);
    client.receive(answer);
    assertEquals(word, new String(answer.getData(), 0, answer.getLength(), StandardCharsets.UTF_8));
  }

  private static Object dropped(UdpForward forward) throws LabFailure {
    return refusals("n3", forward.exit()).toString();
  }

  @Test
  void aDatagramLargerThanThePathIsCountedAndNotSent() throws Exception {
    try (DatagramSocket server = datagramSocket();
        DatagramSocket client = datagramSocket()) {
      UdpForward forward = udpForward(server.getLocalPort());
      client.send(new DatagramPacket(new byte[1473], 1473, HERE, forward.port()));
      exchange(client, server, forward, "x".repeat(1472)); // the largest that fits
      assertTrue(lab.show("n1", StatusQuery.SERVICES).byKey().toString().contains("too-big=1"));
    }
  }

  @Test
  void socksLeadsToNamesThatTheExitLooksUpAndNowhereElse() throws Exception {
    SequencedMap<String, Object> socks =
        ok("n1", new GatewayOrder.Socks(new InetSocketAddress(HERE, 0), N3)).facts().byKey();
    SequencedMap<String, Object> permit =
        ok("n3", new GatewayOrder.AllowNetworks(List.of(Network.parse("127.0.0.0/8"))))
            .facts()
            .byKey();
    try (ServerSocket server = server()) {
      CompletableFuture<Void> served = serve(server, GatewayTest::echo);
      try (Socket client = connect(socks)) {
        assertEquals(0, ask(client, "localhost", server.getLocalPort()));
        client.getOutputStream().write("through socks".getBytes());
        client.shutdownOutput();
        assertEquals("through socks", text(client.getInputStream().readAllBytes()));
      }
      await(served);
    }
    try (Socket client = connect(socks)) {
      assertEquals(2, ask(client, "192.0.2.1", 80), "not allowed by ruleset (RFC 1928 §6)");
    }
    ok("n3", new GatewayOrder.Release(id(permit)));
    try (Socket client = connect(socks)) {
      assertEquals(2, ask(client, "localhost", 80));
    }
    ok("n1", new GatewayOrder.Release(id(socks)));
  }

  /** SOCKS CONNECT to a name; the reply's code. */
  private static int ask(Socket client, String host, int port) throws IOException {
    OutputStream out = client.getOutputStream();
    InputStream in = client.getInputStream();
    out.write(new byte[] {5, 1, 0});
    assertArrayEquals(new byte[] {5, 0}, in.readNBytes(2));
    out.write(new byte[] {5, 1, 0, 3, (byte) host.length()});
    out.write(host.getBytes(StandardCharsets.US_ASCII));
    out.write(new byte[] {(byte) (port >> 8), (byte) port});
    byte[] reply = in.readNBytes(10);
    if (reply.length < 10) {
      throw new EOFException("no SOCKS reply");
    }
    return reply[1];
  }

  private interface Program {
    void talk(Socket socket) throws IOException;
  }

  private static void echo(Socket socket) throws IOException {
    socket.getInputStream().transferTo(socket.getOutputStream());
  }

  private static CompletableFuture<Void> serve(ServerSocket server, Program program) {
    return CompletableFuture.runAsync(
        () -> {
          try (Socket socket = server.accept()) {
            socket.setSoTimeout(PATIENCE_MILLIS * 2);
            program.talk(socket);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        },
        THREADS);
  }

  private static void await(CompletableFuture<Void> done) {
    done.orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join();
  }

  private static ServerSocket server() throws IOException {
    return new ServerSocket(0, 50, HERE);
  }

  private static DatagramSocket datagramSocket() throws IOException {
    DatagramSocket socket = new DatagramSocket(0, HERE);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private static Socket throughForward(ServerSocket server) throws Exception {
    return connect(forward("127.0.0.1", server.getLocalPort(), true));
  }

  private static SequencedMap<String, Object> forward(String host, int port, boolean allow)
      throws LabFailure {
    if (allow) {
      ok("n3", new GatewayOrder.Allow(host, port));
    }
    return ok("n1", new GatewayOrder.Tcp(new InetSocketAddress(HERE, 0), N3, host, port))
        .facts()
        .byKey();
  }

  private record UdpForward(int port, long exit) {}

  private static UdpForward udpForward(int serverPort) throws LabFailure {
    SequencedMap<String, Object> exit =
        ok("n3", new GatewayOrder.UdpExit("127.0.0.1", serverPort)).facts().byKey();
    InetSocketAddress at = new InetSocketAddress(HERE, 0);
    int far = (int) number(exit, "port");
    return new UdpForward(
        port(ok("n1", new GatewayOrder.Udp(at, N3, far)).facts().byKey()), id(exit));
  }

  private static Socket connect(SequencedMap<String, Object> listening) throws IOException {
    Socket socket = new Socket(HERE, port(listening));
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private static int port(SequencedMap<String, Object> listening) {
    String text = String.valueOf(listening.get("listening"));
    return Integer.parseInt(text.substring(text.lastIndexOf(':') + 1));
  }

  private static SequencedMap<?, ?> refusals(SequencedMap<String, Object> forward)
      throws LabFailure {
    return refusals("n1", id(forward));
  }

  private static SequencedMap<?, ?> refusals(String node, long id) throws LabFailure {
    Reply now = ok(node, new GatewayOrder.Show(id));
    return (SequencedMap<?, ?>) now.facts().byKey().getOrDefault("refused", new LinkedHashMap<>());
  }

  private static long id(SequencedMap<String, Object> answer) {
    return number(answer, "id");
  }

  private static long number(SequencedMap<String, Object> answer, String key) {
    return answer.get(key) instanceof Number number ? number.longValue() : -1;
  }

  private static Reply tell(String node, GatewayOrder order) throws LabFailure {
    return lab.node(node).tell(order.tell());
  }

  private static Reply ok(String node, GatewayOrder order) throws LabFailure {
    Reply reply = tell(node, order);
    assertTrue(reply.ok(), reply.message());
    return reply;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
