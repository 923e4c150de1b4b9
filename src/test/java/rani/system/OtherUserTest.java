// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What another user of the machine can do to a network, without its token: nothing. */
@SlowTest
class OtherUserTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  /** Opens so many connections, sends so many bytes of headers on each, and no end of them. */
  private static final String HALF_HEADS =
      """
      import select, socket, sys, time
      port, connections, size = (int(word) for word in sys.argv[1:4])
      head = b'GET / HTTP/1.1\\r\\n' + b''.join(
          b'X%d: ' % k + b'x' * 45000 + b'\\r\\n' for k in range(size // 45000))
      held = []
      for _ in range(connections):
          try:
              one = socket.create_connection(('127.0.0.1', port), timeout=5)
              one.setblocking(False)
              held.append([one, head])
          except OSError:
              pass
      end = time.monotonic() + 5
      while time.monotonic() < end and any(rest for _, rest in held):
          _, ready, _ = select.select([], [one for one, rest in held if rest][:500], [], 0.1)
          for each in held:
              if each[0] in ready:
                  try:
                      each[1] = each[1][each[0].send(each[1]):]
                  except OSError:
                      each[1] = b''
      print(len(held))
      """;

  @TempDir private Path temporary;

  private Workplace place;
  private OtherUser mallory;

  @BeforeEach
  void makePlace() throws IOException {
    mallory = new OtherUser();
    // What protects the run is to be the run's own folder.
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    place = new Workplace(temporary);
    place.write("pair.yaml", "topology: pair\nnodes: {a: {}, b: {}}\nlinks: {a -- b: {}}\n");
  }

  @AfterEach
  void nothingIsLeft() {
    if (place != null) {
      place.down();
      place.assertNothingRunsAndNoFileIsAstray();
    }
    if (mallory != null) {
      mallory.close();
    }
  }

  private Path up(String... more) {
    place
        .rani(
            Stream.concat(
                    Stream.of("up", "pair.yaml", "--trace", "--out", "runs/pair"), Stream.of(more))
                .toArray(String[]::new))
        .run()
        .expectExit(0);
    return place.here().resolve("runs/pair");
  }

  @Test
  void nothingOfARunCanBeReadOrAsked() throws Exception {
    Path run = up();
    mallory.run("ls", place.here().toString()).expectExit(0);
    for (String file : List.of(".", "run.json", "topology.yaml", "trace/a.trace", "logs/a.log")) {
      Outcome refused = mallory.run("ls", "-l", run.resolve(file).toString());
      assertNotEquals(0, refused.exit(), refused::toString);
      assertTrue(refused.err().contains("Permission denied"), refused::toString);
    }
    JsonNode record = new JsonMapper().readTree(run.resolve("run.json").toFile());
    for (JsonNode node : record.get("nodes")) {
      String socket = node.get("control").asString().substring("unix:".length());
      Outcome refused =
          mallory.run("curl", "-sS", "--unix-socket", socket, "http://localhost/status");
      assertEquals(7, refused.exit(), refused::toString); // CURLE_COULDNT_CONNECT
      assertEquals(0, ownersStatus(socket, record), "its owner gets an answer");
      assertEquals(List.of(), listening(node.get("pid").asLong()), "no TCP port");
    }
    String token = record.get("token").asString();
    assertFalse(commandLines().contains(token), "in arguments");
  }

  private int ownersStatus(String socket, JsonNode record) {
    return Program.run(
            place.here(),
            "curl",
            "-sf",
            "--unix-socket",
            socket,
            "-H",
            "Authorization: Bearer " + record.get("token").asString(),
            "http://localhost/status")
        .exit();
  }

  /** The TCP sockets that a process listens at (proc_net(5); 0A is TCP_LISTEN). */
  private static List<String> listening(long pid) throws IOException {
    Path process = Path.of("/proc", "" + pid);
    List<String> own;
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      own = descriptors.map(OtherUserTest::target).toList();
    }
    try (Stream<String> four = Files.lines(process.resolve("net/tcp"), US_ASCII);
        Stream<String> six = Files.lines(process.resolve("net/tcp6"), US_ASCII)) {
      return Stream.concat(four, six)
          .map(line -> line.strip().split("\\s+"))
          .filter(words -> words[3].equals("0A") && own.contains("socket:[" + words[9] + "]"))
          .map(words -> words[1])
          .toList();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  /** What every user can read of every process. */
  private static String commandLines() throws IOException {
    StringBuilder all = new StringBuilder();
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      try {
        Path line = Path.of("/proc", "" + process.pid(), "cmdline");
        all.append(Files.readString(line, ISO_8859_1)).append('\n');
      } catch (IOException e) {
        continue; // it has ended
      }
    }
    return all.toString();
  }

  @Test
  void halfHeadsOnManyConnectionsLeaveANodeThatListensAtTcpAsItWas() throws Exception {
    Path run = up("--control", "tcp");
    JsonNode record = new JsonMapper().readTree(run.resolve("run.json").toFile());
    JsonNode node = record.get("nodes").get(1);
    String port = node.get("control").asString().replaceFirst(".*:", "");

    Outcome attack = mallory.run("python3", "-c", HALF_HEADS, port, "1000", "360000");

    attack.expectExit(0);
    assertTrue(Integer.parseInt(attack.out().strip()) > 500, "it had connections");
    assertTrue(ProcessHandle.of(node.get("pid").asLong()).orElseThrow().isAlive());
    place.rani("exec", "b", "counters").run().expectExit(0);
  }

  @Test
  void theArgumentsOfABrowserLeadNoOneElseIntoTheWindow() throws Exception {
    Path run = up();
    Path bin = Files.createDirectory(place.here().resolve("bin"));
    Path browser =
        Files.writeString(bin.resolve("xdg-open"), "#!/bin/sh\nwhile sleep 1; do :; done\n");
    Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwxr-xr-x"));
    Running watch =
        place
            .rani("watch", run.toString())
            .with("DISPLAY", ":9")
            .with("PATH", bin + ":" + System.getenv("PATH"))
            .start();
    try {
      assertTrue(watch.out().await(line -> line.startsWith("window "), SOON), watch::toString);
      assertTrue(watch.err().awaitText(text -> text.contains("opened in"), SOON), watch::toString);
      Outcome seen = mallory.run("ps", "-Awwo", "args");
      String line =
          seen.out().lines().filter(each -> each.contains("xdg-open")).findFirst().orElseThrow();
      assertTrue(line.contains("file://" + run), line);
      assertFalse(commandLines().contains("ticket="), "nothing that leads in");
      Path file = Path.of(line.substring(line.indexOf("file://") + "file://".length()));
      assertTrue(Files.exists(file));
      mallory.run("cat", file.toString()).expectExit(1);
    } finally {
      watch.signal("INT");
      watch.await();
      place.processes().forEach(ProcessHandle::destroy);
    }
  }
}
