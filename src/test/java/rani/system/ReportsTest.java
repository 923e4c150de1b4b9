// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;

/** What {@code rani report} makes of runs and sweeps. */
class ReportsTest extends InWorkplace {
  private static final String CONFIG = "config/experiments/";

  @Test
  @Execution(CONCURRENT)
  void theIndexShowsEveryExperimentInARealBrowserWhichFetchesNothing() throws Exception {
    HeadlessBrowser browser = HeadlessBrowser.require(place.here());
    experiment("run", "hello", "hello");
    experiment("run", "lgc-2-mobility", "mobility");
    experiment("sweep", "lgc-1-basic", "basic", "--trials", "3");
    place.rani("report", "--index", "runs").run().expectExit(0);
    HeadlessBrowser.Seen seen = browser.open(place.here().resolve("runs/index.html"));

    assertEquals(List.of(), seen.console());
    assertEquals(3, count("<article>", seen.dom()));
    assertEquals(3, count("data-drawn=\"true\"", seen.dom()), "charts");
    assertEquals(List.of(), seen.requests());
    for (String folder : List.of("hello", "mobility", "basic")) {
      assertTrue(seen.dom().contains("href=\"" + folder + "/report.html\""), folder);
    }
    assertTrue(seen.dom().contains("3 of 3 trials passed"), "the sweep");
  }

  @Test
  @Execution(CONCURRENT)
  void aReportIsMadeAgainToTheByte() throws IOException {
    experiment("run", "hello", "hello");
    Path page = place.here().resolve("runs/hello/report.html");
    Path table = page.resolveSibling("flows.csv");
    byte[] before = Files.readAllBytes(page);
    byte[] tableBefore = Files.readAllBytes(table);
    Files.delete(page);
    Files.delete(table);
    Outcome outcome = InThisJvm.rani("report", "" + page.getParent()).expectExit(0);

    assertTrue(outcome.out().contains("runs/hello/report.html"), outcome::toString);
    assertArrayEquals(before, Files.readAllBytes(page));
    assertArrayEquals(tableBefore, Files.readAllBytes(table));
  }

  @Test
  @Execution(CONCURRENT)
  void aFolderWithoutAReportIsRefusedInOneLine() throws IOException {
    String empty = "" + Files.createDirectory(place.here().resolve("empty"));
    Outcome none = InThisJvm.rani("report", empty).expectExit(3);
    Outcome nothing = InThisJvm.rani("report", "--index", empty).expectExit(3);
    InThisJvm.rani("report").expectExit(2);

    assertTrue(none.err().contains(empty + " has no report.json"), none::toString);
    assertTrue(nothing.err().contains("no run and no sweep below " + empty), nothing::toString);
    assertFalse(none.err().contains("Exception"), none::toString);
  }

  private void experiment(String verb, String name, String folder, String... more) {
    Path file = Checkout.root().resolve(CONFIG + name + ".yaml");
    List<String> words =
        new ArrayList<>(
            List.of(verb, file.toString(), "--out", "" + place.here().resolve("runs/" + folder)));
    if (verb.equals("run")) {
      words.addAll(List.of("--mode", "virtual"));
    }
    words.addAll(List.of(more));
    InThisJvm.rani(words.toArray(String[]::new)).expectExit(0);
  }

  private static int count(String text, String page) {
    return page.split(Pattern.quote(text), -1).length - 1;
  }
}
