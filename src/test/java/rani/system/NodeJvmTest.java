// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** A node's JVM has what a node needs on its module path, and nothing of what stands above it. */
class NodeJvmTest extends InWorkplace {
  private static final String NODE_OPTIONS = ".node.options";

  @Test
  @Execution(CONCURRENT)
  void aNodeOfANetworkSeesWhatANodeNeedsAlone() throws IOException {
    place.write("pair.yaml", "topology: pair\nnodes: {a: {}, b: {}}\nlinks: {a -- b: {}}\n");
    place.rani("up", "pair.yaml", "--out", "runs/pair").run().expectExit(0);
    RunRecordFile record = RunRecordFile.of(place.here().resolve("runs/pair"));

    for (String name : record.names()) {
      List<String> words = List.of(record.process(name).info().arguments().orElseThrow());
      String options =
          words.stream().filter(word -> word.endsWith(NODE_OPTIONS)).findFirst().orElseThrow();

      Set<String> modules = modules(Path.of(options.substring(1)));

      assertEquals(
          Set.of(
              "rani.core", "rani.live", "rani.model", "rani.nodehost", "rani.rdp", "rani.services"),
          modules.stream().filter(each -> each.startsWith("rani.")).collect(toSet()));
      assertFalse(modules.contains("info.picocli"), "the command line's");
    }
    place.down();
  }

  private Set<String> modules(Path options) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(options));
    lines.removeIf(line -> line.startsWith("--module="));
    Path unnamed = Files.write(place.here().resolve("options"), lines);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String[] words = {"sh", "-c", "exec \"$0\" \"@$1\" --list-modules", java, "" + unnamed};
    return Program.run(place.here(), words)
        .expectExit(0)
        .out()
        .lines()
        .map(line -> line.replaceFirst("[@ ].*", ""))
        .collect(toSet());
  }
}
