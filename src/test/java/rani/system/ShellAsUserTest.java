// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/**
 * {@code rani shell} of a user without any capability: two networks whose nodes have the same names
 * and addresses, the first with loss and delay, each with a page at its third node.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShellAsUserTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private static Path temporary;

  /** The words before a command of that user. */
  private List<String> user;

  private Workplace place;
  private final List<Running> servers = new ArrayList<>();
  private final Map<String, EdgeShell> clients = new LinkedHashMap<>();

  @BeforeAll
  void bringNetworksUp() throws IOException {
    for (String program : List.of("unshare", "nsenter", "setpriv", "mount", "python3", "curl")) {
      RealPart.program(program);
    }
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    place = new Workplace(temporary);
    String row = "{topology: %s, generate: {linear: {nodes: 3}}, defaults: {link: {%s}}}";
    place.write("lossy.yaml", row.formatted("lossy", "delay: 10ms, loss: 2%"));
    place.write("other.yaml", row.formatted("other", "delay: 1ms"));
    for (String network : List.of("lossy", "other")) {
      Path pages = Files.createDirectories(place.here().resolve(network));
      Files.writeString(pages.resolve("index.html"), page(network));
    }
    user = OrdinaryUser.in(temporary);
    List<Running> ups =
        Stream.of("lossy", "other")
            .map(network -> rani("up", network + ".yaml", "--out", "runs/" + network).start())
            .toList();
    ups.forEach(up -> up.await().expectExit(0));
    for (String network : List.of("lossy", "other")) {
      servers.add(shell(network, "n3", "python3", "-u", "-m", "http.server", "-d", network, "80"));
      RaniCommand begin = rani(EdgeShell.at("--run", network, "n1"));
      clients.put(network, new EdgeShell(place, network, begin));
    }
    for (Running server : servers) {
      assertTrue(server.out().await(line -> line.startsWith("Serving"), SOON), server::toString);
    }
  }

  private static String page(String network) {
    return "<p id=p>plain</p><script>document.getElementById('p').textContent ="
        + " 'the page of ' + '"
        + network
        + "'</script>\n";
  }

  @AfterAll
  void nothingIsLeft() {
    if (place != null) {
      clients.values().forEach(EdgeShell::end);
      if (!clients.isEmpty()) {
        rani("down", "lossy").run().expectExit(0);
      }
      place.down();
      servers.forEach(
          server -> assertTrue(Workplace.awaitEnd(server.process().toHandle(), SOON), "runs on"));
      place.assertNothingRunsAndNoFileIsAstray();
    }
  }

  private RaniCommand rani(String... arguments) {
    return place.rani(arguments).inside(user);
  }

  private Running shell(String network, String node, String... command) {
    RealPart.program(command[0]);
    Stream<String> words = Stream.of("shell", "--run", network, node, "--");
    return rani(Stream.concat(words, Stream.of(command)).toArray(String[]::new)).start();
  }

  /** At the first node. */
  private Outcome run(String network, String... command) {
    return Objects.requireNonNull(clients.get(network)).run(command).expectExit(0);
  }

  @Test
  void aProgramIsTheUsersAndEndsWithAllThatItLeaves() {
    String script =
        "id -u; grep CapEff /proc/self/status; echo $$; sleep 1000 & setsid sleep 1000 & echo";
    Outcome outcome = shell("lossy", "n1", "sh", "-c", script).await().expectExit(0);
    List<String> lines = outcome.out().lines().toList();
    assertEquals(number(), lines.getFirst());
    assertEquals("CapEff:\t0000000000000000", lines.get(1));
    assertEquals("2", lines.get(2), "behind the shell that waits for it");
    assertTrue(
        place.processes().stream()
            .noneMatch(each -> each.info().command().orElse("").endsWith("/sleep")));
  }

  private String number() {
    List<String> words = new ArrayList<>(user);
    words.addAll(List.of("sh", "-c", "id -u"));
    return Program.run(place.here(), words.toArray(String[]::new)).expectExit(0).out().strip();
  }

  @Test
  void eachNetworkHasItsOwnPage() {
    for (String network : List.of("lossy", "other")) {
      Outcome page = run(network, "curl", "-sS", "http://n3/");
      assertTrue(page.out().contains(network), page::toString);
    }
  }

  @Test
  void pingMtrAndTracepathNeedNoRights() {
    Outcome ping = run("lossy", "ping", "-n", "-c", "5", "-i", "0.2", "n3");
    assertTrue(ping.out().contains("bytes from 10.0.0.3"), ping::toString);
    Outcome mtr = run("other", "mtr", "-n", "-c", "2", "-G", "2", "-r", "n3");
    assertTrue(mtr.out().contains("10.0.0.2") && mtr.out().contains("10.0.0.3"), mtr::toString);
    Outcome path = run("other", "tracepath", "-n", "n3");
    assertTrue(path.out().contains("Resume: pmtu 1500 hops 2"), path::toString);
  }

  @Test
  void iperf3MeasuresThroughLoss() {
    RealPart.program("iperf3");
    Running server = shell("lossy", "n3", "iperf3", "-s", "-1", "--forceflush");
    assertTrue(server.out().await(line -> line.startsWith("Server listening"), SOON));
    Outcome client = run("lossy", "iperf3", "-c", "n3", "-n", "200K", "-J");
    assertTrue(client.out().contains("\"sum_received\""), client::toString);
    server.await().expectExit(0);
  }

  @Test
  void aBrowserShowsAPageWhoseScriptRan() throws IOException {
    String browser = HeadlessBrowser.require(place.here()).program().toString();
    Path profile = place.here().resolve("profile");
    Outcome seen =
        run(
            "lossy",
            "sh",
            "-c",
            "HOME=$PWD XDG_CONFIG_HOME=$PWD exec \"$@\"",
            "sh",
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--user-data-dir=" + profile,
            "--dump-dom",
            "http://n3/");
    assertTrue(seen.out().contains("the page of lossy"), seen::toString);
  }
}
