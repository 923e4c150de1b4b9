// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.TestInstance.Lifecycle.PER_CLASS;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code rani send} and {@code rani receive} through three nodes, each a JVM of its own, the same
 * for all tests.
 */
@SlowTest
@TestInstance(PER_CLASS)
class FileTransferTest {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final int MEGABYTE = 1_000_000;

  /** At 20 Mbit/s enough for a link to flap twice on the way. */
  private static final int LARGE_MEGABYTES = Boolean.getBoolean("rani.long") ? 100 : 10;

  @TempDir private static Path temporary;

  /** One for all questions: tests ask often. */
  private final HttpClient http = HttpClient.newHttpClient();

  private Workplace place;
  private Path into;
  private int port = 7000;

  @BeforeAll
  void bringNetworkUp() throws IOException {
    place = new Workplace(temporary);
    place.write(
        "row.yaml",
        """
        topology: row
        generate: {linear: {nodes: 3}}
        defaults: {link: {rate: 20Mbit/s, delay: 1ms, hello: 200ms}}
        """);
    place.rani("up", "row.yaml", "--control", "tcp").run().expectExit(0);
  }

  @AfterAll
  void nothingIsLeft() {
    http.close();
    place.down();
    place.assertNothingRunsAndNoFileIsAstray();
  }

  /** A folder and a port of its own for each test. */
  @BeforeEach
  void makeFolder(TestInfo test) throws IOException {
    into =
        Files.createDirectory(place.here().resolve(test.getTestMethod().orElseThrow().getName()));
    port++;
  }

  private Path file(String name, int megabytes) throws IOException {
    Path file = place.here().resolve(name);
    Random random = new Random(7);
    byte[] megabyte = new byte[MEGABYTE];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < megabytes; i++) {
        random.nextBytes(megabyte);
        out.write(megabyte);
      }
    }
    return file;
  }

  private Running receive(String... more) {
    return place
        .rani(
            Stream.concat(
                    Stream.of("receive", "--at", "n3:" + port, "--into", "" + into),
                    Stream.of(more))
                .toArray(String[]::new))
        .start()
        .untilSaid("waits at");
  }

  /** In a JVM of its own, since something happens to it. */
  private Running send(Path file) {
    return place
        .rani("send", "" + file.getFileName(), "--from", "n1", "--to", "n3:" + port, "--json")
        .start();
  }

  private Outcome sent(Path file) {
    String run = "" + place.runs().getFirst();
    return InThisJvm.rani(
        "send", "" + file, "--from", "n1", "--to", "n3:" + port, "--json", "--run", run);
  }

  private static JsonNode json(Outcome outcome) {
    return new JsonMapper().readTree(outcome.out());
  }

  private static void assertSame(Path expected, Path actual) throws IOException {
    assertEquals(-1, Files.mismatch(expected, actual), "the first byte that differs");
  }

  @Test
  void aLargeFileArrivesIntactThoughALinkFlapsTwice() throws Exception {
    Path file = file("large", LARGE_MEGABYTES);
    Running receiver = receive("--once", "--json");
    Running sender = send(file);

    for (int flap = 1; flap <= 2; flap++) {
      long sofar = flap * 3L * MEGABYTE;
      awaitBytes(sofar);
      cut(true);
      cut(false);
    }

    Outcome sent = sender.await(PATIENCE).expectExit(0);
    Outcome received = receiver.await(PATIENCE).expectExit(0);
    assertEquals((long) LARGE_MEGABYTES * MEGABYTE, json(sent).get("bytes-sent").asLong());
    assertTrue(json(received).get("intact").asBoolean(), received::toString);
    assertSame(file, into.resolve("large"));
    JsonNode link = new JsonMapper().readTree(control("n2", "GET", "live", ""));
    assertTrue(link.get("links").get("link-0").get("lost-by-cut").asLong() > 0, link::toString);
  }

  @Test
  void whatWasInterruptedGoesOnWhereItStopped() throws Exception {
    Path file = file("eight", 8);
    Running receiver = receive("--once", "--json");
    Running first = send(file);
    awaitBytes(2L * MEGABYTE);
    first.process().descendants().forEach(ProcessHandle::destroyForcibly);
    first.process().destroyForcibly();
    first.await(PATIENCE);
    receiver.untilSaid("a transfer has ended");

    Outcome second = sent(file).expectExit(0);

    receiver.await(PATIENCE).expectExit(0);
    long again = json(second).get("bytes-sent").asLong();
    assertTrue(again <= 7L * MEGABYTE, () -> again + " bytes were sent again");
    assertSame(file, into.resolve("eight"));
    try (Stream<Path> left = Files.list(into)) {
      assertEquals(1, left.count(), "nothing but the file is left");
    }
  }

  @Test
  void nobodyReceivesOrNotWhatIsThereUnlessForced() throws Exception {
    Path file = file("one", 1);
    Outcome alone = sent(file).expectExit(3);
    assertTrue(alone.err().contains("is `rani receive` waiting there?"), alone::toString);

    Files.writeString(into.resolve("one"), "precious");
    Running careful = receive("--once");

    Outcome refused = sent(file).expectExit(1);
    careful.await(PATIENCE).expectExit(1);

    assertTrue(refused.out().contains("there already"), refused::toString);
    assertEquals("precious", Files.readString(into.resolve("one")));

    Running forced = receive("--once", "--force");
    sent(file).expectExit(0);
    forced.await(PATIENCE).expectExit(0);
    assertSame(file, into.resolve("one"));
  }

  /** Waits until so much has been received. */
  private void awaitBytes(long bytes) {
    FileWatch.awaitBytes(into, bytes, PATIENCE);
  }

  /** Takes the link between n2 and n1 down at n2, or up again, until n1 has noticed. */
  private void cut(boolean out) throws Exception {
    try (Stream<String> events =
        http.send(request("n1", "GET", "events", ""), HttpResponse.BodyHandlers.ofLines()).body()) {
      control("n2", "POST", "cut", "{\"link\": 0, \"out\": %s}".formatted(out));
      long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
      String wanted = "\"state\":\"" + (out ? "down" : "up") + "\"";
      boolean came =
          events
              .takeWhile(line -> System.nanoTime() < deadlineNanos) // a line comes every 10 s
              .anyMatch(line -> line.contains(wanted));
      assertTrue(came, () -> "n1 never told " + wanted);
    }
  }

  private String control(String node, String method, String path, String body) throws Exception {
    HttpResponse<String> response =
        http.send(request(node, method, path, body), HttpResponse.BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response::body);
    return response.body();
  }

  private HttpRequest request(String node, String method, String path, String body)
      throws IOException {
    JsonNode record =
        new JsonMapper().readTree(Files.readString(place.runs().getFirst().resolve("run.json")));
    for (JsonNode each : record.get("nodes")) {
      if (each.get("name").asString().equals(node)) {
        return HttpRequest.newBuilder(
                URI.create("http://" + each.get("control").asString() + "/" + path))
            .header("Authorization", "Bearer " + record.get("token").asString())
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
      }
    }
    throw new AssertionError("no node " + node + " in " + record);
  }
}
