// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;

/** Documents and their results in a source tree. */
class PublicationTest {
  private static final String PAGE =
      """
      before
      <!-- table: bench lap
      | |{void variant='one, alone' contender='' void} |
      |---|---|
      for contender=us,them: | {contender} | {lap-nanos variant='one, alone' *1e-3 mean.1} µs |
      -->
      | old |
      <!-- end -->
      behind
      """;
  private static final String TABLE = "| | |\n|---|---|\n| us | 1.5 µs |\n| them | 2.0 µs |\n";
  private static final List<String> BENCH =
      List.of(
          "{\"processor\":\"Abacus\",\"cores\":2}",
          "{\"bench\":\"lap\",\"variant\":\"one, alone\",\"void\":false,\"contenders\":["
              + "{\"contender\":\"us\",\"lap-nanos\":"
              + "{\"minimum\":1,\"median\":1500,\"maximum\":2}},"
              + "{\"contender\":\"them\",\"lap-nanos\":{\"median\":2000.0}}]}");

  @TempDir private Path root;

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(root.resolve("docs/experiments.md"), "no table\n");
    Files.writeString(root.resolve("docs/performance.md"), PAGE);
  }

  private Publication publication() throws LabFailure {
    return Publication.of(root, List.of());
  }

  private static String told(Publication.Found found) {
    return found.told().stream()
        .map(told -> told.kind() + " " + told.where() + " " + told.what())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aTableWithoutResultsNamesTheCommandAndStays() throws Exception {
    Publication.Found found = publication().compare(true);

    assertFalse(found.isWhole());
    assertTrue(
        told(found)
            .contains(
                "WRONG docs/performance.md:2 bench lap: there is no docs/results/bench-lap.csv;"
                    + " ./rani bench lap --json > FILE.jsonl && ./rani publish --take FILE.jsonl"),
        () -> told(found));
    assertEquals(PAGE, Files.readString(root.resolve("docs/performance.md")));
  }

  @Test
  void onlyWhatStandsBetweenTheCommentsIsReplacedAndTheSecondTimeNothingMoves() throws Exception {
    assertEquals(
        List.of("docs/results/bench-lap.csv: kept for the first time"),
        publication().take(BENCH, new LinkedHashMap<>()));
    assertEquals(
        """
        # command: ./rani bench lap --json
        # machine: processor Abacus, cores 2
        variant,contender,seed,void,lap-nanos
        "one, alone",us,0,,1500
        "one, alone",them,0,,2000
        "one, alone",,0,0,
        """,
        Files.readString(root.resolve("docs/results/bench-lap.csv")));

    Publication.Found checked = publication().compare(false);
    assertTrue(checked.isWhole() && !checked.isGood(), () -> told(checked));
    assertTrue(
        told(checked).contains("MOVED docs/performance.md:2 bench lap\n  was | old |\n  is  | | |"),
        () -> told(checked));
    assertEquals(PAGE, Files.readString(root.resolve("docs/performance.md")));

    publication().compare(true);
    assertEquals(
        PAGE.replace("| old |\n", TABLE), Files.readString(root.resolve("docs/performance.md")));
    assertEquals(List.of(), publication().take(BENCH, new LinkedHashMap<>()));
    Publication.Found again = publication().compare(false);
    assertEquals(List.of(), again.told());
    assertTrue(again.isGood());
    assertEquals(1, again.tables());
  }

  @Test
  void whatHasMovedAmongResultsIsNamed() throws Exception {
    publication().take(BENCH, new LinkedHashMap<>());
    List<String> slower = List.of(BENCH.getFirst(), BENCH.getLast().replace("1500", "1750"));

    assertEquals(
        List.of(
            "docs/results/bench-lap.csv: lap-nanos moved in 1 of 3 trials; furthest:"
                + " {variant=one, alone, contender=us} seed 0 was 1500.0, is 1750.0"),
        publication().take(slower, new LinkedHashMap<>()));
  }

  @Test
  void resultsOfAnotherCommandAndFilesThatNoTableShowsAreWrong() throws Exception {
    publication().take(BENCH, new LinkedHashMap<>());
    Path results = root.resolve("docs/results/bench-lap.csv");
    String text = Files.readString(results);
    Files.writeString(root.resolve("docs/results/other.csv"), text);
    Files.writeString(results, text.replace("bench lap", "bench lap --rounds 1"));
    publication().compare(true);

    assertEquals(
        "WRONG docs/results/bench-lap.csv is of `./rani bench lap --rounds 1 --json`, not `./rani"
            + " bench lap --json`; ./rani bench lap --json > FILE.jsonl && ./rani publish --take"
            + " FILE.jsonl\n"
            + "WRONG docs/results/other.csv no table shows it",
        told(publication().compare(false)));
  }

  @Test
  void figuresThatWereCopiedAreToldAndMoveNothing() throws Exception {
    publication().take(BENCH, new LinkedHashMap<>());
    Path results = root.resolve("docs/results/bench-lap.csv");
    Files.writeString(results, "# written: by hand in 1642\n" + Files.readString(results));
    publication().compare(true);

    Publication.Found found = publication().compare(false);
    assertTrue(found.isGood());
    assertTrue(told(found).startsWith("WRITTEN docs/results/bench-lap.csv by hand in 1642; to"));
  }

  @Test
  void aTableWhoseResultsAreStillToBeMeasuredStaysAndIsTold() throws Exception {
    publication().take(BENCH, new LinkedHashMap<>());
    Path results = root.resolve("docs/results/bench-lap.csv");
    String text = Files.readString(results).replace("# machine", "# stale");
    Files.writeString(results, text.substring(0, text.indexOf("\"one, alone\"")));
    Publication.Found found = publication().compare(true);

    assertTrue(found.isGood(), () -> told(found));
    assertTrue(
        told(found).startsWith("STALE docs/results/bench-lap.csv processor Abacus, cores 2; again"),
        () -> told(found));
    assertEquals(PAGE, Files.readString(root.resolve("docs/performance.md")));
  }

  @Test
  void aPictureIsTheOneThatWasTakenAndShowsWhatResultsHave() throws Exception {
    publication().take(BENCH, new LinkedHashMap<>());
    publication().compare(true);
    Files.writeString(root.resolve("docs/lap.png"), "abc");
    String known =
        """
        picture,sha256,results,command,seed,lap-nanos
        docs/lap.png,ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad,laps,paint,7,5
        """; // FIPS 180-2, appendix B.1
    Path pictures = root.resolve("docs/results/pictures.csv");
    Files.writeString(pictures, known);
    Path results = root.resolve("docs/results/laps.csv");
    Files.writeString(results, "seed,lap-nanos\n6,4\n7,5\n");
    assertFalse(told(publication().compare(false)).contains("docs/lap.png"));

    Files.writeString(results, "seed,lap-nanos\n6,4\n7,6\n");
    Files.writeString(root.resolve("docs/lap.png"), "abcd");
    String told = told(publication().compare(false));
    assertTrue(told.contains("WRONG docs/lap.png is not the picture that"), told);
    assertTrue(
        told.contains("MOVED docs/lap.png shows lap-nanos as 5.0, which is 6.0; again: paint"),
        told);
  }

  @Test
  void tablesAreWantedByTheNameOrTheCommandOfTheirResults() throws Exception {
    Files.writeString(
        root.resolve("docs/experiments.md"),
        """
        <!-- table: hare --trials 9
        | {lap-nanos mean.1} |
        -->
        <!-- end -->
        <!-- table: $ ./rani sensitivity config/experiments/hare.yaml --trials 9 --markdown -->
        <!-- end -->
        """);
    String sweep = "./rani sweep config/experiments/hare.yaml --trials 9";
    String choices = "./rani sensitivity config/experiments/hare.yaml --trials 9";

    assertEquals(List.of(sweep, choices, "./rani bench lap --json"), wanted());
    assertEquals(List.of(sweep, choices), wanted("hare"));
    assertEquals(List.of(sweep), wanted("rani sweep"));
    assertEquals(List.of(choices, "./rani bench lap --json"), wanted("sensitivity", "bench-lap"));
    assertEquals(1, Publication.of(root, List.of("rani sweep")).compare(false).tables());
  }

  private List<String> wanted(String... only) throws LabFailure {
    return Publication.of(root, List.of(only)).sources().stream().map(Source::command).toList();
  }

  @Test
  void damagedResultsAreNamedWithTheirLine() throws Exception {
    publication().take(BENCH, new LinkedHashMap<>());
    Path results = root.resolve("docs/results/bench-lap.csv");
    String text = Files.readString(results);
    for (String[] damage :
        List.of(
            new String[] {",1500", ",15x", "bench-lap.csv:4: For input string: \"15x\""},
            new String[] {",2000", ",2000,1", "bench-lap.csv:5: 6 values in 5 columns"},
            new String[] {"seed", "seeds", "bench-lap.csv:3: no column is called `seed`"},
            new String[] {"# machine:", "# machine", "bench-lap.csv:2: `# WORD: "})) {
      Files.writeString(results, text.replace(damage[0], damage[1]));
      String wrong =
          told(Publication.of(root, List.of("no table")).compare(false)) + told(comparedOrWrong());
      assertTrue(wrong.contains(damage[2]), wrong);
    }
  }

  private Publication.Found comparedOrWrong() {
    try {
      return publication().compare(false);
    } catch (LabFailure e) {
      return new Publication.Found(
          0, List.of(new Publication.Told(Publication.Kind.WRONG, "", "" + e.getMessage())));
    }
  }
}
