// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.menu.Menus;

/** What is wrong with variables is named with its place, before anything starts. */
class SweepErrorsTest {

  private static final String SWEPT =
      """
      experiment: swept
      seed: 7
      topology:
        nodes: {n1: {}, n2: {}, n7: {queue: {limit: 9packet}}, n8: {}}
        links: {n1 -- n7: {}, n2 -- n7: {}, n7 -- n8: {delay: "${delay}"}}
      traffic:
        - {from: n1, to: n8, kind: bursts, packets: "${packets}", gap: 1s}
      sweep:
        variables:
          packets: [10, 20..40 step 10]
          delay: [10ms, 50ms]
        variants:
          limiter:
            lgc: {}
            none: {remove: [topology.nodes.n7.queue], set: {traffic.0.gap: 2s}}
        repeat: 2
        baseline: {limiter: lgc}
      run: {until: 10s}
      expect:
        - {name: half, metric: through.n1, above: 50%, when: {limiter: lgc}}
      paper: {cite: x, points: [{at: {packets: 20}, values: {a.b: 1}}]}
      plots: [{x: packets, metric: through.n1, by: limiter}]
      """;

  @TempDir Path folder;

  @Test
  void the_file_itself_is_good() throws Exception {
    assertEquals(16, load(SWEPT).variants());
  }

  @Test
  void a_bad_value_is_named_where_it_is_given() {
    assertError(
        "`packets`: `0` is outside 1…1000000 (with packets=0, delay=10ms, limiter=lgc)",
        "[10, 20",
        "[»0, 20");
    assertError(
        "`delay`: `50` needs a unit: ns, us, ms, s, min (with packets=10, delay=50, limiter=lgc)",
        "50ms]",
        "»50]");
    assertError(
        "`gap`: `2` needs a unit: ns, us, ms, s, min (with packets=10, delay=10ms, limiter=none)",
        "gap: 2s",
        "gap: »2");
    assertError(
        "`kind`: `burst` is not one of bursts, responsive; did you mean `bursts`?",
        "kind: bursts",
        "kind: »burst");
    assertError(
        "`delay`: `1x` has the unknown unit `x`"
            + " (with packets=10, delay=x, limiter=lgc); did you mean `s`?",
        "50ms]",
        "»x]",
        "\"${delay}\"",
        "\"1${delay}\"");
    assertError(
        "unknown node `n3`; did you mean `n1`?",
        "from: n1",
        "from: »\"${from: n1, n2, n3}\"",
        " (with packets=10, delay=10ms, from=n3, limiter=lgc)");
  }

  @Test
  void a_metric_that_no_run_can_have_is_named_with_the_nearest() {
    assertError(
        "there is no metric `throgh.n1`; did you mean `through.n1`?",
        "packets, metric: through.n1, by",
        "packets, metric: »throgh.n1, by");
    assertError(
        "there is no metric `queue.n7.taildrops`"
            + " (with packets=10, delay=10ms, limiter=lgc); did you mean `queue.n7.tail-drops`?",
        "name: half, metric: through.n1",
        "name: half, metric: »queue.n7.taildrops");
    assertError(
        "there is no metric `delay.n1.p90`"
            + " (with packets=10, delay=10ms, limiter=lgc); did you mean `delay.n1.p50`?",
        "above: 50%",
        "above: »delay.n1.p90");
    assertError(
        "there is no metric `happiness`; `rani metrics --explain` and docs/metrics.md"
            + " have them all",
        "packets, metric: through.n1, by",
        "packets, metric: »happiness, by");
  }

  @Test
  void values_and_ranges_are_checked() {
    assertError(
        "`delay`: `10ms..50ms` needs a step, such as `step 1ms`", "[10ms, 50ms]", "»10ms..50ms");
    assertError("`delay`: `10ms` is given twice", "50ms]", "»10ms]");
    assertError("`delay` has no values", "[10ms, 50ms]", "»[]");
    assertError("`delay` takes values and ranges, found a mapping", "[10ms, 50ms]", "»{a: 1}");
    assertError("`delay` takes values and ranges, found nothing", "[10ms, 50ms]", "[10ms, »~]");
    assertError("`packets`: `1..1001` has more than 1000 values", "[10, 20", "[»1..1001, 20");
    assertError(
        "`delay`: `${packets}ms` is a value that itself varies", "50ms]", "»\"${packets}ms\"]");
    assertError(
        "`2 x` cannot name a variable; a letter, then up to 39 letters, digits, `-` or `_`",
        "  delay: [",
        "  »2 x: [1]\n    delay: [");
    assertError(
        "`a value` cannot name a variable; a letter, then up to 39 letters, digits, `-` or `_`",
        "none: {",
        "»a value: {");
  }

  @Test
  void variables_are_defined_once_and_used() {
    assertError("unknown variable `dely`; did you mean `delay`?", "\"${delay}\"", "»\"${dely}\"");
    assertError(
        "unknown variable `packet`; did you mean `packets`?", "gap: 2s", "gap: »\"${packet}s\"");
    assertError(
        "variable `spare` is used nowhere; write `${spare}` where its value belongs",
        "  delay: [",
        "  »spare: 1..2\n    delay: [");
    assertError(
        "variable `delay` is given its values twice; write `${delay}` from the second time on",
        "until: 10s",
        "until: »\"${delay: 1s, 2s}\"");
    assertError(
        "variable `packets` is given its values twice",
        "  limiter:",
        "  »packets: {a: {}}\n    limiter:");
    assertError(
        "two variables without a name in one text; write `${name: …}`",
        "until: 10s",
        "until: »\"${1, 2}${3, 4}s\"");
    assertError(
        "`${delay=1s, 2s}` is no variable; write `${delay: …}`",
        "until: 10s",
        "until: »\"${delay=1s, 2s}\"");
    assertError("`${1s, 2s` has no `}`", "until: 10s", "until: »\"${1s, 2s\"");
    assertError("`seed` cannot vary", "seed: 7", "seed: »\"${1, 2}\"");
    assertError(
        "a key cannot vary; is it a value? Then write it in quotes", "n7 -- n8", "»\"${delay}\"");
  }

  @Test
  void what_yaml_takes_for_its_own_must_be_in_quotes() {
    String message = "a value with `${…}` must be in quotes here; write \"${…}\", for YAML's sake";
    assertError(message, "until: 10s", "until: »${end: 1s, 2s}");
    assertError(message, "{until: 10s}", "\n  until: »${end: 1s, 2s}");
    assertError(message, "\"${packets}\"", "»${packets}");
    assertError(message, "from: n1", "from: [n1, »${n}]");
    assertError(message, "- {name: half", "- »${x: 1, 2}\n  - {name: half");
  }

  @Test
  void names_in_when_at_plots_and_baseline_are_checked() {
    assertError(
        "unknown variable `limitr`; did you mean `limiter`?", "when: {limiter", "when: {»limitr");
    assertError(
        "variable `limiter` has no value `lgd`; did you mean `lgc`?",
        "when: {limiter: lgc",
        "when: {limiter: »lgd");
    assertError(
        "variable `packets` has no value `25`; did you mean `20`?",
        "{packets: 20}",
        "{packets: [20, »25]}");
    assertError(
        "unknown variable `packet`; did you mean `packets`?", "at: {packets", "at: {»packet");
    assertError("unknown variable `packet`; did you mean `packets`?", "{x: packets", "{x: »packet");
    assertError(
        "`limitr` is no metric, variable or value of this chart; did you mean `limiter`?",
        "by: limiter}",
        "by: limiter, labels: {»limitr: discipline}}");
    assertError("`columns`: `3` is outside 1…2", "by: limiter}", "by: limiter, columns: »3}");
    assertError("unknown variable `limit`; did you mean `limiter`?", "by: limiter", "by: »limit");
    assertError("`by` is `packets`, which is the x axis already", "by: limiter", "by: »packets");
    assertError("`metric` is missing", "{x: packets, metric: through.n1", "»{x: packets");
    assertError(
        "a chart is of all variants: `title` cannot vary",
        "[{x: packets",
        "[{title: »\"${delay}\", x: packets");
    assertError(
        "variable `limiter` has no value `non`; did you mean `none`?",
        "baseline: {limiter: lgc",
        "baseline: {limiter: »non");
    assertError(
        "`limiter` takes one of its values, found a list",
        "baseline: {limiter: lgc",
        "baseline: {limiter: »[lgc, none]");
    assertError("`at` is missing", "{at: {packets: 20}, ", "»{");
    assertError(
        "unknown key `valus`; did you mean `values`?",
        "values: {a.b: 1}",
        "values: {a.b: 1}, »valus: 1");
  }

  @Test
  void what_a_variant_changes_is_checked() {
    assertError("unknown key `sett`; did you mean `set`?", "set: {traffic", "»sett: {traffic");
    assertError(
        "`topology.nodes.n7` has no `queu`; did you mean `queue`?",
        "[topology.nodes.n7.queue]",
        "[»topology.nodes.n7.queu]",
        " (with packets=10, delay=10ms, limiter=none)");
    assertError(
        "`traffic` has no `1`; did you mean `0`?",
        "traffic.0.gap: 2s",
        "»traffic.1.gap: 2s",
        " (with packets=10, delay=10ms, limiter=none)");
    assertError("a piece of the path is empty", "traffic.0.gap: 2s", "»traffic..gap: 2s");
    assertError(
        "`${1s, 2s}`: a variant cannot give a variable its values; do so under `variables`",
        "gap: 2s",
        "gap: »\"${1s, 2s}\"");
    assertError("`seed` is the same for all variants", "traffic.0.gap: 2s", "»seed: 2");
    assertError("`sweep` is the same for all variants", "traffic.0.gap: 2s", "»sweep.repeat: 2");
    assertError("`limiter` has no values", "  limiter:", "  »limiter: {}\n    other:");
    assertError("unknown key `variant`; did you mean `variants`?", "  variants:", "  »variant:");
  }

  @Test
  void the_number_of_trials_is_checked() {
    assertError("`repeat`: `0` is outside 1…10000", "repeat: 2", "repeat: »0");
    assertError("`seeds` has 3 for 5 repetitions", "repeat: 2", "repeat: 5\n  seeds: »1..3");
    assertError(
        "`seeds` takes `paired`, `distinct` or whole numbers, found `pared`;"
            + " did you mean `paired`?",
        "repeat: 2",
        "seeds: »pared");
    assertError("`seeds`: `3` is given twice", "repeat: 2", "seeds: [1..3, »3]");
    assertError(
        "more than 10000000 trials; let variables have fewer values, or pick some of them",
        "run:",
        "title: \"${a: 1..100} ${b: 1..100}\"\nrun:",
        "repeat: 2",
        "repeat: 100",
        "sweep:",
        "»sweep:");
  }

  @Test
  void picks_are_checked() {
    assertEquals(
        "--pick limitr=lgc: unknown variable `limitr`; did you mean `limiter`?",
        pickError("limitr=lgc"));
    assertEquals(
        "--pick limiter=lgb: variable `limiter` has no value `lgb`; did you mean `lgc`?",
        pickError("limiter=lgb"));
    assertEquals("--pick limiter: expected `variable=value`", pickError("limiter"));
  }

  @Test
  void a_chain_of_files_must_end() throws IOException {
    Files.writeString(folder.resolve("b.yaml"), "experiment: b\nextends: e.yaml\n");
    assertEquals(
        folder.resolve("b.yaml") + ":2:10: `e.yaml` extends this file",
        errorOf("experiment: e\nextends: b.yaml\n"));
    assertEquals(
        folder.resolve("e.yaml")
            + ":2:10: `extends`: `"
            + folder.resolve("c.yaml")
            + "`: no such file; did you mean `"
            + folder.resolve("b.yaml")
            + "`?",
        errorOf("experiment: e\nextends: c.yaml\n"));
    Files.writeString(folder.resolve("t.yaml"), "topology: t\nnodes: {n1: {}}\n");
    assertEquals(
        folder.resolve("e.yaml") + ":2:10: `t.yaml` is not an experiment",
        errorOf("experiment: e\nextends: t.yaml\n"));
    assertEquals(
        folder.resolve("e.yaml")
            + ":2:11: the name of a topology's file cannot vary; let a variant"
            + " `set: {topology: FILE}`",
        errorOf("experiment: e\ntopology: \"${t: a.yaml, b.yaml}\"\n"));
  }

  @Test
  void what_is_for_few_of_many_variants_is_tried_too() {
    String many =
        SWEPT
            .replace("10, 20..40 step 10", "10..500 step 10")
            .replace("[10ms, 50ms]", "1ms..99ms step 1ms");
    String few = "when: {limiter: none, packets: 310, delay: 77ms}}\n";
    String error =
        errorOf(many.replace("when: {limiter: lgc}}\n", few).replace("above: 50%", "above: 50ps"));
    assertTrue(
        error.contains("`50ps` has the unknown unit `ps`")
            && error.contains("(with packets=310, delay=77ms, limiter=none)"),
        error);
    String points =
        many.replace(
            "at: {packets: 20}, values: {a.b: 1}",
            "at: {packets: 330, delay: 5ms}, values: {a.b: x}");
    assertTrue(errorOf(points).contains("(with packets=330, delay=5ms, limiter=lgc)"));
  }

  @Test
  void charts_speak_of_nodes_and_links_that_some_variant_has() throws Exception {
    String chart = "metric: through.n1, by";
    assertError(
        "metric `through.n9` speaks of the unknown node `n9`; did you mean `n1`?",
        chart,
        "metric: »through.n9, by");
    assertError(
        "metric `relative.delay.n77.p95` speaks of the unknown node `n77`; did you mean `n7`?",
        chart,
        "metric: »relative.delay.n77.p95, by");
    assertError(
        "metric `link.utilisation.n7->n77` speaks of the unknown link `n7->n77`"
            + "; did you mean `n1->n7`?",
        chart,
        "metric: »link.utilisation.n7->n77, by");
    assertError(
        "there is no `harm.drops.total`: nothing says which way it is better; harm is to"
            + " throughput, goodput, deliveries, delays and times of responses",
        chart,
        "metric: »harm.drops.total, by");
    assertEquals(16, load(SWEPT.replace(chart, "metric: harm.through.n1, by")).variants());
    String rarely = SWEPT.replace("set: {traffic", "set: {topology.nodes.n3: {}, traffic");
    assertEquals(16, load(rarely.replace(chart, "metric: queue.n3.queued-max, by")).variants());
  }

  @Test
  void plots_are_checked_by_their_kind() {
    String good = "[{x: packets, metric: through.n1, by: limiter}]";
    assertError(
        "`kind`: `histogram` is not one of line, step, cdf, ccdf, box, strip, bar, heat, timeline,"
            + " scatter",
        good,
        "[{kind: »histogram, metric: through.n1}]");
    assertError("`x` is missing", good, "[»{metric: through.n1}]");
    assertError(
        "a `cdf` has its metric on the x axis, and no `x`; `by` tells lines apart",
        good,
        "[{kind: cdf, metric: through.n1, x: »packets}]");
    assertError(
        "a `heat` has one variable in `by`, its y axis, found 0",
        good,
        "[»{kind: heat, x: packets, metric: through.n1}]");
    assertError(
        "`facet` is `packets`, which the x axis has already",
        good,
        "[{x: packets, metric: through.n1, by: limiter, facet: »packets}]");
    assertError(
        "unknown variable `dely`; did you mean `delay`?",
        good,
        "[{x: packets, metric: through.n1, where: {»dely: 10ms}}]");
    assertError(
        "variable `delay` has no value `25ms`; known: `10ms`, `50ms`",
        good,
        "[{x: packets, metric: through.n1, where: {delay: [10ms, »25ms]}}]");
    assertError(
        "there is no metric `dely.n1`; did you mean `delay.n1`?",
        good,
        "[{kind: cdf, metric: »dely.n1}]");
    assertError(
        "series `delay.n9` speaks of the unknown node `n9`; did you mean `n1`?",
        good,
        "[{kind: cdf, metric: »delay.n9}]");
    assertError(
        "`through.n1` is in share and `drops.total` in packets: one axis has one unit;"
            + " `facet: metric` gives each metric its panel",
        good,
        "[{x: packets, metric: [through.n1, »drops.total]}]");
    assertError(
        "`delay.n1` is a series, and cannot be beside metrics; a metric of it ends in .mean, .p95"
            + " or .max; rani metrics --explain",
        good,
        "[{x: packets, metric: [delay.n1.mean, »delay.n1]}]");
    assertError(
        "a series has `x: time`; over a variable there are its metrics, which end in .mean, .p95 or"
            + " .max",
        good,
        "[{x: »packets, metric: delay.n1}]");
    assertError(
        "a metric has one value in a run; over `time` there are series; series are delay.NODE,"
            + " sojourn.A->B, queue.NODE, queue.A->B, rdp.cwnd.NODE, rdp.srtt.NODE, rdp.state.NODE,"
            + " filter.NODE, throughput.NODE, link.utilisation.A->B, fct.NODE, fct.slowdown.NODE",
        good,
        "[{x: »time, metric: through.n1}]");
    assertError(
        "a `timeline` is of states, and `delay.n1` is of numbers; states are rdp.state.NODE,"
            + " filter.NODE; numbers are delay.NODE, sojourn.A->B, queue.NODE, queue.A->B,"
            + " rdp.cwnd.NODE, rdp.srtt.NODE, throughput.NODE, link.utilisation.A->B, fct.NODE,"
            + " fct.slowdown.NODE",
        good,
        "[{kind: timeline, metric: »delay.n1}]");
    assertError(
        "`x-limits`: the first is not below the second",
        good,
        "[{x: packets, metric: through.n1, x-limits: »[5, 5]}]");
    assertError(
        "`y-limits`: `4` is not in bit/s, as the axis is; such as 4Mbit/s",
        good,
        "[{x: packets, metric: throughput.n1, y-limits: [0, »4]}]");
    assertError(
        "`x-limits`: `5Mbit/s` is not in s, as the axis is; such as 200ms",
        good,
        "[{kind: cdf, metric: delay.n1, x-limits: [0, »5Mbit/s]}]");
    assertError(
        "`y-limits`: `2s` is not in share, as the axis is",
        good,
        "[{x: packets, metric: through.n1, y-limits: [0, »2s]}]");
    assertError(
        "a logarithmic axis has limits above 0",
        good,
        "[{x: packets, metric: through.n1, y-scale: log, y-limits: »[0, ~]}]");
    assertError(
        "`name`: `../x` cannot name a file; up to 64 letters, digits, `.`, `-` and `_`, a letter"
            + " or digit first",
        good,
        "[{name: »../x, x: packets, metric: through.n1}]");
  }

  @Test
  void expectations_know_no_baseline() {
    String reason =
        "an expectation is of one trial, and `relative.through.n1` is over what the baseline's"
            + " trials have; `plots` and a paper's `points` may name it";
    String first = " (with packets=10, delay=10ms, limiter=lgc)";
    assertError(reason, "half, metric: through.n1", "half, metric: »relative.through.n1", first);
    assertError(reason, "above: 50%", "above: »relative.through.n1", first);
  }

  @Test
  void one_mistake_is_told_once_however_many_variants_have_it() {
    String error = errorOf(SWEPT.replace("from: n1", "from: n9"));
    assertEquals(1, error.lines().count(), error);
    assertTrue(error.endsWith("unknown node `n9`; did you mean `n1`?"), error);
  }

  private String pickError(String pick) {
    return assertThrows(
            FileError.class,
            () -> SweepFile.load(written(SWEPT), List.of(), List.of(pick), Menus.catalog()))
        .getMessage();
  }

  /** The replacement marks with {@code »} the place that the error must name. */
  private void assertError(String message, String good, String bad, String... more) {
    assertTrue(SWEPT.contains(good), good);
    String marked = SWEPT.replace(good, bad);
    String expected = message;
    if (more.length == 1) {
      int hint = message.indexOf("; ");
      expected = message.substring(0, hint) + more[0] + message.substring(hint);
    }
    for (int i = 0; i + 1 < more.length; i += 2) {
      marked = marked.replace(more[i], more[i + 1]);
    }
    int at = marked.indexOf('»');
    int line = 1 + (int) marked.substring(0, at).chars().filter(c -> c == '\n').count();
    int column = at - marked.lastIndexOf('\n', at);
    String first = errorOf(marked.replace("»", "")).lines().findFirst().orElseThrow();
    assertEquals(folder.resolve("e.yaml") + ":" + line + ":" + column + ": " + expected, first);
  }

  private String errorOf(String text) {
    return assertThrows(FileError.class, () -> load(text), text).getMessage();
  }

  private Path written(String text) throws IOException {
    return Files.writeString(folder.resolve("e.yaml"), text);
  }

  private Sweep load(String text) throws IOException, FileError {
    return SweepFile.load(written(text), List.of(), List.of(), Menus.catalog());
  }
}
