// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** A node's JVM has what a node needs on its module path, and nothing of what stands above it. */
class NodeJvmTest extends InWorkplace {
  private static final String MODULE_PATH = "--module-path=";

  @Test
  @Execution(CONCURRENT)
  void aNodeOfANetworkSeesWhatANodeNeedsAlone() throws IOException {
    place.write("pair.yaml", "topology: pair\nnodes: {a: {}, b: {}}\nlinks: {a -- b: {}}\n");
    place.rani("up", "pair.yaml", "--out", "runs/pair").run().expectExit(0);
    RunRecordFile record = RunRecordFile.of(place.here().resolve("runs/pair"));

    for (String name : record.names()) {
      List<String> words = List.of(record.process(name).info().arguments().orElseThrow());
      assertTrue(words.contains("@" + options()), words::toString);
    }
    place.down();
    Set<String> modules = modules();
    assertEquals(
        Set.of(
            "rani.core",
            "rani.live",
            "rani.model",
            "rani.nodehost",
            "rani.rdp",
            "rani.services",
            "rani.wasm"),
        modules.stream().filter(each -> each.startsWith("rani.")).collect(toSet()));
    assertFalse(modules.contains("info.picocli"), "the command line's");
  }

  /** What a module needs and does not say is missed when it is too late, and by one verb alone. */
  @Test
  @Execution(CONCURRENT)
  void nothingThatCodeOfANodeNamesIsMissing() throws IOException {
    RaniCommand.rani(); // has its options made
    List<String> jars =
        Files.readAllLines(options()).stream()
            .map(line -> line.replace("\"", ""))
            .filter(line -> line.startsWith(MODULE_PATH))
            .flatMap(line -> Stream.of(line.substring(MODULE_PATH.length()).split(":")))
            .toList();
    List<String> words = new ArrayList<>(List.of("-s", "--multi-release", "25"));
    words.addAll(List.of("--ignore-missing-deps", "--module-path"));
    words.add(Checkout.distribution().resolve("lib").toString());
    // Libraries beside these name optional ones, which the distribution may have.
    jars.stream().filter(jar -> jar.matches(".*/(rani|prometheus)-[^/]*")).forEach(words::add);
    StringWriter out = new StringWriter();
    ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
    assertEquals(
        0, jdeps.run(new PrintWriter(out), new PrintWriter(out), words.toArray(String[]::new)));

    Set<String> named =
        out.toString()
            .lines()
            .filter(line -> line.contains(" -> "))
            .map(line -> line.substring(line.indexOf(" -> ") + 4))
            .filter(each -> !each.equals("not found"))
            .collect(toCollection(TreeSet::new));
    assertTrue(named.contains("io.netty.buffer"), out::toString);
    named.removeAll(modules());
    jars.forEach(named::remove);
    assertEquals(Set.of(), named);
  }

  private static Path options() throws IOException {
    try (Stream<Path> files = Files.list(Checkout.distribution().resolve("jvm"))) {
      return files
          .filter(file -> file.toString().endsWith(".node.options"))
          .max(comparing(file -> file.toFile().lastModified()))
          .orElseThrow();
    }
  }

  private Set<String> modules() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(options()));
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
