// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.system.PseudoTerminal.CTRL_C;
import static rani.system.PseudoTerminal.CTRL_Z;
import static rani.system.PseudoTerminal.ENTER;
import static rani.system.PseudoTerminal.PROMPT;
import static rani.system.PseudoTerminal.step;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/** {@code rani shell}: programs at the ends of a row of three nodes, 200 ms there and back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShellTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final double ROUND_TRIP_SECONDS = 0.2;

  /** Prints the first SYN that leaves or enters a namespace, as hex, from its IPv4 header on. */
  private static final String SNIFFER =
      """
      import socket, sys
      tap = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0003))
      tap.settimeout(20)
      print('listening', flush=True)
      if len(sys.argv) > 1:
          client = socket.socket()
          client.settimeout(20)
          client.connect(('n3', int(sys.argv[1])))
      while True:
          packet = tap.recv(65535)
          if packet[0] == 0x45 and packet[9] == 6 and packet[20 + 13] & 0x12 == 0x02:
              print(packet.hex(), flush=True)
              break
      """;

  @TempDir private static Path temporary;

  private Workplace place;
  private Running server;
  private EdgeShell client;

  /** Skips the tests of a class where this machine has not what an edge takes. */
  static void needEdges() {
    for (String program : List.of("unshare", "nsenter", "setpriv")) {
      RealPart.program(program);
    }
    RealPart.need(Files.isWritable(Path.of("/dev/net/tun")), "/dev/net/tun for its user");
  }

  @BeforeAll
  void bringNetworkUp() throws IOException {
    needEdges();
    place = new Workplace(temporary);
    place.write(
        "row.yaml",
        """
        topology: row
        nodes: {n1: {}, n2: {}, n3: {}}
        links: {n1 -- n2: {}, n2 -- n3: {mtu: 1400B}}
        defaults: {link: {rate: 100Mbit/s, delay: 50ms}}
        """);
    place.write("sniff.py", SNIFFER);
    place.rani("up", "row.yaml").run().expectExit(0);
    server = shell("n3", "python3", "-u", "-m", "http.server", "80");
    client = new EdgeShell(place, "n1", place.rani(EdgeShell.at("n1")));
    assertTrue(server.out().await(line -> line.startsWith("Serving"), SOON), server::toString);
  }

  @AfterAll
  void nothingIsLeft() {
    client.end();
    place.down();
    assertTrue(Workplace.awaitEnd(server.process().toHandle(), SOON), "the server runs on");
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private Running shell(String node, String... command) {
    List<String> words = new ArrayList<>(List.of("shell", node, "--"));
    words.addAll(List.of(command));
    RealPart.program(command[0]);
    return place.rani(words.toArray(String[]::new)).start();
  }

  /** Of a verb that needs no JVM of its own. */
  private Outcome rani(String verb, String... words) {
    List<String> all = new ArrayList<>(List.of(verb, "--run", "" + place.runs().getFirst()));
    all.addAll(List.of(words));
    return InThisJvm.rani(all.toArray(String[]::new));
  }

  @Test
  void pingIsAnsweredByNodes() {
    Outcome ping = client.run("ping", "-n", "-c", "2", "-i", "0.2", "n3").expectExit(0);
    assertTrue(ping.out().contains("bytes from 10.0.0.3: icmp_seq=1 ttl=254"), ping::toString);
  }

  @Test
  void tracerouteSeesEveryNodeOnTheWay() {
    Outcome way = client.run("traceroute", "-n", "-q", "1", "-w", "5", "n3").expectExit(0);
    List<String> hops =
        way.out().lines().skip(1).map(line -> line.strip().split("\\s+")[1]).toList();
    assertEquals(List.of("10.0.0.2", "10.0.0.3"), hops);
  }

  @Test
  void mtrSeesEveryNodeOnTheWay() {
    Outcome way =
        client.run("mtr", "-n", "-c", "2", "-i", "0.3", "-G", "2", "-r", "-w", "n3").expectExit(0);
    List<String> hops =
        way.out()
            .lines()
            .filter(line -> line.contains("|--"))
            .map(line -> line.split("\\s+")[2])
            .toList();
    assertEquals(List.of("10.0.0.2", "10.0.0.3"), hops, way::toString);
  }

  @Test
  void tracepathFindsThePathMtu() {
    Outcome way = client.run("tracepath", "-n", "n3").expectExit(0);
    assertTrue(way.out().contains("Resume: pmtu 1400 hops 2"), way::toString);
  }

  @Test
  void aPacketThatDoesNotFitIsReportedAndThenCutByItsSource() {
    Outcome whole =
        client.run("ping", "-n", "-M", "do", "-s", "1472", "-c", "2", "-i", "0.3", "n3");
    assertTrue(whole.expectExit(1).out().contains("Frag needed and DF set (mtu = 1400)"));
    client
        .run("ping", "-n", "-M", "dont", "-s", "1472", "-c", "3", "-i", "0.2", "n3")
        .expectExit(0);
  }

  @Test
  void noNodePutsFragmentsTogether() {
    Outcome ping = client.run("ping", "-n", "-s", "2000", "-c", "1", "-W", "5", "n2").expectExit(1);
    assertTrue(ping.out().contains("Destination Protocol Unreachable"), ping::toString);
    client
        .run("ping", "-n", "-s", "2000", "-c", "3", "-i", "0.2", "n3")
        .expectExit(0); // by its edge's kernel
  }

  /** RFC 9293 §3.5: the handshake takes one round trip, so the first byte comes after two. */
  @Test
  void aPageTakesTheRoundTripsOfItsOwnTcp() {
    Outcome page =
        client
            .run(
                "curl",
                "-sS",
                "-o",
                "/dev/null",
                "-w",
                "%{http_code} %{time_connect} " + "%{time_starttransfer}",
                "http://n3/")
            .expectExit(0);
    String[] told = page.out().split(" ");
    assertEquals("200", told[0]);
    assertRoundTrips(1, Double.parseDouble(told[1]), page);
    assertRoundTrips(2, Double.parseDouble(told[2]), page);
  }

  private static void assertRoundTrips(int count, double seconds, Outcome page) {
    double trips = seconds / ROUND_TRIP_SECONDS;
    assertTrue(trips >= count && trips < count + 0.5, () -> trips + " round trips: " + page);
  }

  @Test
  void aLargeFileArrivesAsItIs() throws IOException {
    byte[] sent = new byte[4 << 20];
    new Random(1).nextBytes(sent);
    Files.write(place.here().resolve("large"), sent);
    client.run("curl", "-sS", "-o", "copy", "http://n3/large").expectExit(0);
    assertArrayEquals(sent, Files.readAllBytes(place.here().resolve("copy")));
  }

  @Test
  void tcpIsNotTerminated() {
    RealPart.root(); // of the namespace, which may tap its interface
    Running there = shell("n3", "python3", "sniff.py");
    assertTrue(there.out().await("listening"::equals, SOON), there::toString);
    String sent = packet(client.run("python3", "sniff.py", "80").expectExit(0));
    String received = packet(there.await().expectExit(0));
    assertEquals(sent.substring(40), received.substring(40), "the TCP segment, options and all");
    assertEquals(sent.substring(0, 16), received.substring(0, 16), "up to the TTL");
    int ttl = Integer.parseInt(sent.substring(16, 18), 16);
    assertEquals(ttl - 1, Integer.parseInt(received.substring(16, 18), 16));
  }

  private static String packet(Outcome outcome) {
    return outcome.out().lines().toList().getLast();
  }

  @Test
  void nothingElseIsReachable() {
    Outcome ping = client.run("ping", "-n", "-c", "1", "-W", "5", "192.0.2.1").expectExit(1);
    assertTrue(ping.out().contains("Destination Net Unreachable"), ping::toString);
    Outcome name = client.run("curl", "-sS", "http://n4/").expectExit(6);
    assertTrue(name.err().contains("n4"), name::toString);
  }

  @Test
  void ipv6FailsAtOnce() {
    RealPart.root(); // of the namespace, which may set a route
    String hasty = "curl -sS -m 20 http://[fd01::2]/; code=$?; ";
    client.run("sh", "-c", hasty + "exit $code").expectExit(7); // no route
    String route =
        "ip -6 address add fd00::1/64 dev rani0 nodad && ip -6 route add default dev rani0";
    RealPart.program("ip");
    client
        .run("sh", "-c", route + " && " + hasty + "ip -6 address flush rani0; exit $code")
        .expectExit(7);
    Outcome menu = rani("exec", "n1 menu --service edge").expectExit(0);
    assertTrue(menu.out().matches("(?s).*ipv6\\W+[1-9].*"), menu::toString);
  }

  @Test
  void aPortWithoutAProgramRefuses() {
    client.run("curl", "-sS", "http://n3:81/").expectExit(7); // by the edge's kernel
    client.run("curl", "-sS", "http://n2/").expectExit(7); // by the node, which has no edge
  }

  @Test
  void aProgramHasTheUsersFilesFolderAndExitCode() {
    Outcome outcome = shell("n1", "sh", "-c", "pwd; id -u; cat row.yaml | head -1; exit 7").await();
    outcome.expectExit(7);
    assertEquals(
        List.of(place.here().toString(), uid(), "topology: row"), outcome.out().lines().toList());
  }

  private static String uid() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void hostsFollowTheNetwork() {
    client.run("getent", "hosts", "late").expectExit(2);
    Running shell =
        shell("n1", "sh", "-c", "echo here; until getent hosts late; do sleep 0.1; done");
    assertTrue(shell.out().await("here"::equals, SOON), shell::toString);
    place.rani("exec", "node add late n3 delay=1ms").run().expectExit(0);
    assertEquals("late", shell.await().expectExit(0).out().strip().split("\\s+")[2]);
    client.run("ping", "-n", "-c", "1", "late").expectExit(0);
    rani("exec", "node remove late").expectExit(0);
    client.run("getent", "hosts", "late").expectExit(2);
  }

  @Test
  void ctrlCAndCtrlZAreThePrograms() {
    PseudoTerminal.run(
        place.rani("shell", "n1", "--"),
        step(PROMPT, "\"$@\" ping -n n3" + ENTER),
        step("icmp_seq=1", CTRL_Z),
        step("Stopped", ""),
        step(PROMPT, "fg" + ENTER),
        step("icmp_seq=2", CTRL_C),
        step("packets transmitted", ""), // ping's summary
        step(PROMPT, "echo code $?" + ENTER),
        step("code 0", ""),
        step(PROMPT, "exit" + ENTER));
  }

  @Test
  void aShellHasJobsOfItsOwn() {
    RealPart.program("bash");
    String sleeper = "sh -c 'echo rea\"\"dy; exec sleep 1000'" + ENTER;
    PseudoTerminal.run(
        place.rani("shell", "n1", "--"),
        step(PROMPT, "PS1='in''side> ' \"$@\" bash --norc -i" + ENTER),
        step("inside> ", sleeper),
        step("ready", CTRL_C),
        step("inside> ", "echo code $?" + ENTER),
        step("code 130", ""),
        step("inside> ", sleeper),
        step("ready", CTRL_Z),
        step("Stopped", ""),
        step("inside> ", "exit 6; exit 6" + ENTER), // the first one warns of stopped jobs
        step(PROMPT, "echo code $?" + ENTER),
        step("code 6", ""),
        step(PROMPT, "exit" + ENTER));
  }

  @Test
  void aProgramThatIsAskedToEndSaysItsExitCode() {
    Running polite = shell("n1", "sh", "-c", "trap 'exit 9' TERM; echo here; sleep 1000 & wait");
    Running deaf = shell("n1", "sh", "-c", "trap '' TERM; echo here; sleep 1000; sleep 1000");
    for (Running each : List.of(polite, deaf)) {
      assertTrue(each.out().await("here"::equals, SOON), each::toString);
      each.signal("TERM");
    }
    polite.await().expectExit(9);
    deaf.await().expectExit(137);
  }

  @Test
  void aNodeThatIsNotThereIsNamed() {
    Outcome outcome = rani("shell", "n4", "--", "sh", "-c", "true").expectExit(2);
    assertTrue(outcome.err().contains("n4"), outcome::toString);
  }
}
