// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.example.foreign.HogWatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.PageData;

/**
 * A mechanism is closed over itself: a service, a queue discipline and a congestion control that
 * only tests have run in an experiment, and are told of in their own words, without a line about
 * them anywhere else.
 */
class LocalityTest extends InWorkplace {
  private static final String EXPERIMENT =
      """
      experiment: foreign
      title: What only this test brings
      topology:
        nodes:
          n1: {}
          n2: {services: {hog-watch: {every: 5, tells: n3}}}
          n3: {services: {hog-watch: {}}}
        links:
          n1 -- n2: {delay: 10ms}
          n2 -- n3: {rate: 1Mbit/s, queue: {limit: 40packet, discipline: every-nth, target: 8}}
      traffic:
        - {from: n1, to: n3, kind: bulk, packets: 1000, congestion: timid, timid-most: 6}
      run: {until: traffic-done, linger: 1s, max: 120s}
      measure: {queue: n2 -> n3, from: 0s}
      expect:
        - {name: the window stays small, metric: rdp.cwnd.n1.max, equals: 6}
        - {name: the service counts, metric: hog-watch.packets.total, above: 20}
        - {name: the discipline drops, metric: drops.aqm, above: 20}
        - {name: and nothing else does, metric: drops.total, equals: drops.aqm}
      """;

  /** The jar of the foreign ones, as a project of their author's would make it. */
  private Path jar() throws Exception {
    Path jar = place.here().resolve("foreign.jar");
    String folder = "org/example/foreign/";
    Path classes = Path.of(HogWatch.class.getResource("HogWatch.class").toURI()).getParent();
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.list(classes)) {
      for (Path file : files.sorted().toList()) {
        put(zip, folder + file.getFileName(), Files.readAllBytes(file));
      }
      provide(zip, "rani.service.ServiceProvider", "HogWatch$Provider");
      provide(zip, "rani.aqm.QueueDisciplineProvider", "EveryNth$Provider");
      provide(zip, "rani.rdp.congestion.CongestionProvider", "Timid$Provider");
    }
    return jar;
  }

  private static void provide(ZipOutputStream zip, String kind, String type) throws IOException {
    put(zip, "META-INF/services/" + kind, ("org.example.foreign." + type + "\n").getBytes(UTF_8));
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(bytes);
    zip.closeEntry();
  }

  private RaniCommand withForeign(String... arguments) throws Exception {
    return RaniCommand.rani(arguments).with("RANI_PLUGINS", "" + jar());
  }

  @Test
  void whatRaniKnowsNothingOfRunsAndIsToldOfInItsOwnWords() throws Exception {
    place.write("foreign.yaml", EXPERIMENT);
    String file = "" + place.here().resolve("foreign.yaml");
    String out = "" + place.here().resolve("out");
    withForeign("run", file, "--mode", "virtual", "--out", out, "--trace", out + ".txt")
        .run()
        .expectExit(0);

    String trace = Files.readString(Path.of(out + ".txt"));
    assertTrue(trace.contains("drop reason=aqm"), "the discipline's drops");
    assertTrue(trace.contains("service=hog-watch event=hog packets="), "the service's message");
    String window = Files.readString(Path.of(out, "recording.json"));
    assertTrue(window.contains("\"discipline\":\"every-nth\""), "the window's network");
    assertTrue(window.contains("hogs: 5 packets"), "the window draws the service's note");
    String report = Files.readString(Path.of(out, "report.html"));
    assertTrue(PageData.all(report).contains("every-nth"), "the report names the discipline");
    assertTrue(report.contains("hogs are told of"), "and tells the service's notes");
  }

  @Test
  void itsVerbIsKnown() throws Exception {
    place.write(
        "foreign.yaml",
        """
        experiment: foreign
        topology:
          nodes: {n1: {services: {hog-watch: {}}}, n2: {}}
          links: {n1 -- n2: {}}
        run: {until: 3s}
        schedule:
          - {at: 1s, node: n1, tell: {hog-watch: count}}
          - {at: 2s, node: n1, tell: {hog-watch: cout}}
        """);
    String trace = "" + place.here().resolve("trace.txt");
    String file = "" + place.here().resolve("foreign.yaml");
    String out = "" + place.here().resolve("out");
    withForeign("run", file, "--mode", "virtual", "--out", out, "--trace", trace)
        .run()
        .expectExit(0);

    List<String> told =
        Files.readAllLines(Path.of(trace)).stream()
            .filter(line -> line.contains("hog-watch"))
            .toList();
    assertEquals(2, told.size(), told::toString);
    assertFalse(told.get(0).contains("refused"), told::toString);
    assertTrue(told.get(1).contains("refused") && told.get(1).contains("count"), told::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "discipline: every-nth, discipline: every-nht, every-nth",
    "target: 8, targt: 8, target",
    "congestion: timid, congestion: tmid, timid",
    "timid-most: 6, timid-mst: 6, timid-most",
    "every: 5, evry: 5, every",
    "hog-watch.packets.total, hog-watch.packet.total, hog-watch.packets.total"
  })
  void aNameThatIsNearlyOneOfThemIsSaidToBe(String right, String wrong, String near)
      throws Exception {
    assertTrue(EXPERIMENT.contains(right), right);
    place.write("wrong.yaml", EXPERIMENT.replace(right, wrong));
    String file = "" + place.here().resolve("wrong.yaml");
    String said = withForeign("validate", file).run().expectExit(2).err();

    assertTrue(said.contains("did you mean `" + near + "`?"), said);
  }

  /** The files that had to change for them, their own and this one left out. */
  @Test
  void noOtherFileSaysAnythingOfThem() throws IOException {
    int changed = 0;
    for (Path file : Checkout.files()) {
      String name = "" + Checkout.root().relativize(file);
      if (name.contains("org/example/foreign/") || name.endsWith("LocalityTest.java")) {
        continue;
      }
      String text = new String(Files.readAllBytes(file), ISO_8859_1);
      for (String own : List.of("hog-watch", "HogWatch", "every-nth", "EveryNth", "timid-most")) {
        changed += text.contains(own) ? 1 : 0;
      }
    }
    assertEquals(0, changed);
  }
}
