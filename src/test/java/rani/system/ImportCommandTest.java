// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.ground.Sha256;
import rani.json.Json;
import rani.json.JsonObject;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;

/** What {@code rani import} promises. */
@Execution(CONCURRENT)
class ImportCommandTest {
  private static final String GRAPH =
      """
      {"directed": false, "multigraph": false, "graph": {"name": "mini"},
       "nodes": [{"id": 0, "name": "Ålesund"}, {"id": 1, "name": "Bergen"}],
       "edges": [{"source": 0, "target": 1, "dist": 400.0, "colour": "red"}]}
      """;

  @TempDir private Path folder;
  private Workplace place;

  @BeforeEach
  void make() throws IOException {
    place = new Workplace(folder);
  }

  /** A folder as pip makes it, with one network. */
  private Path topoHub() throws IOException {
    Path data = Files.createDirectories(folder.resolve("site/topohub/data"));
    Files.createDirectories(data.resolve("sndlib"));
    Files.writeString(Files.createDirectories(data.resolve("topozoo")).resolve("Mini.json"), GRAPH);
    Files.createDirectories(folder.resolve("site/topohub-9.8.7.dist-info"));
    return folder.resolve("site/topohub");
  }

  @Test
  void theTopologyIsTheResultAndWhatWasNotReadIsProgress() throws IOException {
    Path file = Files.writeString(folder.resolve("mini.json"), GRAPH);

    Outcome outcome = InThisJvm.rani("import", "" + file, "--rate", "10Mbit/s").expectExit(0);
    Path made = Files.writeString(folder.resolve("mini.yaml"), outcome.out());

    assertTrue(outcome.out().contains("Alesund -- Bergen: {delay: 2ms}"), outcome::toString);
    assertTrue(outcome.err().contains(file + ":3:54: not read: `colour` of edges"), outcome::err);
    assertTrue(
        InThisJvm.rani("validate", "" + made)
            .expectExit(0)
            .out()
            .contains("a good topology, 2 nodes, 1 link"));
    JsonObject json =
        Json.object(InThisJvm.rani("import", "" + file, "--json").expectExit(0).out());
    assertEquals(Sha256.hex(Files.readAllBytes(file)), json.find("sha256"));
    assertEquals(2, json.whole("nodes"));
    assertTrue(("" + json.find("topology")).contains(Sha256.hex(Files.readAllBytes(file))));
  }

  @Test
  void wrongCallsAreAnsweredInASentence() throws IOException {
    Path text = Files.writeString(folder.resolve("x.txt"), "hello\n");
    Path rani = Files.writeString(folder.resolve("t.yaml"), "topology: t\nnodes: {n1: {}}\n");

    assertSays(InThisJvm.rani("import", "" + text), "x.txt: this is in no format that is imported");
    assertSays(InThisJvm.rani("import", "" + rani), "t.yaml: this is in no format");
    assertSays(InThisJvm.rani("import", "" + folder.resolve("x.tx")), "did you mean");
    assertSays(InThisJvm.rani("import", "" + text, "--rate", "10mbps"), "10Mbit/s");
    assertSays(InThisJvm.rani("import", "" + text, "--delay-unit", "fortnights"), "--delay-unit");
    assertSays(InThisJvm.rani("import", "" + text, "--rate-scale", "0"), "--rate-scale");
    assertSays(InThisJvm.rani("import", "" + text, "--list"), "zoo: or sndlib:");
    assertSays(InThisJvm.rani("run", "zoo:Abilene"), "as its `topology: zoo:Abilene`");
  }

  private static void assertSays(Outcome outcome, String part) {
    assertTrue(outcome.expectExit(2).err().contains(part), outcome::toString);
    assertEquals("", outcome.out());
  }

  @Test
  void networksOfADataSetHaveNames() throws IOException {
    String topoHub = "" + topoHub();

    Outcome list = place.rani("import", "--list", "zoo:").with("RANI_TOPOHUB", topoHub).run();
    Outcome made = place.rani("validate", "zoo:Mini").with("RANI_TOPOHUB", topoHub).run();
    Outcome near = place.rani("import", "zoo:Mine").with("RANI_TOPOHUB", topoHub).run();

    assertEquals("zoo:Mini\n", list.expectExit(0).out());
    assertEquals("zoo:Mini: a good topology, 2 nodes, 1 link\n", made.expectExit(0).out());
    assertTrue(made.err().contains("from TopoHub 9.8.7 (MIT licence)"), made::err);
    assertTrue(made.err().contains("the Internet Topology Zoo"), made::err);
    assertTrue(near.expectExit(2).err().contains("did you mean `zoo:Mini`?"), near::err);
  }

  @Test
  void anExperimentNamesANetworkOfADataSet() throws IOException {
    String topoHub = "" + topoHub();
    Path file =
        Files.writeString(
            folder.resolve("e.yaml"),
            """
            experiment: mini
            topology: zoo:Mini
            traffic: [{from: Alesund, to: Bergen, kind: cbr, rate: 10packet/s, packets: 5}]
            run: {until: traffic-done, max: 10s}
            expect: [{name: all, metric: delivered.total, equals: 5}]
            """);

    Outcome run =
        place.rani("run", "" + file, "--mode", "virtual").with("RANI_TOPOHUB", topoHub).run();
    Outcome without = place.rani("validate", "" + file).with("RANI_TOPOHUB", "" + folder).run();

    assertTrue(run.expectExit(0).err().contains("from TopoHub 9.8.7 (MIT licence)"), run::err);
    assertTrue(run.err().contains("the Internet Topology Zoo"), run::err);
    assertTrue(
        without.expectExit(2).err().contains(file + ":2:11: `topology`: `zoo:Mini`: RANI_TOPOHUB"),
        without::err);
  }

  /** Python would run a package of the current folder, or of PYTHONPATH, were it asked plainly. */
  @Test
  void nothingOfTheCurrentFolderIsRunToFindADataSet() throws IOException {
    RealPart.program("python3");
    Path trap = Files.createDirectories(place.here().resolve("topohub"));
    Files.writeString(trap.resolve("__init__.py"), "open('sprung', 'w').close()\n");
    Files.createDirectories(trap.resolve("data/topozoo"));
    Files.writeString(trap.resolve("data/topozoo/Trap.json"), GRAPH);

    Outcome outcome =
        place
            .rani("import", "zoo:Trap")
            .without("RANI_TOPOHUB")
            .with("PYTHONPATH", "" + place.here())
            .run()
            .expectExit(2);

    assertFalse(Files.exists(place.here().resolve("sprung")));
    assertTrue(
        List.of("is not installed", "no network `Trap`").stream().anyMatch(outcome.err()::contains),
        outcome::err);
  }
}
