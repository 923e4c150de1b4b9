// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;

/**
 * {@code rani plot} over a sweep and a run. Only TikZ is asked for, which takes no other program.
 */
@Execution(CONCURRENT)
class PlotCommandTest {
  private static final String FILE =
      """
      experiment: plotted
      topology:
        nodes: {a: {}, b: {}}
        links: {a -- b: {rate: "${rate}", delay: 5ms, loss: 5%}}
      traffic: [{from: a, to: b, kind: cbr, packets: 50, rate: 100packet/s}]
      run: {until: traffic-done, linger: 100ms, max: 5s}
      sweep:
        variables: {rate: [1Mbit/s, 2Mbit/s, 10Mbit/s]}
        repeat: 3
      plots:
        - {title: What arrives, x: rate, metric: through.a}
        - {title: Delays, kind: cdf, metric: delay.a, by: rate}
      """;

  @TempDir private static Path folder;
  private static Path sweep;

  @BeforeAll
  static void sweep() throws IOException {
    Path file = Files.writeString(folder.resolve("plotted.yaml"), FILE);
    sweep = folder.resolve("sweep");
    InThisJvm.rani("sweep", file.toString(), "--jobs=1", "--out=" + sweep).expectExit(0);
  }

  private static Outcome plot(String out, String... more) {
    String[] all =
        Stream.concat(
                Stream.of("plot", "-o", folder.resolve(out).toString(), "--format=tex"),
                Stream.of(more))
            .toArray(String[]::new);
    return InThisJvm.rani(all);
  }

  private static List<String> files(String out) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(out))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void withoutOptionsThePlotsOfTheFileAreDrawn() throws IOException {
    Outcome outcome = plot("own", sweep.toString()).expectExit(0);

    assertEquals(
        List.of(
            "delays.csv",
            "delays.tex",
            "delays.vl.json",
            "what-arrives.csv",
            "what-arrives.tex",
            "what-arrives.vl.json"),
        files("own"));
    assertTrue(outcome.out().contains("of the first trial of each variant"), outcome::toString);
    List<String> means = Files.readAllLines(folder.resolve("own/what-arrives.csv"));
    assertEquals("shows,rate_bits_per_second,throughput_of_a_share,low,high", means.getFirst());
    assertEquals(4, means.size());
  }

  @Test
  void delaysAreThoseOfARateAndALength() throws IOException {
    plot("delays", sweep.toString(), "--only=delays").expectExit(0);
    List<String> rows = Files.readAllLines(folder.resolve("delays/delays.csv"));

    // every packet meets an idle link: its delay is length / rate and 5 ms, the least at 10 Mbit/s
    double slow = delay(rows, "1 Mbit/s");
    double fast = delay(rows, "10 Mbit/s");
    assertEquals((slow - 0.005) / 10, fast - 0.005, 1e-6);
  }

  private static double delay(List<String> rows, String rate) {
    return rows.stream()
        .map(row -> row.split(","))
        .filter(row -> row[0].equals(rate))
        .mapToDouble(row -> Double.parseDouble(row[2]))
        .max()
        .orElseThrow();
  }

  @Test
  void severalRunsComeIntoOneChartByTheirNames() throws IOException {
    plot(
            "both",
            "before=" + sweep,
            "after=" + sweep,
            "--kind=bar",
            "--x=rate",
            "--metric=drops.total",
            "--name=drops")
        .expectExit(0);
    List<String> rows = Files.readAllLines(folder.resolve("both/drops.csv"));

    assertEquals("run,shows,rate,packets_dropped_in_all,low,high", rows.getFirst());
    assertEquals(3, rows.stream().filter(row -> row.startsWith("before,mean,")).count());
    assertEquals(3, rows.stream().filter(row -> row.startsWith("after,mean,")).count());
  }

  @Test
  void aSingleRunHasChartsInItsReportAndCanBePlotted() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("single.yaml"),
            FILE.substring(0, FILE.indexOf("sweep:")).replace("${rate}", "1Mbit/s")
                + "plots: [{title: Delays, kind: cdf, metric: delay.a}]\n");
    Path run = folder.resolve("run");
    Path figures = folder.resolve("of-run-at-once");
    InThisJvm.rani("run", file.toString(), "--mode=virtual", "--out=" + run, "--figures=" + figures)
        .expectExit(0);

    assertTrue(Files.isRegularFile(figures.resolve("delays.tex")));
    assertTrue(Files.readString(run.resolve("report.html")).contains("data-file=\"plotted-delays"));
    plot("of-run", run.toString()).expectExit(0);
    assertEquals(List.of("delays.csv", "delays.tex", "delays.vl.json"), files("of-run"));
  }

  @Test
  void aPlotMayBeInAFileOfItsOwn() throws IOException {
    Path spec =
        Files.writeString(
            folder.resolve("spec.yaml"), "{kind: box, metric: delay.a, by: rate, name: boxes}\n");
    plot("spec", sweep.toString(), "--spec=" + spec).expectExit(0);

    assertEquals(List.of("boxes.csv", "boxes.tex", "boxes.vl.json"), files("spec"));
  }

  @Test
  void aSweepDrawsThePlotsOfItsFileInTheSameGo() throws IOException {
    Path out = folder.resolve("at-once");
    String file = folder.resolve("plotted.yaml").toString();
    Outcome outcome =
        InThisJvm.rani("sweep", file, "--out=" + out + "/sweep", "--figures=" + out + "/figures")
            .expectExit(0);

    assertTrue(outcome.out().contains(out + "/figures/delays.tex"), outcome::toString);
    plot("later", out + "/sweep").expectExit(0);
    for (String name : List.of("delays", "what-arrives")) {
      assertEquals(
          Files.readString(folder.resolve("later/" + name + ".csv")),
          Files.readString(out.resolve("figures/" + name + ".csv")));
    }
    Outcome shard =
        InThisJvm.rani("sweep", file, "--shard=1/2", "--out=" + out + "/a", "--figures=b")
            .expectExit(2);
    assertTrue(shard.err().contains("a shard has no figures"), shard::toString);
  }

  @Test
  void nothingDrawnIsNoSuccess() throws IOException {
    Outcome outcome =
        plot("of-no-trial", sweep.toString(), "--metric=throughput.b", "--x=rate").expectExit(1);

    assertTrue(outcome.err().contains("no trial has throughput.b"), outcome::toString);
    assertEquals(List.of(), files("of-no-trial"));
  }

  @Test
  void mistakesAreNamedWithTheNearestRightThing() throws IOException {
    refused("unknown variable `rat`; did you mean `rate`?", "--metric=through.a", "--x=rat");
    refused(
        "there is no metric `throuh.a`; did you mean `through.a`?",
        "--metric=throuh.a",
        "--x=rate");
    refused("no plot is called `delay`; did you mean `delays`?", "--only=delay");
    refused("no theme `papr`; did you mean `paper`?", "--theme=papr");
    refused("no format `pfd`; did you mean `pdf`?", "--format=pfd");
    refused("--width is a number of centimetres", "--width=wide");
    Path spec = Files.writeString(folder.resolve("bad.yaml"), "kind: cdf\nmetric: delay.z\n");
    refused("bad.yaml:2:9: series `delay.z` speaks of the unknown node `z`", "--spec=" + spec);
    Outcome none = plot("none", folder.resolve("nothing").toString()).expectExit(2);
    assertTrue(none.err().contains("there is no folder"), none::toString);
  }

  private static void refused(String message, String... options) {
    String[] all =
        Stream.concat(Stream.of(sweep.toString()), Stream.of(options)).toArray(String[]::new);
    Outcome outcome = plot("refused", all).expectExit(2);
    assertTrue(outcome.err().contains(message), outcome::toString);
  }
}
