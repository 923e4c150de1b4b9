// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/**
 * An HTTP exchange between the edges of a row of three nodes, as captures of both its ends show it:
 * of frames, by tshark with rani's dissector, and of inner packets, by programs that know no RANI.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InnerTcpTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** What nodes on the way must not touch. */
  private static final List<String> TCP =
      List.of("ip.id", "ip.len", "tcp.flags", "tcp.seq_raw", "tcp.ack_raw", "tcp.options");

  private static final String FROM_CLIENT = "tcp && ip.src == 10.0.0.1";

  @TempDir private static Path temporary;

  private Workplace place;

  @BeforeAll
  void captureAnExchange() throws IOException {
    for (String program : List.of("unshare", "nsenter", "setpriv", "tshark", "python3", "curl")) {
      RealPart.program(program);
    }
    RealPart.need(Files.isWritable(Path.of("/dev/net/tun")), "/dev/net/tun for its user");
    place = new Workplace(temporary);
    place.write(
        "row.yaml",
        """
        topology: row
        generate: {linear: {nodes: 3}}
        defaults: {link: {rate: 100Mbit/s, keys: all}}
        """);
    place.rani("up", "row.yaml").run().expectExit(0);
    Running server =
        place.rani("shell", "n3", "--", "python3", "-u", "-m", "http.server", "80").start();
    assertTrue(server.out().await(line -> line.startsWith("Serving"), SOON), server::toString);
    List<Running> captures =
        List.of(
            capture("n1:n2", "-o", "client.pcapng"),
            capture("n3:n2", "-o", "server.pcapng"),
            capture("n1:n2", "--inner", "-o", "inner.pcapng"),
            capture(
                "n3:n2",
                "--inner",
                "proto=tcp",
                "port=80",
                "--snaplen",
                "40",
                "-o",
                "heads.pcapng"));
    captures.forEach(each -> each.untilSaid("captures into"));
    place.rani("shell", "n1", "--", "curl", "-sS", "http://n3/row.yaml").run().expectExit(0);
    // What it sent has reached the server when the node there answers.
    InThisJvm.rani("exec", "--run", "" + place.runs().getFirst(), "n1 ping n3 count=1")
        .expectExit(0);
    captures.forEach(each -> each.signal("INT"));
    captures.forEach(Running::await);
    Outcome inner = captures.get(2).await();
    assertTrue(inner.err().matches("(?s).*lost 0; left out [1-9].*"), inner::toString);
  }

  private Running capture(String... words) {
    List<String> all = new ArrayList<>(List.of("capture"));
    all.addAll(List.of(words));
    return place.rani(all.toArray(String[]::new)).start();
  }

  @AfterAll
  void nothingIsLeft() {
    place.down();
    place.assertNothingRunsAndNoFileIsAstray();
  }

  /** Lines of fields of the packets that a display filter selects. */
  private List<String> tshark(List<String> options, String file, String shown, List<String> fields)
      throws IOException {
    Path empty = Files.createDirectories(temporary.resolve("no-plugins"));
    List<String> words =
        new ArrayList<>(List.of("env", "HOME=" + empty, "WIRESHARK_CONFIG_DIR=" + empty));
    words.addAll(List.of("tshark", "-n"));
    words.addAll(options);
    words.addAll(List.of("-r", file, "-Y", shown, "-T", "fields", "-E", "separator=|"));
    fields.forEach(field -> words.addAll(List.of("-e", field)));
    return Program.run(place.here(), words.toArray(String[]::new))
        .expectExit(0)
        .out()
        .lines()
        .toList();
  }

  private List<String> withOurDissector(String file, String shown, List<String> fields)
      throws IOException {
    String script = "lua_script:" + Checkout.file("config/wireshark/rani.lua");
    return tshark(List.of("-X", script), file, shown, fields);
  }

  private List<String> withoutIt(String file, String shown, List<String> fields)
      throws IOException {
    return tshark(List.of(), file, shown, fields);
  }

  /** In either: a request and its answer, in one stream of TCP, and nothing amiss. */
  private static void assertExchange(List<String> http) {
    assertEquals(2, http.size(), http::toString);
    assertTrue(
        http.getFirst().matches("0\\|10\\.0\\.0\\.1\\|GET\\|/row\\.yaml\\|+"), http::toString);
    assertTrue(http.getLast().matches("0\\|10\\.0\\.0\\.3\\|\\|.*\\|200\\|+"), http::toString);
  }

  private static final List<String> HTTP =
      List.of(
          "tcp.stream",
          "ip.src",
          "http.request.method",
          "http.request.uri",
          "http.response.code",
          "_ws.malformed",
          "tcp.analysis.flags");

  @Test
  void framesShowTcpAndHttpInsideThem() throws IOException {
    assertExchange(withOurDissector("client.pcapng", "http", HTTP));
    List<String> protocols =
        withOurDissector("client.pcapng", "http.request", List.of("frame.protocols"));
    assertEquals(1, protocols.size());
    assertTrue(protocols.getFirst().contains("rani:ip:tcp:http"), protocols::toString);
    assertEquals(
        List.of(),
        withOurDissector(
            "client.pcapng",
            // A busy machine may retransmit; what no one sent cannot have been captured.
            "_ws.malformed || rani.malformed || tcp.analysis.lost_segment"
                + " || tcp.analysis.ack_lost_segment",
            List.of("frame.number")));
  }

  @Test
  void noNodeOnTheWayTouchesTcp() throws IOException {
    List<String> fields = new ArrayList<>(TCP);
    fields.add("ip.ttl");
    List<String> sent = withOurDissector("client.pcapng", FROM_CLIENT, fields);
    assertTrue(sent.size() >= 4, sent::toString); // SYN, ACK, request, FIN
    assertTrue(sent.getFirst().matches(".*\\|0204.*"), sent::toString); // the option MSS
    assertTrue(sent.stream().allMatch(packet -> packet.endsWith("|64")), sent::toString);
    assertEquals(
        sent.stream().map(packet -> packet.replaceFirst("64$", "63")).toList(),
        withOurDissector("server.pcapng", FROM_CLIENT, fields));
  }

  @Test
  void innerPacketsAreReadByWiresharkAlone() throws IOException {
    assertExchange(withoutIt("inner.pcapng", "http", HTTP));
    assertEquals(
        withOurDissector("client.pcapng", "tcp", TCP), withoutIt("inner.pcapng", "tcp", TCP));
    assertEquals(
        List.of(),
        withoutIt(
            "inner.pcapng", "!ip || _ws.malformed || ip.proto == 253", List.of("frame.number")));
  }

  @Test
  void filterAndLengthHoldForInnerPackets() throws IOException {
    List<String> heads =
        withoutIt("heads.pcapng", FROM_CLIENT, List.of("frame.cap_len", "tcp.seq_raw"));
    List<String> expected = new ArrayList<>();
    withOurDissector("server.pcapng", FROM_CLIENT, List.of("tcp.seq_raw"))
        .forEach(sequence -> expected.add("40|" + sequence));
    assertEquals(expected, heads);
    assertEquals(List.of(), withoutIt("heads.pcapng", "!tcp", List.of("frame.number")));
  }

  /** Dumpcap, by which Wireshark reads a pipe, takes only the byte order of its own machine. */
  @Test
  void wiresharkReadsACaptureWhileItGoesOn() {
    RealPart.root(); // dumpcap is not for everyone
    Outcome seen =
        place
            .rani("capture", "n1:n2", "--count", "3", "-o", "-")
            .inside(
                List.of("sh", "-c", "\"$@\" | tshark -n -l -i - -c 3 -T fields -e frame.len", "sh"))
            .run();
    assertEquals(3, seen.out().lines().count(), seen::toString);
  }

  @Test
  void libpcapReadsInnerPackets() {
    String told =
        Program.run(
                place.here(),
                "tcpdump",
                "-nr",
                "inner.pcapng",
                "tcp[tcpflags] & (tcp-syn|tcp-ack) == tcp-syn")
            .expectExit(0)
            .out();
    assertEquals(1, told.lines().count(), told);
    assertTrue(told.contains("IP 10.0.0.1."), told);
    assertTrue(told.contains("> 10.0.0.3.80: Flags [S"), told);
  }
}
