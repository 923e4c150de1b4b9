// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.SlowTest;

/** Pages with much data stay small, short and quick to draw, until a reader opens something. */
@SlowTest
class PageLimitsTest extends InWorkplace {
  private static final int BYTES_MAX = 2_000_000;
  private static final int PIXELS_MAX = 8_000;
  private static final int WIDTH = 1280;

  /** Elements of a page, most of them of its charts: what a browser takes time for. */
  private static final int ELEMENTS_MAX = 30_000;

  /** Experiments of an index that draws all charts at first. */
  private static final int RUNS_IN_INDEX = 14;

  /** A sweep of 30 variants, with more charts and rows than a page shows at first. */
  private static final String SWEEP =
      """
      experiment: many
      title: A sweep of many variants
      topology:
        topology: line
        nodes: {n1: {}, n2: {}, n3: {}}
        links: {n1 -- n2: {}, n2 -- n3: {rate: "${rate}", delay: "${delay}"}}
      traffic:
        - {from: n1, to: n3, kind: cbr, rate: 50packet/s, packets: 20}
      run: {until: traffic-done, linger: 200ms, max: 10s}
      expect:
        - {name: it arrives, metric: through.n1, at-least: 50%}
        - {name: soon, metric: delay.n1.mean, below: 5s}
        - {name: nearly all soon, metric: delay.n1.p95, below: 5s}
      sweep:
        variables:
          rate: [500kbit/s, 600kbit/s, 700kbit/s, 800kbit/s, 1Mbit/s]
          delay: [1ms, 2ms, 5ms, 10ms, 20ms, 50ms]
        baseline: {rate: 1Mbit/s, delay: 1ms}
        repeat: 2
      plots:
        - {title: Mean, metric: delay.n1.mean, x: rate, by: delay}
        - {title: Percentile, metric: delay.n1.p95, x: rate, by: delay}
        - {title: Bars, kind: bar, metric: delay.n1.mean, x: rate, by: delay}
        - {title: Box, kind: box, metric: delay.n1.mean, x: rate}
        - {title: Heat, kind: heat, metric: delay.n1.mean, x: rate, by: delay}
        - {title: Tail, kind: ccdf, metric: delay.n1.mean, by: rate, y-scale: log}
        - {title: Packets, kind: step, metric: delay.n1, x: time, facet: rate}
      """;

  @TempDir private Path profile;

  @BeforeEach
  void needBrowser() {
    Page.need();
  }

  @Test
  void pagesStaySmallShortAndQuickToDrawAndAskForNothing() throws IOException {
    Path sweep = Files.writeString(place.here().resolve("many.yaml"), SWEEP);
    List<Path> pages =
        List.of(
            made("run", shipped("acc-basic"), "--mode=virtual"),
            made("run", shipped("lgc-1-basic"), "--mode=virtual"),
            made("sweep", sweep),
            index(RUNS_IN_INDEX));
    List<String> beyond = new ArrayList<>();
    try (Page page = Page.open(profile)) {
      for (Path file : pages) {
        page.goWhole(file.toUri().toString(), WIDTH);
        check(beyond, file, "bytes", Files.size(file), BYTES_MAX);
        check(beyond, file, "pixels", page.number(HEIGHT), PIXELS_MAX);
        check(beyond, file, "elements", page.number(ELEMENTS), ELEMENTS_MAX);
        check(beyond, file, "requests", page.number(REQUESTS), 0);
        check(beyond, file, "failed charts", page.number(FAILED), 0);
        assertTrue(page.number(DRAWN) > 0, () -> file + " has no chart");
        assertEquals(List.of(), page.complaints(), file::toString);
      }
      page.goWhole(pages.get(2).toUri().toString(), WIDTH);
      page.script("document.querySelector('details.charts').open = true");
      page.awaitScript("return document.querySelectorAll('details.charts svg.marks').length === 3");
      assertEquals(List.of(), page.complaints(), "folded charts");
    }
    assertEquals(List.of(), beyond);
  }

  private static final String HEIGHT = "return document.documentElement.scrollHeight";
  private static final String ELEMENTS = "return document.querySelectorAll('*').length";
  private static final String REQUESTS = "return performance.getEntriesByType('resource').length";
  private static final String DRAWN =
      "return document.querySelectorAll('figure[data-drawn=true]').length";
  private static final String FAILED =
      "return document.querySelectorAll('figure[data-drawn=failed]').length";

  private static void check(List<String> beyond, Path page, String what, double is, int most) {
    if (is > most) {
      beyond.add("%s: %.0f %s, at most %d".formatted(page.getParent(), is, what, most));
    }
  }

  private static Path shipped(String name) {
    return Checkout.root().resolve("config/experiments/" + name + ".yaml");
  }

  /** The page of so many experiments, which are copies of one that ran. */
  private Path index(int runs) throws IOException {
    String name = "lgc-1-basic";
    Path run = place.here().resolve(name + ".yaml-run");
    String report = Files.readString(run.resolve("report.json"));
    Path folder = Files.createDirectory(place.here().resolve("copies"));
    for (int i = 1; i <= runs; i++) {
      Path copy = Files.createDirectory(folder.resolve("" + i));
      Files.writeString(copy.resolve("report.json"), report.replace(name, name + "-" + i));
      Files.copy(run.resolve("experiment.yaml"), copy.resolve("experiment.yaml"));
    }
    Path page = folder.resolve("index.html");
    InThisJvm.rani("report", "--index", "" + folder, "--out", "" + page).expectExit(0);
    return page;
  }

  /** Runs an experiment, and returns its page. */
  private Path made(String verb, Path experiment, String... more) {
    Path folder = place.here().resolve("" + requireNonNull(experiment.getFileName()) + "-run");
    List<String> words = new ArrayList<>(List.of(verb, "" + experiment, "--out", "" + folder));
    words.addAll(List.of(more));
    InThisJvm.rani(words.toArray(String[]::new)).expectExit(0);
    return folder.resolve("report.html");
  }
}
