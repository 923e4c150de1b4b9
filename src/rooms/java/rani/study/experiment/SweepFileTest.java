// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.menu.Menus;
import rani.model.topology.TopologyLink;
import rani.study.expectation.Expectation;

class SweepFileTest {

  private static final String NETWORK =
      """
      topology: net
      nodes:
        n1: {}
        n2: {}
        n7: {queue: {placement: node, rate: 40packet/s}, services: {active-filter: {}}}
        n8: {}
      links: {n1 -- n7: {}, n2 -- n7: {}, n7 -- n8: {delay: 1ms}}
      """;

  private static final String SWEPT =
      """
      experiment: swept
      title: ${packets} packets against ${limiter}
      topology: net.yaml
      seed: 7
      trials: 3
      traffic:
        - {from: n1, to: n8, kind: bursts, packets: "${packets}", bursts: 1, gap: 1s}
      sweep:
        variables:
          packets: [10, 20..40 step 10]
          delay: 10ms, 50ms
        variants:
          limiter:
            echo: {}
            none: {remove: [topology.nodes.n7.services.active-filter]}
            quick:
              remove: topology.nodes.n7.services.active-filter
              set: {topology.links.n7 -- n8.rate: 100packet/s}
      run: {until: 10s, linger: "${delay}"}
      expect:
        - {name: half, metric: through.n1, above: 50%}
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeNetwork() throws IOException {
    file = folder.resolve("e.yaml");
    Files.writeString(folder.resolve("net.yaml"), NETWORK);
  }

  @Test
  void the_first_variable_varies_slowest() throws Exception {
    Sweep sweep = load(SWEPT);

    assertEquals(
        Map.of(
            "packets", List.of("10", "20", "30", "40"),
            "delay", List.of("10ms", "50ms"),
            "limiter", List.of("echo", "none", "quick")),
        sweep.variables());
    assertEquals(24, sweep.variants());
    assertEquals(3, sweep.repeat());
    assertEquals(72, sweep.trials());
    assertEquals("{packets=10, delay=10ms, limiter=echo}", sweep.labels(0).toString());
    assertEquals("{packets=10, delay=10ms, limiter=none}", sweep.labels(1).toString());
    assertEquals("{packets=10, delay=50ms, limiter=echo}", sweep.labels(3).toString());
    assertEquals("{packets=40, delay=50ms, limiter=quick}", sweep.labels(23).toString());
    assertThrows(IndexOutOfBoundsException.class, () -> sweep.variant(24));
  }

  @Test
  void a_variant_is_the_file_with_its_values_in_place() throws Exception {
    Sweep sweep = load(SWEPT);
    Variant last = sweep.variant(23);
    Experiment experiment = last.experiment();
    TopologyLink link = experiment.topology().links().get(2);

    assertEquals(23, last.index());
    assertEquals(sweep.labels(23), last.labels());
    assertEquals("40 packets against quick", experiment.title());
    assertEquals(50_000_000, experiment.run().lingerNanos());
    assertEquals(100, link.a().rate().perSecond());
    assertFalse(hasEcho(sweep, 23));
    assertFalse(hasEcho(sweep, 22));
    assertTrue(hasEcho(sweep, 21));
  }

  @Test
  void a_file_without_variables_is_one_variant() throws Exception {
    Sweep sweep = load("experiment: e\nseed: 4\ntrials: 2\ntopology: net.yaml\n");

    assertTrue(sweep.isSingle());
    assertEquals(1, sweep.variants());
    assertEquals(2, sweep.repeat());
    assertEquals(5, sweep.seed(0, 1));
    assertTrue(sweep.labels(0).isEmpty());
    assertEquals(ExperimentText.print(sweep.variant(0).experiment()), sweep.text());
    assertThrows(FileError.class, () -> ExperimentFile.load(written(SWEPT), List.of()));
  }

  @Test
  void what_is_printed_reads_back_to_an_equal_sweep_wherever_it_lies() throws Exception {
    for (List<String> picks :
        List.of(List.<String>of(), List.of("limiter=none", "limiter=quick", "delay=50ms"))) {
      Sweep sweep = SweepFile.load(written(SWEPT), List.of("run.until=9s"), picks, Menus.catalog());
      Path elsewhere = Files.createDirectories(folder.resolve("run")).resolve("experiment.yaml");
      Files.writeString(elsewhere, sweep.text());
      Sweep again = SweepFile.load(elsewhere, List.of(), List.of(), Menus.catalog());

      assertEquals(sweep, again, sweep.text());
      assertEquals(sweep.text(), again.text());
      assertEquals(sweep.variables(), again.variables());
      assertEquals(sweep.variants(), again.variants());
      for (long index = 0; index < sweep.variants(); index++) {
        assertEquals(sweep.variant(index), again.variant(index));
      }
    }
    assertNotEquals(load(SWEPT), load(SWEPT.replace("40", "50")));
  }

  @Test
  void picks_narrow_a_variable_and_add_up() throws Exception {
    Sweep sweep = load(SWEPT, "limiter=quick", "limiter=echo", "packets=30");

    assertEquals(List.of("echo", "quick"), sweep.variables().get("limiter"));
    assertEquals(4, sweep.variants());
    assertEquals("{packets=30, delay=50ms, limiter=quick}", sweep.labels(3).toString());
    Sweep one = load(SWEPT, "limiter=quick", "packets=30", "delay=10ms");
    assertEquals(1, one.variants());
    assertFalse(one.isSingle());
  }

  @Test
  void values_may_be_given_where_they_are_used() throws Exception {
    Sweep sweep =
        load(
            SWEPT
                .replace("until: 10s", "until: \"${end: 5s, 10s..12s step 1s}\"")
                .replace("bursts: 1,", "bursts: \"${1, 2}\", size: \"${5..6}00B\","));

    assertEquals(
        List.of("packets", "delay", "traffic.0.bursts", "traffic.0.size", "end", "limiter"),
        List.copyOf(sweep.variables().keySet()));
    assertEquals(List.of("5s", "10s", "11s", "12s"), sweep.variables().get("end"));
    assertEquals(24 * 2 * 2 * 4, sweep.variants());
    assertEquals(12_000_000_000L, last(sweep).experiment().run().untilNanos());
    assertTrue(last(sweep).experiment().traffic().getFirst().options().toString().contains("600B"));
    Files.writeString(file, sweep.text());
    assertEquals(sweep, SweepFile.load(file, List.of(), List.of(), Menus.catalog()));
  }

  @Test
  void a_variable_may_come_from_the_command_line() throws Exception {
    Sweep sweep =
        SweepFile.load(
            written("experiment: e\ntopology: net.yaml\n"),
            List.of("topology.links.n7 -- n8.delay=${delay: 1ms, 2ms}", "sweep.repeat=5"),
            List.of(),
            Menus.catalog());

    assertEquals(List.of("1ms", "2ms"), sweep.variables().get("delay"));
    assertEquals(10, sweep.trials());
  }

  @Test
  void seeds_are_paired_distinct_or_listed() throws Exception {
    Sweep paired = load(SWEPT);
    Sweep distinct = load(SWEPT.replace("sweep:", "sweep:\n  seeds: distinct"));
    Sweep listed = load(SWEPT.replace("sweep:", "sweep:\n  seeds: [3, 10..12]\n  repeat: 2"));
    Sweep all = load(SWEPT.replace("sweep:", "sweep:\n  seeds: 1..20"));

    assertTrue(paired.isPaired() && listed.isPaired() && !distinct.isPaired());
    assertEquals(7, paired.seed(0, 0));
    assertEquals(9, paired.seed(5, 2));
    assertEquals(10, listed.seed(5, 1));
    assertEquals(20, all.repeat());
    assertEquals(20, all.seed(23, 19));
    Set<Long> seeds = new LinkedHashSet<>();
    for (long index = 0; index < distinct.variants(); index++) {
      for (int k = 0; k < distinct.repeat(); k++) {
        seeds.add(distinct.seed(index, k));
      }
    }
    assertEquals(distinct.trials(), seeds.size());
  }

  @Test
  void a_file_is_laid_over_the_one_that_it_extends() throws Exception {
    Path below = Files.createDirectories(folder.resolve("below"));
    Files.writeString(folder.resolve("base.yaml"), SWEPT);
    Path derived = below.resolve("derived.yaml");
    Files.writeString(
        derived,
        """
        experiment: derived
        extends: ../base.yaml
        topology: {nodes: {n9: {}}, links: {n8 -- n9: {}}}
        expect: []
        sweep: {repeat: 1, variables: {packets: [5]}}
        """);
    Sweep sweep = SweepFile.load(derived, List.of(), List.of(), Menus.catalog());
    Experiment first = sweep.variant(0).experiment();

    assertEquals("derived", sweep.name());
    assertEquals(6, sweep.trials());
    assertEquals("5 packets against echo", first.title());
    assertEquals(5, first.topology().nodes().size());
    assertTrue(first.expectations().isEmpty());
    Files.writeString(file, sweep.text());
    assertEquals(sweep, SweepFile.load(file, List.of(), List.of(), Menus.catalog()));
  }

  @Test
  void a_variant_may_set_another_topology() throws Exception {
    Files.writeString(folder.resolve("other.yaml"), NETWORK.replace("delay: 1ms", "delay: 9ms"));
    Sweep sweep = load(SWEPT.replace("echo: {}", "echo: {set: {topology: other.yaml}}"));
    Files.writeString(folder.resolve("other.yaml"), "nothing");

    assertEquals(
        9_000_000,
        sweep.variant(0).experiment().topology().links().get(2).a().impairment().delayNanos());
    assertEquals(
        1_000_000,
        sweep.variant(1).experiment().topology().links().get(2).a().impairment().delayNanos());
  }

  @Test
  void expectations_and_printed_values_are_for_the_variants_that_they_name() throws Exception {
    Sweep sweep =
        load(
            SWEPT
                + """
                  - {name: one, metric: lgc.triggers, equals: 1, when: {limiter: echo}}
                  - name: most
                    metric: through.n1
                    above: 70%
                    when: {limiter: [none, quick], packets: [10, 30..40 step 10]}
                paper:
                  cite: x
                  values: {a.b: 1, a.c: 2}
                  points:
                    - {at: {packets: 20}, values: {a.b: 20, a.d: 3}}
                    - {at: {limiter: quick, packets: 20..40 step 10}, values: {a.d: 4}}
                """);

    assertEquals("[half, one]", expected(sweep, "limiter=echo", "packets=20"));
    assertEquals("[half]", expected(sweep, "limiter=quick", "packets=20"));
    assertEquals("[half, most]", expected(sweep, "limiter=quick", "packets=40"));
    assertEquals("{a.b=1, a.c=2}", printed(sweep, "limiter=none", "packets=10"));
    assertEquals("{a.b=20, a.c=2, a.d=3}", printed(sweep, "limiter=none", "packets=20"));
    assertEquals("{a.b=20, a.c=2, a.d=4}", printed(sweep, "limiter=quick", "packets=20"));
    assertEquals("{a.b=1, a.c=2, a.d=4}", printed(sweep, "limiter=quick", "packets=30"));
  }

  @Test
  void charts_and_the_baseline_are_read() throws Exception {
    String more =
        """
        plots:
          - {title: a chart, x: packets, metric: through.n1, by: limiter}
          - {x: delay, metric: drops.total}
          - {x: time, metric: queue.n1, where: {packets: [10, 20..30 step 10], limiter: echo}}
        """;
    String text = SWEPT.replace("sweep:", "sweep:\n  baseline: {limiter: echo}") + more;
    Sweep sweep = load(text);

    assertEquals(
        List.of(
            new Plot("a chart", "packets", "through.n1", Optional.of("limiter")),
            new Plot("drops.total over delay", "delay", "drops.total", Optional.empty())),
        sweep.plots().subList(0, 2));
    assertEquals(
        Map.of("packets", List.of("10", "20", "30"), "limiter", List.of("echo")),
        sweep.plots().getLast().where());
    assertEquals(Map.of("limiter", "echo"), sweep.baseline());
    assertEquals(Map.of("limiter", "echo"), load(text, "limiter=echo").baseline());
    assertTrue(load(text, "limiter=none").baseline().isEmpty());
  }

  @Test
  void a_plot_reads_back_from_a_resolved_experiment() throws Exception {
    String more =
        """
        plots:
          - {kind: cdf, metric: [delay.n1, delay.n2], by: metric, trials: true, bin: 1s}
          - {title: "a: chart", name: c, x: time, metric: queue.n1, x-scale: linear,
             y-scale: log, x-limits: [1ms, ~], y-limits: [1, 50], interval: none,
             legend: top}
        """;
    Sweep sweep = load(SWEPT + more);
    String resolved = ExperimentText.print(sweep.variant(0).experiment(), sweep.plots());

    assertEquals(2, sweep.plots().size());
    assertEquals(sweep.plots(), load(resolved).plots());
  }

  @Test
  void nodes_may_be_counted_through() throws Exception {
    Sweep sweep =
        load(
            SWEPT
                .replace("from: n1", "from: [\"n1..n${n: 1, 2}\", n7]")
                .replace("n1, above", "n1, below"));

    assertEquals(List.of("n1", "n7"), sweep.variant(0).experiment().traffic().getFirst().from());
    assertEquals(List.of("n1", "n2", "n7"), last(sweep).experiment().traffic().getFirst().from());
  }

  @Test
  void a_million_combinations_are_counted_and_not_made() throws Exception {
    Sweep sweep =
        load(
            """
            experiment: million
            topology: net.yaml
            title: "${a: 1..100} ${b: 1..100} ${c: 1..100}"
            """);

    assertEquals(1_000_000, sweep.variants());
    assertEquals("100 100 100", last(sweep).experiment().title());
    List<String> titles = new ArrayList<>();
    for (long index : new long[] {0, 99, 100, 999_900}) {
      titles.add(sweep.variant(index).experiment().title());
    }
    assertEquals(List.of("1 1 1", "1 1 100", "1 2 1", "100 100 1"), titles);
  }

  private static Variant last(Sweep sweep) throws FileError {
    return sweep.variant(sweep.variants() - 1);
  }

  private static boolean hasEcho(Sweep sweep, long index) throws FileError {
    return sweep
        .variant(index)
        .experiment()
        .topology()
        .node("n7")
        .orElseThrow()
        .services()
        .containsKey("active-filter");
  }

  private static Experiment variant(Sweep sweep, String... labels) throws FileError {
    for (long index = 0; index < sweep.variants(); index++) {
      List<String> own = new ArrayList<>();
      sweep.labels(index).forEach((name, value) -> own.add(name + "=" + value));
      if (own.containsAll(List.of(labels))) {
        return sweep.variant(index).experiment();
      }
    }
    throw new AssertionError("no variant " + List.of(labels));
  }

  private static String expected(Sweep sweep, String... labels) throws FileError {
    return variant(sweep, labels).expectations().stream()
        .map(Expectation::name)
        .toList()
        .toString();
  }

  private static String printed(Sweep sweep, String... labels) throws FileError {
    return Objects.requireNonNull(variant(sweep, labels).paper()).values().toString();
  }

  private Path written(String text) throws IOException {
    return Files.writeString(file, text);
  }

  private Sweep load(String text, String... picks) throws IOException, FileError {
    return SweepFile.load(written(text), List.of(), List.of(picks), Menus.catalog());
  }
}
