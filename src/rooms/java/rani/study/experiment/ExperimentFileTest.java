// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.YamlText;
import rani.model.menu.Menus;
import rani.model.topology.Topology;
import rani.study.expectation.Bound;
import rani.study.expectation.Expectation;

class ExperimentFileTest {

  private static final String NETWORK =
      """
      topology: net
      nodes:
        n1: {}
        n2: {}
        n7: {queue: {placement: node, rate: 40packet/s}}
        n8: {}
        alone: {}
      links: {n1 -- n7: {}, n2 -- n7: {}, n7 -- n8: {}}
      """;

  private static final String FULL =
      """
      experiment: full
      title: everything
      description: at once
      paper: {cite: A paper, section: 5.1, figure: figure 5, values: {lgc.trigger.p: 39, a.b: <10}}
      topology: net.yaml
      seed: 0x5EED
      trials: 3
      traffic:
        - {from: n1, to: n8, kind: bursts, packets: 200, bursts: 5, gap: 1s, size: 1000B}
        - {from: [n2, n7], to: n8, kind: responsive, packets: 50, start-spread: 50ms}
      run: {until: 10s, linger: 1s, max: 20s}
      measure: {queue: n7}
      expect:
        - {name: one, metric: lgc.triggers, equals: 1}
        - {name: share, metric: through.n1, between: [45%, 60%]}
        - {name: gap, metric: lgc.gap-seconds, below: 4s}
        - {name: held, metric: lgc.trigger.held, above: lgc.trigger.r}
        - {name: balance, metric: link.utilisation.n1->n7, above: link.utilisation.n7->n1}
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeNetwork() throws IOException {
    file = folder.resolve("e.yaml");
    Files.writeString(folder.resolve("net.yaml"), NETWORK);
  }

  @Test
  void everything_in_a_file_is_read() throws Exception {
    Experiment experiment = load(FULL);

    assertEquals("full", experiment.name());
    assertEquals("everything", experiment.title());
    assertEquals(0x5EED, experiment.seed());
    assertEquals(3, experiment.trials());
    Paper paper = Objects.requireNonNull(experiment.paper());
    assertEquals("5.1", paper.section());
    assertEquals("<10", paper.values().get("a.b"));
    assertEquals("net", experiment.topology().name());
    assertEquals(
        new RunRule(false, 10_000_000_000L, 1_000_000_000, 20_000_000_000L, LiveRule.DEFAULT),
        experiment.run());
    assertEquals(new Measure("n7", "node"), experiment.measure());
    assertEquals(
        List.of(
            "equals 1",
            "between 45% and 60%",
            "below 4s",
            "above lgc.trigger.r",
            "above link.utilisation.n7->n1"),
        experiment.expectations().stream().map(e -> e.bound().toString()).toList());
  }

  @Test
  void what_is_not_said_has_a_default() throws Exception {
    Experiment experiment = load("experiment: e\ntopology: {nodes: {a: {}}}\n");

    assertEquals("e", experiment.title());
    assertEquals("e", experiment.topology().name());
    assertEquals(1, experiment.seed());
    assertEquals(1, experiment.trials());
    assertEquals(RunRule.DEFAULT, experiment.run());
    assertNull(experiment.paper());
    assertTrue(experiment.traffic().isEmpty());
  }

  @Test
  void what_live_runs_are_asked_is_kept_in_the_resolved_file() throws Exception {
    Experiment experiment =
        load(FULL + "live: {repeat-doubtful: 3, keep-awake: true, trace-limit: 2GB}\n");
    assertEquals(new LiveRule(3, true, OptionalLong.of(2_000_000_000)), experiment.run().live());

    Files.writeString(file, ExperimentText.print(experiment));
    assertEquals(experiment.run(), ExperimentFile.load(file, List.of(), Menus.catalog()).run());
  }

  @Test
  void traffic_becomes_sources_and_a_sink() throws Exception {
    var network = load(FULL).network();

    assertEquals(
        "flows:\n- {kind: bursts, packets: 200, bursts: 5, gap: 1s, size: 1000B, to: n8}\n",
        service(network, "n1", "source"));
    assertEquals(
        "flows:\n- {kind: responsive, packets: 50, start-spread: 50ms, to: n8}\n",
        service(network, "n7", "source"));
    assertEquals("{}\n", service(network, "n8", "sink"));
    assertTrue(network.node("alone").orElseThrow().services().isEmpty());
    assertTrue(load(FULL).topology().node("n1").orElseThrow().services().isEmpty());
  }

  @Test
  void what_stands_under_sink_becomes_the_options_of_the_receivers_sink() throws Exception {
    String sink = "to: n8, sink: {delayed-ack: 0s, ordered: false}, kind: responsive";
    String text = FULL.replace("to: n8, kind: responsive", sink);
    Experiment experiment = load(text);

    assertEquals("delayed-ack: 0s\nordered: false\n", service(experiment.network(), "n8", "sink"));
    assertEquals(
        "flows:\n- {kind: responsive, packets: 50, start-spread: 50ms, to: n8}\n",
        service(experiment.network(), "n7", "source"));
    Files.writeString(file, ExperimentText.print(experiment));
    assertEquals(experiment, ExperimentFile.load(file, List.of(), Menus.catalog()));
  }

  @Test
  void a_sink_that_cannot_be_told_so_is_named_where_the_experiment_says_it() {
    assertError(
        "unknown key `delayed-ak`; did you mean `delayed-ack`?",
        "size: 1000B}",
        "size: 1000B, sink: {»delayed-ak: 0s}}");
    assertError(
        "`delayed-ack`: `0` needs a unit: ns, us, ms, s, min",
        "size: 1000B}",
        "size: 1000B, sink: {delayed-ack: »0}}");
    assertError(
        "`port` stands beside `sink`, as source and sink must agree on it",
        "size: 1000B}",
        "size: 1000B, sink: {»port: 9}}");
    assertError(
        "node `n8` has one sink, of which this says something else",
        "gap: 1s, size: 1000B}\n  - {from: [n2, n7], to: n8,",
        "gap: 1s, sink: {delayed-ack: 1s}}\n  - {from: [n2, n7], to: n8, sink: »{ordered: true},");
  }

  @Test
  void a_sink_of_the_topology_keeps_its_options() throws Exception {
    Files.writeString(
        folder.resolve("net.yaml"),
        NETWORK.replace("  n8: {}", "  n8: {services: {sink: {ordered: false}}}"));

    assertEquals("ordered: false\n", service(load(FULL).network(), "n8", "sink"));
    assertError(
        "node `n8` has a sink of its own; give its options in the topology",
        "size: 1000B}",
        "size: 1000B, »sink: {delayed-ack: 0s}}");
  }

  @Test
  void a_source_that_the_topology_has_keeps_its_flows() throws Exception {
    Files.writeString(
        folder.resolve("net.yaml"),
        NETWORK.replace("n1: {}", "n1: {services: {source: {flows: [{to: n2}]}}}"));
    var network = load(FULL).network();

    assertEquals(
        """
        flows:
        - {to: n2}
        - {kind: bursts, packets: 200, bursts: 5, gap: 1s, size: 1000B, to: n8}
        """,
        service(network, "n1", "source"));
  }

  @Test
  void what_is_printed_reads_back_to_an_equal_experiment_wherever_it_lies() throws Exception {
    Experiment experiment = load(FULL);
    String printed = ExperimentText.print(experiment);
    Path elsewhere = Files.createDirectory(folder.resolve("run")).resolve("experiment.yaml");
    Files.writeString(elsewhere, printed);

    Experiment again = ExperimentFile.load(elsewhere, List.of(), Menus.catalog());
    assertEquals(experiment, again, printed);
    assertEquals(experiment.network(), again.network());
  }

  @Test
  void a_set_value_reaches_the_file_and_the_topology_that_it_names() throws Exception {
    Files.writeString(file, FULL);
    Experiment experiment =
        ExperimentFile.load(
            file,
            List.of(
                "topology.links.n7 -- n8.delay=621ms",
                "traffic.0.packets=100",
                "expect.share.between=[1%, 2%]",
                "seed=9"),
            Menus.catalog());

    assertEquals(621_000_000, experiment.topology().links().get(2).a().impairment().delayNanos());
    assertEquals(
        "100",
        ((rani.model.file.LocatedScalar)
                experiment.traffic().getFirst().options().get("packets").orElseThrow())
            .text());
    assertEquals("between 1% and 2%", experiment.expectations().get(1).bound().toString());
    assertEquals(9, experiment.seed());
  }

  @Test
  void a_queue_per_link_is_measured_by_its_direction() throws Exception {
    Files.writeString(
        folder.resolve("net.yaml"),
        NETWORK.replace("n7: {queue: {placement: node, rate: 40packet/s}}", "n7: {}"));
    String text = FULL.replace("queue: n7", "queue: n7 -> n8");

    assertEquals(new Measure("n7", "link-2"), load(text).measure());
    assertEquals(new Measure("n1", "link-0"), load(text.replace("n7 -> n8", "n1")).measure());
    Files.writeString(file, ExperimentText.print(load(text)));
    assertEquals(
        new Measure("n7", "link-2"),
        ExperimentFile.load(file, List.of(), Menus.catalog()).measure());
  }

  @Test
  void a_network_without_links_has_no_queue_and_can_be_read_again() throws Exception {
    Experiment experiment = load("experiment: e\ntopology: {nodes: {a: {}}}\n");
    Files.writeString(file, ExperimentText.print(experiment));
    assertEquals(
        experiment.measure(), ExperimentFile.load(file, List.of(), Menus.catalog()).measure());
  }

  @Test
  void means_are_taken_over_the_part_of_the_run_that_the_file_says() throws Exception {
    String text = FULL.replace("queue: n7", "queue: n7, from: 2s, until: 11s");
    Measure measure = load(text).measure();

    assertEquals(
        new Measure("n7", "node", 2_000_000_000L, OptionalLong.of(11_000_000_000L)), measure);
    Files.writeString(file, ExperimentText.print(load(text)));
    assertEquals(measure, ExperimentFile.load(file, List.of(), Menus.catalog()).measure());
  }

  @Test
  void a_part_of_the_run_that_is_none_is_refused() {
    assertError(
        "`until` (12s) is after the end of the run (11s)",
        "{queue: n7}",
        "{queue: n7, until: »12s}");
    assertError(
        "`from` (11s) is not before the end of what is measured (11s)",
        "{queue: n7}",
        "{queue: n7, from: »11s}");
    assertError(
        "`from` (3s) is not before the end of what is measured (2s)",
        "{queue: n7}",
        "{queue: n7, from: »3s, until: 2s}");
  }

  @Test
  void a_file_of_either_kind_is_known_by_its_keys() throws Exception {
    Files.writeString(file, FULL);

    LabFile experiment =
        LabFile.load(file, List.of(), List.of(), Menus.catalog(), NamedTopologies.NONE);
    LabFile topology =
        LabFile.load(
            folder.resolve("net.yaml"),
            List.of(),
            List.of(),
            Menus.catalog(),
            NamedTopologies.NONE);
    assertTrue(experiment instanceof LabFile.OfExperiment);
    assertTrue(topology instanceof LabFile.OfTopology);
    assertEquals(1, experiment.network().node("n8").orElseThrow().services().size());
  }

  @Test
  void a_topology_may_have_a_name_that_is_no_files() throws Exception {
    String text =
        """
        experiment: e
        topology: set:pair
        traffic: [{from: a, to: b, kind: cbr, rate: 10packet/s, packets: 5}]
        run: {until: traffic-done, max: 10s}
        sweep: {variants: {net: {two: {}, three: {set: {topology: set:row}}}}}
        """;
    NamedTopologies named =
        name ->
            switch (name) {
              case "set:pair" -> Optional.of("nodes: {a: {}, b: {}}\nlinks: {a -- b: {}}\n");
              case "set:row" ->
                  Optional.of("nodes: {a: {}, c: {}, b: {}}\nlinks: {a -- c: {}, c -- b: {}}\n");
              case "set:none" ->
                  throw new FileError(Location.ofFile(name), "not installed", "install it");
              default -> Optional.empty();
            };
    Sweep sweep = SweepFile.load(Files.writeString(file, text), List.of(), List.of(), named);

    assertEquals(List.of("a", "b"), sweep.variant(0).experiment().topology().nodeNames());
    assertEquals(List.of("a", "c", "b"), sweep.variant(1).experiment().topology().nodeNames());
    Path kept = Files.writeString(folder.resolve("kept.yaml"), sweep.text());
    assertEquals(sweep.text(), SweepFile.load(kept, List.of(), List.of()).text(), "without names");

    Files.writeString(file, text.replace("set:pair", "set:none"));
    FileError error =
        assertThrows(FileError.class, () -> SweepFile.load(file, List.of(), List.of(), named));
    assertEquals(
        file + ":2:11: `topology`: `set:none`: not installed; install it",
        error.problems().getFirst().toString());
  }

  @Test
  void a_file_of_the_other_kind_is_named() {
    assertEquals(
        folder.resolve("net.yaml")
            + ":1:1: this is a topology, not an experiment; `rani up "
            + folder.resolve("net.yaml")
            + "` starts it; an experiment begins with `experiment: NAME`",
        assertThrows(
                FileError.class,
                () -> ExperimentFile.load(folder.resolve("net.yaml"), List.of(), Menus.catalog()))
            .getMessage());
  }

  @Test
  void an_unreachable_sink_and_unknown_nodes_are_named_with_their_place() {
    assertError(
        "node `alone` cannot be reached from `n1`; no links lead from one to the other",
        "from: n1, to: n8",
        "from: n1, to: »alone");
    assertError("unknown node `m1`; did you mean `n1`?", "from: n1,", "from: »m1,");
    assertError("unknown node `n9`; did you mean `n1`?", "n1, to: n8", "n1, to: »n9");
    assertError("unknown node `n9`; did you mean `n1`?", "[n2, n7]", "[n2, »n9]");
    assertError("node `n1` cannot send to itself", "from: n1, to: n8", "from: n1, to: »n1");
    assertError("`to` is missing", "{from: n1, to: n8, ", "»{from: n1, ");
    assertError("unknown node `n6`; did you mean `n1`?", "{queue: n7}", "{queue: »n6}");
    assertError(
        "node `n7` has one queue for all its links; write `queue: n7`",
        "{queue: n7}",
        "{queue: »n7 -> n8}");
    assertError(
        "there is no link `n1 -> n8`; did you mean `n1 -> n7`?",
        "{queue: n7}",
        "{queue: »n1 -> n8}");
  }

  @Test
  void what_a_source_cannot_be_told_is_named_where_the_experiment_says_it() {
    assertError("unknown key `pakets`; did you mean `packets`?", "packets: 200", "»pakets: 200");
    assertError(
        "`kind`: `burst` is not one of bursts, responsive; did you mean `bursts`?",
        "kind: bursts",
        "kind: »burst");
    assertError("`gap`: `1` needs a unit: ns, us, ms, s, min", "gap: 1s", "gap: »1");
    assertError(
        "all traffic to node `n8` must go to one `port`",
        "kind: responsive",
        "»port: 9, kind: responsive");
  }

  @Test
  void expectations_are_checked() {
    assertError(
        "unknown key `equal`; did you mean `equals`?", "equals: 1", "»equal: 1, at-most: 2");
    assertError(
        "this expectation has no bound; one of equals, above, below, at-least, at-most, between",
        "{name: one, metric: lgc.triggers, equals: 1}",
        "»{name: one, metric: lgc.triggers}");
    assertError(
        "one expectation has one bound, found equals and below",
        "equals: 1}",
        "equals: 1, »below: 3}");
    assertError("`between` takes two values `[low, high]`, found 1", "[45%, 60%]", "»45%");
    assertError("`between`: 60% is above 45%", "[45%, 60%]", "»[60%, 45%]");
    assertError(
        "metric `through.n9` speaks of the unknown node `n9`; did you mean `n1`?",
        "through.n1",
        "»through.n9");
    assertError(
        "metric `queue.n77.average-max` speaks of the unknown node `n77`; did you mean `n7`?",
        "through.n1",
        "»queue.n77.average-max");
    assertError(
        "`below`: `4mins` has the unknown unit `mins`; did you mean `4min`?",
        "below: 4s",
        "below: »4mins");
    assertError("two expectations are called `one`", "name: share", "name: »one");
    assertError(
        "metric `rdp.goodput.n9` speaks of the unknown node `n9`; did you mean `n1`?",
        "through.n1",
        "»rdp.goodput.n9");
    assertError(
        "metric `rdp.sawtooth.packets.n9` speaks of the unknown node `n9`; did you mean `n1`?",
        "through.n1",
        "»rdp.sawtooth.packets.n9");
    assertError(
        "metric `link.utilisation.n8->n77` speaks of the unknown link `n8->n77`; did you mean"
            + " `n8->n7`?",
        "through.n1",
        "»link.utilisation.n8->n77");
  }

  @Test
  void other_mistakes_are_named() {
    assertError(
        "`topology`: `FOLDER/nett.yaml`: no such file; did you mean `FOLDER/net.yaml`?",
        "topology: net.yaml",
        "topology: »nett.yaml");
    assertError("`trials`: `0` is outside 1…10000", "trials: 3", "trials: »0");
    assertError(
        "`experiment`: `a/b` cannot name an experiment; up to 64 letters, digits, `.`, `-` or `_`",
        "experiment: full",
        "experiment: »a/b");
    assertError(
        "`until` and `linger` (11s) are more than `max` (10s)",
        "until: 10s, linger: 1s, max: 20s",
        "until: »10s, linger: 1s, max: 10s");
    assertError(
        "`until`: `trafic-done` is not `traffic-done` or a duration; did you mean `traffic-done`?",
        "until: 10s",
        "until: »trafic-done");
    assertError(
        "`lgc.trigger.p` takes a number or a percentage, either with `within 10%`, or a bound such"
            + " as `<10`, found `many`",
        "lgc.trigger.p: 39", "lgc.trigger.p: »many");
    assertError(
        "`lgc.trigger.p` takes a number or a percentage, either with `within 10%`, or a bound such"
            + " as `<10`, found `<39 within 10%`",
        "lgc.trigger.p: 39", "lgc.trigger.p: »<39 within 10%");
    assertError("`seed`: `one` is not a whole number", "seed: 0x5EED", "seed: »one");
    assertError(
        "`topology` is missing", "experiment: full", "»experiment: full", "topology: net.yaml\n");
    assertError("unknown key `expects`; did you mean `expect`?", "expect:", "»expects:");
  }

  @Test
  void a_mistake_in_the_topology_is_named_in_its_own_file() throws IOException {
    Files.writeString(
        folder.resolve("net.yaml"), NETWORK.replace("n1 -- n7: {}", "n1 -- n7: {dely: 1s}"));
    assertEquals(
        folder.resolve("net.yaml") + ":8:20: unknown key `dely`; did you mean `delay`?",
        errorOf(FULL));
  }

  @Test
  void an_expectation_is_judged_over_the_metrics() throws Exception {
    SequencedMap<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("lgc.triggers", 1.0);
    metrics.put("through.n1", 0.535);
    metrics.put("lgc.trigger.held", 21.0);
    metrics.put("lgc.trigger.r", 17.0);
    List<Expectation.Result> results = Expectation.judge(load(FULL).expectations(), metrics);

    assertTrue(results.get(0).passed());
    assertTrue(results.get(1).passed());
    assertEquals(0.535, results.get(1).value());
    assertFalse(results.get(2).passed());
    assertNull(results.get(2).value());
    assertTrue(results.get(2).reason().startsWith("the run has no metric `lgc.gap-seconds`; "));
    assertTrue(results.get(3).passed());

    metrics.put("lgc.trigger.r", 21.0);
    metrics.put("lgc.gap-second", 1.0);
    results = Expectation.judge(load(FULL).expectations(), metrics);
    assertEquals("21 is not above lgc.trigger.r (lgc.trigger.r is 21)", results.get(3).reason());
    assertEquals(
        "the run has no metric `lgc.gap-seconds`; did you mean `lgc.gap-second`?",
        results.get(2).reason());
    metrics.put("through.n1", Double.NaN);
    assertFalse(Expectation.judge(load(FULL).expectations(), metrics).get(1).passed());
  }

  @Test
  void bounds_include_or_exclude_their_limits_as_their_names_say() {
    assertHolds(Bound.Relation.EQUALS, 0.1 + 0.2, 0.3, true);
    assertHolds(Bound.Relation.EQUALS, 1.001, 1, false);
    assertHolds(Bound.Relation.ABOVE, 1, 1, false);
    assertHolds(Bound.Relation.ABOVE, 1.1, 1, true);
    assertHolds(Bound.Relation.BELOW, 1, 1, false);
    assertHolds(Bound.Relation.BELOW, 0.9, 1, true);
    assertHolds(Bound.Relation.AT_LEAST, 1, 1, true);
    assertHolds(Bound.Relation.AT_LEAST, 0.9, 1, false);
    assertHolds(Bound.Relation.AT_MOST, 1, 1, true);
    assertHolds(Bound.Relation.AT_MOST, 1.1, 1, false);
    Bound between = new Bound(Bound.Relation.BETWEEN, List.of());
    assertTrue(between.holds(1, 1, 2) && between.holds(2, 1, 2) && between.holds(1.5, 1, 2));
    assertFalse(between.holds(0.9, 1, 2) || between.holds(2.1, 1, 2));
  }

  private static void assertHolds(
      Bound.Relation relation, double value, double limit, boolean yes) {
    assertEquals(yes, new Bound(relation, List.of()).holds(value, limit, limit), relation + "");
  }

  /** The replacement marks with {@code »} the place that the error must name. */
  private void assertError(String message, String good, String bad) {
    assertError(message, good, bad, "");
  }

  private void assertError(String message, String good, String bad, String removed) {
    assertTrue(FULL.contains(good), good);
    String marked = FULL.replace(good, bad).replace(removed, "");
    int at = marked.indexOf('»');
    int line = 1 + (int) marked.substring(0, at).chars().filter(c -> c == '\n').count();
    int column = at - marked.lastIndexOf('\n', at);
    assertEquals(
        file + ":" + line + ":" + column + ": " + message.replace("FOLDER", folder.toString()),
        errorOf(marked.replace("»", "")));
  }

  private String errorOf(String text) {
    return assertThrows(FileError.class, () -> load(text)).getMessage();
  }

  private Experiment load(String text) throws IOException, FileError {
    Files.writeString(file, text);
    return ExperimentFile.load(file, List.of(), Menus.catalog());
  }

  private static String service(Topology network, String node, String service) {
    var services = network.node(node).orElseThrow().services();
    return YamlText.print(Objects.requireNonNull(services.get(service)));
  }
}
