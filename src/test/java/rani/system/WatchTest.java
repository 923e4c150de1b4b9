// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/** Watching a network that is up, whose links are keyed: captures, rates, metrics, bundle. */
class WatchTest {
  @TempDir private Path temporary;

  @Test
  void aNetworkThatIsUpShowsItsPacketsRatesAndMetrics() throws IOException {
    Workplace place = new Workplace(temporary);
    place.write(
        "pair.yaml",
        """
        topology: pair
        nodes: {a: {}, b: {}}
        links: {a -- b: {hello: 100ms, rate: 1Mbit/s, keys: control}}
        """);
    place.rani("up", "pair.yaml", "--out", "runs/pair", "--control", "tcp").run().expectExit(0);
    try {
      Running top = place.rani("top", "--once", "--json", "--node", "a").start();
      Running misspelt = place.rani("capture", "a:b", "proto=udb").start();
      Outcome capture =
          place.rani("capture", "a:b", "-o", "a.pcapng", "--count", "6").run().expectExit(0);
      assertTrue(capture.err().contains("a.pcapng: 6 packets, "), capture::toString);
      assertTrue(capture.err().contains("lost 0"), capture::toString);
      assertEquals(List.of(), Packets.of(place.here().resolve("a.pcapng")), "no traffic");
      Outcome refused = misspelt.await().expectExit(2);
      assertTrue(refused.err().contains("did you mean `udp`?"), refused::toString);
      String rates = top.await().expectExit(0).out();
      assertTrue(rates.contains("\"peer\":\"b\",\"state\":\"up\""), rates);

      assertEquals(
          "the keyed links of pair use key 1\n", place.rani("keys").run().expectExit(0).out());

      Outcome metrics = place.rani("metrics").run().expectExit(0);
      Path token = place.here().resolve("runs/pair/metrics-token");
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(token)));
      String target = metrics.out().replaceAll("(?s).*targets: \\['([0-9.:]+)'.*", "$1");
      String url = "http://" + target + "/metrics";
      Outcome scrape =
          Program.run(
              place.here(),
              "curl",
              "-sf",
              "-H",
              "Authorization: Bearer " + Files.readString(token),
              url);
      scrape.expectExit(0);
      assertTrue(
          scrape.out().contains("rani_link_up{link=\"a->b\",node=\"a\"} 1.0"), scrape::toString);
      Program.run(place.here(), "curl", "-sf", url).expectExit(22);
      assertBundleIsWhole(place, Files.readString(token));
    } finally {
      place.down();
    }
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private static void assertBundleIsWhole(Workplace place, String token) throws IOException {
    Outcome told = place.rani("bundle", "-o", "runs/pair.zip").run().expectExit(0);
    assertTrue(told.out().startsWith("runs/pair.zip holds "), told::toString);
    Map<String, String> entries = new TreeMap<>();
    try (ZipFile zip = new ZipFile(place.here().resolve("runs/pair.zip").toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        byte[] bytes = zip.getInputStream(entry).readAllBytes();
        entries.put(entry.getName(), new String(bytes, StandardCharsets.UTF_8));
      }
    }
    assertTrue(
        entries
            .keySet()
            .containsAll(List.of("about.txt", "topology.yaml", "logs/a.log", "processes.json")),
        entries.keySet()::toString);
    String shown = String.valueOf(entries.get("now/a.json"));
    assertTrue(shown.contains("\"links\":{\"link-0\""), shown);
    assertTrue(shown.contains("\"threads\":{"), shown);
    entries.forEach((name, text) -> assertFalse(text.contains(token), name));
  }
}
