// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/**
 * {@code rani shell --internet} on a host whose internet is a cable to another one, which serves
 * pages, and has a name for itself.
 */
class ShellInternetTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** Answers every question by one address (RFC 1035 §4.1), and serves a page. */
  private static final String SERVER =
      """
      import http.server, socket, threading
      def names():
          udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
          udp.bind(('192.0.2.2', 53))
          while True:
              asked, whom = udp.recvfrom(512)
              end = asked.index(0, 12) + 5
              isAddress = asked[end - 4:end - 2] == bytes([0, 1])
              head = asked[:2] + bytes([0x84, 0, 0, 1, 0, isAddress, 0, 0, 0, 0])
              answer = bytes([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 2])
              udp.sendto(head + asked[12:end] + answer * isAddress, whom)
      threading.Thread(target=names, daemon=True).start()
      class Page(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              self.send_response(200)
              self.end_headers()
              self.wfile.write(b'a page from afar')
      server = http.server.HTTPServer(('192.0.2.2', 80), Page)
      print('serving', flush=True)
      server.serve_forever()
      """;

  private NamespacePair hosts;
  private Running server;

  @BeforeEach
  void bringNetworkUp() throws IOException {
    RealPart.root();
    ShellTest.needEdges();
    for (String program : List.of("slirp4netns", "ip", "python3", "curl", "mount")) {
      RealPart.program(program);
    }
    hosts = new NamespacePair("192.0.2.1/24", "192.0.2.2/24");
    place.write("server.py", SERVER);
    place.write("resolv.conf", "nameserver 192.0.2.2\n");
    place.write("pair.yaml", "{topology: pair, nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {}}}");
    List<String> words = new ArrayList<>(hosts.right());
    words.addAll(List.of("python3", "server.py"));
    server = Program.start(place.here(), words.toArray(String[]::new));
    assertTrue(server.out().await("serving"::equals, SOON), server::toString);
    rani("up", "pair.yaml").run().expectExit(0);
  }

  @AfterEach
  void end() throws IOException {
    if (hosts != null) {
      rani("down").run().expectExit(0);
      Program.end(server);
      hosts.close();
    }
  }

  /** A call on the left host, whose names the right one resolves. */
  private RaniCommand rani(String... arguments) {
    List<String> words = new ArrayList<>(hosts.left());
    words.addAll(List.of("unshare", "--mount", "sh", "-c"));
    words.add("mount --bind resolv.conf /etc/resolv.conf && exec \"$@\"");
    words.add("sh");
    return place.rani(arguments).inside(words);
  }

  private Outcome shell(String options, String script) {
    List<String> words = new ArrayList<>(List.of("shell"));
    words.addAll(List.of(options.split(" ")));
    words.addAll(List.of("--", "sh", "-c", script));
    return rani(words.toArray(String[]::new)).run();
  }

  @Test
  void theInternetIsThereAsLongAsItIsAskedFor() {
    String page = "curl -sS --connect-timeout 20 http://afar.example/";
    Outcome both = shell("--internet n1", "ping -n -c 1 n2 && " + page).expectExit(0);
    assertTrue(both.out().contains("bytes from 10.0.0.2"), both::toString);
    assertTrue(both.out().endsWith("a page from afar"), both::toString);
    shell("n1", page).expectExit(6); // no name is resolved
    shell("n1", "curl -sS http://192.0.2.2/").expectExit(7);
  }

  @Test
  void itEndsWithTheShellThatIsKilled() {
    Running shell =
        rani("shell", "--internet", "n1", "--", "sh", "-c", "echo here; exec sleep 1000").start();
    assertTrue(shell.out().await("here"::equals, SOON), shell::toString);
    List<ProcessHandle> programs =
        place.processes().stream().filter(each -> isSlirp(each)).toList();
    assertTrue(programs.size() == 1, programs::toString);
    shell.process().destroyForcibly();
    assertTrue(Workplace.awaitEnd(programs.getFirst(), SOON), "it runs on");
  }

  private static boolean isSlirp(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("/slirp4netns");
  }
}
