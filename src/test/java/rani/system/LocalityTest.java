// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.model.topology.TopologyFile;
import rani.testbed.Lab;
import rani.world.Reply;

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

  /** Does something where the foreign ones are found, as with a jar on the class path. */
  private <T> T withForeign(Callable<T> task) throws Exception {
    Path services = Files.createDirectories(place.here().resolve("more/META-INF/services"));
    provide(services, "rani.service.ServiceProvider", "HogWatch$Provider");
    provide(services, "rani.aqm.QueueDisciplineProvider", "EveryNth$Provider");
    provide(services, "rani.rdp.congestion.CongestionProvider", "Timid$Provider");
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    URL[] more = {place.here().resolve("more").toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(more, before)) {
      thread.setContextClassLoader(loader);
      return task.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static void provide(Path services, String kind, String type) throws IOException {
    Files.writeString(services.resolve(kind), "org.example.foreign." + type + "\n");
  }

  @Test
  void whatRaniKnowsNothingOfRunsAndIsToldOfInItsOwnWords() throws Exception {
    place.write("foreign.yaml", EXPERIMENT);
    String file = "" + place.here().resolve("foreign.yaml");
    String out = "" + place.here().resolve("out");
    withForeign(
        () ->
            InThisJvm.rani("run", file, "--mode", "virtual", "--out", out, "--trace", out + ".txt")
                .expectExit(0));

    String trace = Files.readString(Path.of(out + ".txt"));
    assertTrue(trace.contains("drop reason=aqm"), "the discipline's drops");
    assertTrue(trace.contains("service=hog-watch event=hog packets="), "the service's message");
    String window = Files.readString(Path.of(out, "recording.json"));
    assertTrue(window.contains("\"discipline\":\"every-nth\""), "the window's network");
    assertTrue(window.contains("hogs: 5 packets"), "the window draws the service's note");
    String report = Files.readString(Path.of(out, "report.html"));
    assertTrue(report.contains("every-nth"), "the report names the discipline");
    assertTrue(report.contains("hogs are told of"), "and its charts the service's notes");
  }

  @Test
  void itsVerbIsKnown() throws Exception {
    String network =
        "topology: foreign\n"
            + "nodes: {n1: {services: {hog-watch: {}}}, n2: {}}\n"
            + "links: {n1 -- n2: {}}\n";
    withForeign(
        () -> {
          try (Lab lab = Lab.virtual(TopologyFile.load("foreign", network), 1)) {
            lab.start();
            assertTrue(lab.tell("n1", "hog-watch", "count", List.of()).ok());
            Reply refused = lab.tell("n1", "hog-watch", "cout", List.of());
            assertTrue(refused.message().contains("count"), refused::message);
          }
          return true;
        });
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
    String said = withForeign(() -> InThisJvm.rani("validate", file).expectExit(2)).err();

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
