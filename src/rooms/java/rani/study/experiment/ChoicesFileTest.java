// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.topology.TopologyFile;

/** What a file chose may be read, mistaken, inherited, and tried. */
class ChoicesFileTest {

  private static final String TOPOLOGY =
      """
      topology: two
      defaults: {node: {queue: {limit: 9packet}}}
      nodes: {n1: {}, n2: {}}
      links: {n1 -- n2: {rate: 100packet/s, delay: 10ms}}
      choices:
        links.n1 -- n2.delay: [20ms, ~]
      """;

  private static final String EXPERIMENT =
      """
      experiment: chosen
      seed: 7
      topology: two.yaml
      traffic:
        - {from: n1, to: n2, kind: cbr, rate: 50packet/s, packets: 10, size: 500B}
      run: {until: 10s}
      choices:
        traffic.0.size: 1000B
        load:
          twice: {set: {traffic.0.rate: 100packet/s, traffic.0.packets: 20}, because: it may be}
          plain: {remove: [traffic.0.size]}
        run.until: {no-alternative: all is over long before}
      paper: {cite: x, values: {through.n1: 100%}}
      """;

  private static final String SWEPT =
      EXPERIMENT
          + """
          sweep:
            variables: {wait: [0ms, 5ms]}
            variants: {wire: {good: {}, slow: {set: {topology.links.n1 -- n2.rate: 10packet/s}}}}
            baseline: {wire: good}
          """
              .replace("wait", "hop");

  @TempDir Path folder;

  private Path write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path experiment(String text) throws Exception {
    write("two.yaml", TOPOLOGY);
    return write("chosen.yaml", text);
  }

  private static List<SequencedMap<String, String>> labels(Sweep sweep) {
    List<SequencedMap<String, String>> labels = new ArrayList<>();
    for (long k = 0; k < sweep.variants(); k++) {
      labels.add(sweep.labels(k));
    }
    return labels;
  }

  private static List<String> tried(Sweep sweep) {
    return Objects.requireNonNull(sweep.variables().get(Tried.VARIABLE));
  }

  @Test
  void a_file_is_tried_as_it_is_and_with_each_alternative() throws Exception {
    Sweep sweep =
        TriedChoices.of(
            experiment(EXPERIMENT),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            NamedTopologies.NONE);
    assertEquals(
        List.of(
            "shipped",
            "topology.links.n1 -- n2.delay=20ms",
            "topology.links.n1 -- n2.delay=absent",
            "traffic.0.size=1000B",
            "load=twice",
            "load=plain"),
        tried(sweep));
    assertEquals(6, sweep.variants());
    Experiment twice = sweep.variant(4).experiment();
    assertTrue(ExperimentText.print(twice).contains("rate: 100packet/s"));
    assertEquals(sweep.seed(0, 0), sweep.seed(5, 0));
    Tried tried = sweep.tried().orElseThrow();
    assertEquals("500B", tried.shipped().get("traffic.0.size"));
    assertEquals("all is over long before", tried.choices().getLast().reason());
  }

  @Test
  void what_is_kept_of_it_reads_back_to_the_same() throws Exception {
    Sweep sweep =
        TriedChoices.of(
            experiment(EXPERIMENT),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            NamedTopologies.NONE);
    Path kept = write("experiment.yaml", sweep.text());
    Sweep again = SweepFile.load(kept, List.of(), List.of());
    assertEquals(sweep.text(), again.text());
    assertEquals(labels(sweep), labels(again));
    for (long k = 0; k < sweep.variants(); k++) {
      assertEquals(sweep.variant(k).experiment(), again.variant(k).experiment());
    }
    Sweep one = SweepFile.load(kept, List.of(), List.of("choice=load=twice"));
    assertEquals(1, one.variants());
    assertEquals(sweep.variant(4).experiment(), one.variant(0).experiment());
  }

  @Test
  void only_variants_of_printed_numbers_are_tried_and_none_that_is_the_same() throws Exception {
    String text =
        SWEPT
            .replace("cite: x,", "cite: x, points: [{at: {wire: slow, hop: 5ms},")
            .replace("100%}}", "100%}}]}")
            .replace("{from: n1,", "{from: n1, start: \"${hop}\",");
    Path file =
        experiment(
            text.replace("choices:", "choices:\n  topology.links.n1 -- n2.rate: 200packet/s"));
    Sweep sweep =
        TriedChoices.of(file, List.of(), List.of(), List.of(), List.of(), NamedTopologies.NONE);
    assertTrue(
        labels(sweep).stream()
            .allMatch(one -> "slow".equals(one.get("wire")) && "5ms".equals(one.get("hop"))));
    // The slow wire's rate is its own, whatever the file's is.
    assertEquals(
        List.of("topology.links.n1 -- n2.rate=200packet/s"),
        sweep.tried().orElseThrow().unchanged());
    assertEquals(6, sweep.variants());
  }

  @Test
  void a_relative_number_takes_its_baseline_with_it() throws Exception {
    String text =
        SWEPT
            .replace("cite: x,", "cite: x, points: [{at: {wire: slow, hop: 5ms},")
            .replace("through.n1: 100%}}", "relative.through.n1: 100%}}]}")
            .replace("{from: n1,", "{from: n1, start: \"${hop}\",");
    Sweep sweep =
        TriedChoices.of(
            experiment(text),
            List.of(),
            List.of(),
            List.of("traffic.0.size"),
            List.of(),
            NamedTopologies.NONE);
    assertEquals(
        List.of("good", "slow", "good", "slow"),
        labels(sweep).stream().map(one -> one.get("wire")).toList());
  }

  @Test
  void an_heir_keeps_what_fits_it_and_sets_the_rest_aside() throws Exception {
    experiment(EXPERIMENT);
    Path heir =
        write(
            "heir.yaml",
            """
            experiment: heir
            extends: chosen.yaml
            topology: {links: {n1 -- n2: {delay: 20ms}}}
            traffic: [{from: n1, to: n2, kind: cbr, rate: 50packet/s, packets: 10}]
            choices: {run.until: 20s}
            """);
    Sweep sweep =
        TriedChoices.of(heir, List.of(), List.of(), List.of(), List.of(), NamedTopologies.NONE);
    assertEquals(
        List.of("shipped", "topology.links.n1 -- n2.delay=absent", "load=twice", "run.until=20s"),
        tried(sweep));
    assertEquals(3, sweep.tried().orElseThrow().setAside().size());
  }

  @Test
  void what_does_not_fit_a_change_of_the_file_is_left_out_and_named() throws Exception {
    Path file = experiment(EXPERIMENT);
    List<String> same = List.of("traffic.0.size=1000B", "topology.links.n1 -- n2.delay=20ms");
    Sweep sweep =
        TriedChoices.of(file, same, List.of(), List.of(), List.of(), NamedTopologies.NONE);
    assertEquals(
        List.of("shipped", "topology.links.n1 -- n2.delay=absent", "load=twice", "load=plain"),
        tried(sweep));
    assertEquals(
        List.of(
            "`topology.links.n1 -- n2.delay`: `20ms` is what the file says",
            "`traffic.0.size`: `1000B` is what the file says"),
        sweep.tried().orElseThrow().setAside());
    SweepFile.load(file, same, List.of());
    SweepFile.load(file, List.of("traffic.0.size=~"), List.of());
    Path network = write("two.yaml", TOPOLOGY);
    TopologyFile.load(network, List.of("links.n1 -- n2.delay=20ms"));
  }

  @Test
  void names_and_metrics_narrow_it() throws Exception {
    Path file = experiment(EXPERIMENT);
    Sweep sweep =
        TriedChoices.of(
            file,
            List.of(),
            List.of(),
            List.of("load"),
            List.of("drops.total"),
            NamedTopologies.NONE);
    assertEquals(List.of("shipped", "load=twice", "load=plain"), tried(sweep));
    Tried tried = sweep.tried().orElseThrow();
    assertEquals("drops.total", tried.numbers().getFirst().metric());
    assertEquals(1, tried.numbers().size());
    String wrong =
        assertThrows(
                FileError.class,
                () ->
                    TriedChoices.of(
                        file,
                        List.of(),
                        List.of(),
                        List.of("lod"),
                        List.of(),
                        NamedTopologies.NONE))
            .getMessage();
    assertTrue(wrong.endsWith("there is no choice `lod`; did you mean `load`?"), wrong);
  }

  @Test
  void choices_change_nothing_of_the_experiment_itself() throws Exception {
    Path file = experiment(EXPERIMENT);
    int from = EXPERIMENT.indexOf("choices:");
    String choices = EXPERIMENT.substring(from, EXPERIMENT.indexOf("paper:"));
    Path without = write("other.yaml", EXPERIMENT.replace(choices, ""));
    assertEquals(
        SweepFile.load(without, List.of(), List.of()).text(),
        SweepFile.load(file, List.of(), List.of()).text());
  }

  @Test
  void the_digest_changes_with_values_choices_and_printed_numbers_but_not_with_words()
      throws Exception {
    String digest = digest(EXPERIMENT);
    assertEquals(digest, digest(EXPERIMENT + "title: better words\n"));
    assertEquals(digest, digest(EXPERIMENT.replace("seed: 7", "seed: 7 # why not")));
    assertNotEquals(digest, digest(EXPERIMENT.replace("500B", "501B")));
    assertNotEquals(digest, digest(EXPERIMENT.replace("1000B", "1001B")));
    assertNotEquals(digest, digest(EXPERIMENT.replace("n1: 100%", "n1: 99%")));
  }

  private String digest(String text) throws Exception {
    return SweepFile.load(experiment(text), List.of(), List.of()).fileDigest().orElseThrow();
  }

  @Test
  void mistakes_are_named_with_their_place() throws Exception {
    assertMistake(
        "chosen.yaml:8:3: `traffic.0` has no `sise`; did you mean `size`?; what the file does not"
            + " say is changed by `NAME: {VALUE: {set: {PATH: …}}}`",
        "traffic.0.size: 1000B",
        "traffic.0.sise: 1000B");
    assertMistake(
        "chosen.yaml:8:19: `traffic.0.size`: `500B` is what the file says", "1000B", "500B");
    assertMistake(
        "chosen.yaml:8:3: `traffic.0.size` has no alternatives; if there are none,"
            + " `{no-alternative: REASON}` says why",
        "size: 1000B",
        "size: []");
    assertMistake(
        "chosen.yaml:8:27: `traffic.0.size`: `1000B` is given twice", "1000B", "[1000B, 1000B]");
    assertMistake(
        "chosen.yaml:8:3: `traffic.0.size` cannot name a choice; a letter, then up to 39 letters,"
            + " digits, `-` or `_`; a path takes a list of values, of which one may be `{…}`",
        "size: 1000B",
        "size: {big: {set: {traffic.0.size: 1000B}}}");
    assertMistake(
        "chosen.yaml:11:13: unknown key `removes`; did you mean `remove`?", "remove:", "removes:");
    assertMistake(
        "chosen.yaml:8:3: `seed` is the same for all alternatives",
        "traffic.0.size: 1000B",
        "seed: 8");
    assertMistake(
        "chosen.yaml:12:14: `no-alternative` takes the reason", "all is over long before", "\"\"");
  }

  @Test
  void an_alternative_is_checked_as_if_the_file_said_so() throws Exception {
    Path file = experiment(EXPERIMENT.replace("size: 1000B", "size: 1000"));
    String error =
        assertThrows(FileError.class, () -> TriedChoices.check(file, NamedTopologies.NONE))
            .getMessage();
    assertEquals(
        file
            + ":8:19: `size`: `1000` needs a unit: B, kB, MB, GB (with"
            + " `traffic.0.size=1000`)",
        error.replaceAll("; .*", ""));
    Path same = experiment(EXPERIMENT.replace("until: {no-alternative", "until: 10000ms #"));
    assertTrue(
        assertThrows(FileError.class, () -> TriedChoices.check(same, NamedTopologies.NONE))
            .getMessage()
            .endsWith("`run.until=10000ms` changes nothing"));
  }

  @Test
  void those_of_a_topology_are_checked_with_it() throws Exception {
    Path file = write("two.yaml", TOPOLOGY.replace("20ms, ~", "20"));
    String error =
        assertThrows(FileError.class, () -> TopologyFile.checkChoices(file)).getMessage();
    assertTrue(error.contains(":6:26: `delay`: `20` needs a unit"), error);
    Path wrong = write("two.yaml", TOPOLOGY.replace("n2.delay", "n2.dely"));
    assertTrue(
        assertThrows(FileError.class, () -> TopologyFile.load(wrong))
            .getMessage()
            .contains("`links.n1 -- n2` has no `dely`; did you mean `delay`?"));
  }

  private void assertMistake(String message, String from, String to) throws Exception {
    Path file = experiment(EXPERIMENT.replace(from, to));
    String error =
        assertThrows(FileError.class, () -> SweepFile.load(file, List.of(), List.of()))
            .getMessage();
    assertEquals(file.resolveSibling("") + "/" + message, error);
  }
}
