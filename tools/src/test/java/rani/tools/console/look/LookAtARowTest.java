// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.topology.TopologyFile;
import rani.tools.console.VerbResult;
import rani.tools.console.VirtualConsole;

/** Verbs that look at three nodes in a row, in virtual time. */
class LookAtARowTest {
  @TempDir private Path folder;

  private VirtualConsole console;

  @BeforeEach
  void start() throws Exception {
    console = VirtualConsole.ofRow();
  }

  @AfterEach
  void close() throws Exception {
    console.close();
  }

  @Test
  void timePassesAsItIsSaid() {
    console.execute("time +2s").expectExit(0);

    assertEquals("5 s", console.execute("time +3s").expectExit(0).row("n1").get(2));
    console.execute("time +61min").expectExit(2).expect("at most +60min");
    console.execute("time 5s").expectExit(2).expect("write +5s");
    console.execute("time soon").expectExit(2);
    console.execute("time --json").expectExit(0).expect("\"now-nanos\":5010000000");
  }

  @Test
  void aPathAddsUpWhatItsLinksTake() {
    // Two wires of 5 ms, and two times 1000 B at 10 Mbit/s: 0.8 ms each.
    console
        .execute("path n1 -> n3")
        .expectExit(0)
        .expect("2 hops, 10ms on wires")
        .expect("11.600 ms");
    console.execute("path n1 n3 --json").expectExit(0).expect("\"n1\"");
    console.execute("path n1 n9").expectExit(2);
    console.execute("path n1").expectExit(2);
  }

  @Test
  void topShowsLinksInAnOrderThatItKnows() {
    console.execute("top").expectExit(0).expect("n1 link-0 n2 up");
    console.execute("top --sort drops").expectExit(0);
    console.execute("top --sort drop").expectExit(2).expect("did you mean `drops`?");
  }

  @Test
  void theNetworkIsSavedAsItIsNowAndNotOverAnotherFile() throws Exception {
    Path file = folder.resolve("mine.yaml");
    console.execute("link n1->n2 set delay=30ms").expectExit(0);

    console.execute("topology save " + file).expectExit(0).expect("saved as " + file);

    var saved = TopologyFile.load(file).links().getFirst();
    assertEquals(30_000_000, saved.end("n1").impairment().delayNanos());
    assertEquals(5_000_000, saved.end("n2").impairment().delayNanos());
    assertEquals(Files.readString(file), console.execute("topology show").expectExit(0).out());
    console.execute("topology save " + file).expectExit(3).expect("--force overwrites it");
    VerbResult forced = console.execute("topology save --json --force " + file).expectExit(0);
    assertTrue(forced.out().startsWith("{\"saved\":\""), forced::toString);
    console.execute("topology drop").expectExit(3).expect("write `topology show`");
  }

  @Test
  void watchSaysAVerbAsOftenAsItIsTold() {
    assertEquals(
        2, console.execute("watch -c 2 n1 nodes").expectExit(0).out().split("node ").length - 1);
    console.execute("watch -n 1ms nodes").expectExit(2).expect("at least 50ms");
    console.execute("watch -c 2 nosuch").expectExit(2).expect("no verb or node is called");
  }

  @Test
  void sourceSaysTheLinesOfAFileAndNotItselfForEver() throws Exception {
    Path file = folder.resolve("evening.txt");
    Files.writeString(file, "# first\nlink n1-n2 set loss=100%\nn1 ping n3 count=1\nlinks n1\n");

    console.execute("source " + file).expectExit(1).expect(file + ":3: `n1 ping n3 count=1`");

    Files.writeString(file, "source " + file + "\n");
    console.execute("source " + file).expectExit(2).expect("more than 8 deep");
    console.execute("source " + folder).expectExit(2).expect("there is no file");
    assertEquals(List.of(), Files.list(folder).filter(each -> !each.equals(file)).toList());
  }
}
