// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.parts.HeldPorts;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real programs through one network of three nodes, each a JVM of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForwardsTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** More than all buffers on the way hold, so that anyone who sends has to wait. */
  private static final int BIG_BYTES = Boolean.getBoolean("rani.long") ? 20_000_000 : 6_000_000;

  private static final long LOOK_NANOS = 20_000_000;

  private int webPort;
  private int iperfPort;
  private int iperfServerPort;
  private int socksPort;

  @TempDir private static Path temporary;

  private Workplace place;
  private HttpServer server;
  private ExecutorService threads;
  private byte[] big;

  @BeforeAll
  void bringNetworkUp() throws IOException {
    place = new Workplace(temporary);
    webPort = HeldPorts.here();
    iperfPort = HeldPorts.here();
    iperfServerPort = HeldPorts.here();
    socksPort = HeldPorts.here();
    big = new byte[BIG_BYTES];
    new Random(1).nextBytes(big);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          byte[] body =
              switch (exchange.getRequestURI().getPath()) {
                case "/big" -> big;
                case "/count" -> ("" + exchange.getRequestBody().readAllBytes().length).getBytes();
                default -> "small".getBytes();
              };
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    place.write(
        "row.yaml",
        """
        topology: row
        generate: {linear: {nodes: 3}}
        defaults: {link: {rate: 100Mbit/s, delay: 1ms}}
        forwards:
          - {tcp: %d, from: n1, to: n3, target: 'localhost:%d'}
          - {tcp: %d, from: n1, to: n3, target: '127.0.0.1:%d'}
          - {udp: %d, from: n1, to: n3, target: '127.0.0.1:%d'}
          - {socks: %d, from: n1, exit: n3}
        """
            .formatted(
                webPort,
                server.getAddress().getPort(),
                iperfPort,
                iperfServerPort,
                iperfPort,
                iperfServerPort,
                socksPort));
    place.rani("up", "row.yaml").run().expectExit(0);
  }

  @AfterAll
  void nothingIsLeft() {
    place.down();
    for (int port : new int[] {webPort, iperfPort, socksPort}) {
      assertFalse(TcpPorts.isOpen(port), () -> "someone still listens at " + port);
    }
    server.stop(0);
    threads.shutdownNow();
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private int serverPort() {
    return server.getAddress().getPort();
  }

  @Test
  @Execution(CONCURRENT)
  void curlAndWgetFetchThroughADeclaredForward() throws IOException {
    String url = "http://127.0.0.1:" + webPort;

    Outcome small = Program.run(place.here(), "curl", "-sS", url + "/small").expectExit(0);
    Program.run(place.here(), "curl", "-sS", "-o", "by-curl", url + "/big").expectExit(0);
    Program.run(place.here(), "wget", "-nv", "-O", "by-wget", url + "/big").expectExit(0);
    Outcome count =
        Program.run(place.here(), "curl", "-sS", "--data-binary", "@by-curl", url + "/count")
            .expectExit(0);

    assertEquals("small", small.out());
    assertArrayEquals(big, Files.readAllBytes(place.here().resolve("by-curl")));
    assertArrayEquals(big, Files.readAllBytes(place.here().resolve("by-wget")));
    assertEquals("" + BIG_BYTES, count.out());
  }

  @Test
  @Execution(CONCURRENT)
  void curlFetchesThroughSocksAndOnlyWhereItMay() throws IOException {
    int port = HeldPorts.here();
    Running forward =
        place.rani("forward", "socks", "" + port, "n1->n3").start().untilSaid("enters");
    String proxy = "127.0.0.1:" + port;

    Outcome allowed =
        Program.run(
                place.here(),
                "curl",
                "-sS",
                "--socks5-hostname",
                proxy,
                "http://localhost:" + serverPort() + "/small")
            .expectExit(0);
    Outcome forbidden =
        Program.run(place.here(), "curl", "-sS", "--socks5-hostname", proxy, "http://192.0.2.1/");

    assertEquals("small", allowed.out());
    assertEquals(97, forbidden.exit(), forbidden::toString); // CURLE_PROXY
    forward.signal("INT");
    Outcome ended = forward.await(SOON).expectExit(130);
    assertTrue(ended.out().contains("2 connections"), ended::toString);
    awaitClosed(port);
  }

  @Test
  @Execution(CONCURRENT)
  void aBrowserFetchesThroughSocks() throws IOException {
    Outcome seen =
        Program.run(
                place.here(),
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--user-data-dir=" + place.here().resolve("profile"),
                "--proxy-server=socks5://127.0.0.1:" + socksPort,
                "--proxy-bypass-list=<-loopback>", // it would not go through a proxy to localhost
                "--dump-dom",
                "http://localhost:" + serverPort() + "/page")
            .expectExit(0);

    assertTrue(seen.out().contains("small"), seen::toString);
  }

  @Test
  @Execution(CONCURRENT)
  void iperf3MeasuresTcpAndUdp() throws IOException {
    JsonNode tcp = iperf3().get("end").get("sum_received");
    JsonNode udp = iperf3("-u", "-b", "2M", "-l", "1200").get("end").get("sum");

    assertTrue(tcp.get("bytes").asLong() > 0, tcp::toString);
    assertTrue(udp.get("packets").asLong() > 0, udp::toString);
    assertTrue(udp.get("lost_packets").asLong() < udp.get("packets").asLong(), udp::toString);
  }

  private JsonNode iperf3(String... more) {
    String at = "" + iperfServerPort;
    Running listening =
        Program.start(
            place.here(), "iperf3", "-s", "-1", "-B", "127.0.0.1", "-p", at, "--forceflush");
    try {
      assertTrue(listening.out().await(l -> l.contains("listening"), SOON), listening::toString);
      List<String> words =
          new ArrayList<>(
              List.of("iperf3", "-c", "127.0.0.1", "-p", "" + iperfPort, "-t", "1", "-J"));
      words.addAll(List.of(more));
      Outcome outcome = Program.run(place.here(), words.toArray(String[]::new)).expectExit(0);
      return new JsonMapper().readTree(outcome.out());
    } finally {
      Program.end(listening);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "KILL"})
  @Execution(CONCURRENT)
  void aForwardEndsWithTheProgramThatHoldsIt(String signal) throws IOException {
    int port = HeldPorts.here();
    Running forward =
        place
            .rani("forward", "tcp", "" + port, "n1", "n3", "127.0.0.1:" + serverPort())
            .start()
            .untilSaid("enters");
    Outcome small =
        Program.run(place.here(), "curl", "-sS", "http://127.0.0.1:" + port).expectExit(0);
    assertEquals("small", small.out());

    ProcessHandle holder =
        place.processes().stream()
            .filter(each -> each.info().commandLine().orElse("").contains(" " + port + " "))
            .findFirst()
            .orElse(forward.process().toHandle());
    Signals.send(signal, holder);

    awaitClosed(port);
    forward.await(SOON);
  }

  /** The node finds out when it next tells the holder of its counts. */
  private static void awaitClosed(int port) {
    long deadlineNanos = System.nanoTime() + SOON.toNanos();
    while (!TcpPorts.isFree(port)) {
      assertTrue(System.nanoTime() < deadlineNanos, () -> "someone still listens at " + port);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
