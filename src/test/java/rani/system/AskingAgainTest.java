// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.json.Json;
import rani.json.JsonObject;
import rani.system.RaniCommand.Outcome;

/** What {@code rani measure} and {@code rani compare} promise to people and to scripts. */
class AskingAgainTest {
  @TempDir private Path temporary;

  private String run(String name, String... more) {
    String folder = temporary.resolve(name).toString();
    String[] arguments =
        Stream.concat(
                Stream.of(
                    "run",
                    Checkout.file("config/experiments/hello.yaml"),
                    "--mode=virtual",
                    "--trials=2",
                    "--out=" + folder),
                Stream.of(more))
            .toArray(String[]::new);
    InThisJvm.rani(arguments).expectExit(0);
    return folder;
  }

  /** The link from n1 to n2 takes longer in the second run, and nothing else changes. */
  @Test
  void aRunIsMeasuredAgainAndHeldBesideAnother() throws IOException {
    String before = run("before");
    String after = run("after", "--set=topology.links.n1 -- n2.delay=105ms");

    Outcome some =
        InThisJvm.rani("measure", before, "--from=100ms", "--until=300ms", "--metric=delay.n1.*")
            .expectExit(0);
    assertTrue(some.out().startsWith("run again, from 100ms to 300ms\n"), some::toString);
    assertTrue(some.out().contains("\ndelay.n1.mean "), some::toString);
    assertTrue(some.err().contains("trial 1 of 2; --trial chooses another"), some::toString);
    Outcome wrong = InThisJvm.rani("measure", before, "--metric=troughput.n1").expectExit(2);
    assertTrue(wrong.err().contains("did you mean `throughput.n1`?"), wrong::toString);
    Outcome late = InThisJvm.rani("measure", before, "--until=60min").expectExit(2);
    assertTrue(late.err().contains("--until: 60min is after the end"), late::toString);

    Path page = temporary.resolve("compare.html");
    Outcome beside =
        InThisJvm.rani("compare", before, after, "--all", "--metric=del*", "--out=" + page)
            .expectExit(0);
    assertTrue(beside.out().contains("topology.links.n1 -- n2.delay: "), beside::toString);
    assertTrue(
        Pattern.compile("delivered\\.n1 .* the same\n").matcher(beside.out()).find(),
        beside::toString);
    assertTrue(
        Pattern.compile("delay\\.n1\\.mean .* more\n").matcher(beside.out()).find(),
        beside::toString);
    String html = Files.readString(page);
    assertTrue(html.contains("<h1>before beside after</h1>"), "the page has its title");
    assertTrue(html.contains("data-chart=\"spec-B-1\""), "the chart of differences");

    JsonObject json = Json.object(InThisJvm.rani("compare", before, after, "--json").out());
    assertEquals(1, ((List<?>) requireNonNull(json.find("others"))).size());
    List<String> csv =
        InThisJvm.rani("compare", before, after, "--csv", "--metric=drops.total")
            .out()
            .lines()
            .toList();
    assertEquals(2, csv.size());
    assertTrue(
        csv.get(1).endsWith("drops.total,packets,2,0,0,2,0,0,0,0,paired,1,1,1"), csv::toString);

    Outcome none = InThisJvm.rani("compare", before, temporary.toString()).expectExit(3);
    assertTrue(none.err().contains("is no folder of a run or sweep"), none::toString);
  }
}
