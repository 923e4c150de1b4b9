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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import rani.bench.edge.EdgeCase;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Comparison;
import rani.bench.harness.ContenderResult;
import rani.bench.harness.Measures;
import rani.bench.rdp.RdpCase;
import rani.bench.scale.ScaleCase;
import rani.bench.start.StartCase;
import rani.parts.RealPart;
import rani.parts.SlowTest;

/** Cases of {@code rani bench} with few nodes: what they find, never how fast it was. */
@SlowTest
class BenchCasesTest {
  private static final String LONG = "starts some 30 JVMs; mvn verify -Plong does";
  private static final String LONG_TCP =
      "saturates the processors for half a minute; mvn verify -Plong does";
  private static final Duration SHORT = Duration.ofMillis(20);

  /** The AOT caches of the distribution, which the launcher names by the same properties. */
  @BeforeAll
  static void startAsTheLauncherDoes() throws IOException {
    RaniCommand.rani("--version").run().expectExit(0);
    try (Stream<Path> files = Files.list(Checkout.distribution().resolve("jvm"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".options")).toList()) {
        boolean nodes = file.toString().endsWith(".node.options");
        System.setProperty(nodes ? "rani.node.options" : "rani.jvm.options", "" + file);
      }
    }
    System.setProperty("rani.dist", Checkout.distribution().toString());
  }

  @AfterAll
  static void forget() {
    System.clearProperty("rani.node.options");
    System.clearProperty("rani.jvm.options");
    System.clearProperty("rani.dist");
  }

  private static List<Comparison> found(BenchCase bench) throws Exception {
    List<Comparison> found = new ArrayList<>();
    bench.run(
        new BenchOptions(1, SHORT, SHORT, System.out::println),
        finding -> found.add((Comparison) finding));
    return found;
  }

  private static List<String> rivals(Comparison comparison) {
    return comparison.rivals().stream().map(ContenderResult::contender).toList();
  }

  private static void assertMeasured(Comparison comparison) {
    for (ContenderResult each : comparison.rivals()) {
      assertTrue(each.perSecond().median() > 0, each::toString);
      assertTrue(each.cpuNanos().median() > 0, each::toString);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "rani.long", matches = "true", disabledReason = LONG)
  void startComparesNodesAndNetworksWithAJvmThatSaysHello() throws Exception {
    List<Comparison> found = found(new StartCase(List.of(3)));
    assertEquals(List.of("rani node", "rani node, no AOT cache"), rivals(found.getFirst()));
    assertEquals(List.of("rani up, 3 nodes"), rivals(found.getLast()));
    found.forEach(BenchCasesTest::assertMeasured);
    Map<String, ?> figures = found.getLast().others().byKey();
    for (String figure :
        List.of(
            "seconds until rani up, 3 nodes",
            "MiB of memory (PSS) each idle node, rani up, 3 nodes")) {
      assertTrue(figures.get(figure) instanceof Double value && value > 0, figures::toString);
    }
  }

  @Test
  void rdpComparesAConnectionWithTcp() throws Exception {
    RealPart.program("cc");
    List<Comparison> found = found(new RdpCase(List.of(1)));
    assertEquals(1, found.size());
    assertEquals("kernel TCP", found.getFirst().reference().contender());
    assertEquals("RDP", rivals(found.getFirst()).getFirst());
    assertMeasured(found.getFirst());
  }

  @Test
  void edgeComparesDelaysOfNodesAndTheKernel() throws Exception {
    assertEdgeMeasured("delay");
  }

  /** The figures of TCP that TcpLoadTest looks at, of connections through real paths. */
  @Test
  @EnabledIfSystemProperty(named = "rani.long", matches = "true", disabledReason = LONG_TCP)
  void edgeComparesTcpThroughNodesAndTheKernel() throws Exception {
    assertEdgeMeasured("unlimited");
  }

  private static void assertEdgeMeasured(String variant) throws Exception {
    for (String program : List.of("cc", "ip", "iperf3", "nsenter", "setpriv", "unshare")) {
      RealPart.program(program);
    }
    RealPart.need(Files.isWritable(Path.of("/dev/net/tun")), "/dev/net/tun for its user");
    List<Measures> found = new ArrayList<>();
    new EdgeCase()
        .run(
            new BenchOptions(1, SHORT, SHORT, variant, false, System.out::println),
            finding -> found.add((Measures) finding));
    List<Measures.Row> rows = found.getFirst().rows();
    assertEquals(
        Set.of("nodes", "nodes, both compilers", "C, TUN and UDP", "veth"),
        rows.stream()
            .map(Measures.Row::contender)
            .filter(name -> !name.endsWith(", again") && !name.equals("C, TUN to TUN"))
            .collect(Collectors.toSet()));
    for (Measures.Row row : rows) {
      Measures.Figure first = row.figures().getFirst();
      assertTrue(first.values().median() > 0, row::toString);
      row.figure("returned").ifPresent(part -> assertEquals(1, part.values().median()));
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "rani.long", matches = "true", disabledReason = LONG)
  void scaleComparesJvmsOfFewNodesAndOfMany() throws Exception {
    Comparison found = found(new ScaleCase(List.of(3, 5))).getFirst();
    assertEquals(List.of("5 nodes in a JVM"), rivals(found));
    assertMeasured(found);
    assertTrue(
        found.others().byKey().get("GiB of memory to be had") instanceof Double value && value > 0,
        found::toString);
  }
}
