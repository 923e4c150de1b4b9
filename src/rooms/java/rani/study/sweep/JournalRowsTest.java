// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;

/** What is read of the journal of the second of two shards: trials 1, 3, 5, 7, 9 and 11. */
class JournalRowsTest {
  private static final String NOT_BELIEVED = ", and says something else; neither is believed";

  @TempDir private Path folder;
  private SweepFolder sweep;
  private List<String> lines;

  @BeforeEach
  void write() throws Exception {
    SweepSample sample = new SweepSample(folder, 2);
    sweep =
        MadeUpTrials.journal(
            sample.path("sweep"), sample.plan(new Shard(2, 2)), MadeUpTrials.HALVES);
    lines = new ArrayList<>(Files.readAllLines(sweep.journal()));
  }

  @Test
  void rowsAreReadWhereverTheyStand() throws Exception {
    assertRead(new int[] {1, 3, 5, 7, 9, 11}, List.of());

    try (Rows rows = JournalRows.of(sweep)) {
      assertEquals(6, rows.count());
      assertEquals(Files.size(sweep.journal()), rows.wholeBytes());
      Rows.Place[] places = rows.byIndex();
      for (int k = 0; k < 6; k++) {
        assertEquals(k + 1, places[k].line());
        TrialRow row = rows.row(places[k]);
        assertEquals(1 + 2.0 * k, row.metrics().get("drops.total"));
        assertEquals(Long.parseUnsignedLong(row.trial().substring(0, 16), 16), places[k].hash());
      }
    }
  }

  /** What is no digit of a hash counts as none, and it ends with its row. */
  @Test
  void aRowThatEndsWithinItsHashHasOneAllTheSame() throws Exception {
    String row = "{\"trial\":\"a\"}";
    lines.set(1, JournalLines.text(3, 1, sweep.identity().id(), row).strip());
    Files.write(sweep.journal(), lines);

    try (Rows rows = JournalRows.of(sweep)) {
      assertEquals(0xa00, rows.byIndex()[1].hash());
    }
  }

  @Test
  void aTrialThatIsThereAgainCountsOnce() throws Exception {
    lines.add(3, lines.get(1));
    lines.add(lines.get(1));
    assertRead(
        new int[] {1, 3, 5, 7, 9, 11},
        List.of(
            told(4, "the trial of line 2 is there again"),
            told(8, "the trial of line 2 is there again")));
  }

  /** Whichever of three is different. */
  @Test
  void aTrialThatIsThereAgainAndSaysSomethingElseCountsForNothing() throws Exception {
    String same = lines.get(4);
    String other = line(9, row(same).replace("\"drops.total\":9.0", "\"drops.total\":8.0"));
    lines.set(4, other);
    lines.add(same);
    lines.add(other);
    String again = "the trial of line 5 is there again";
    assertRead(new int[] {1, 3, 5, 7, 11}, List.of(told(7, again + NOT_BELIEVED), told(8, again)));
    lines.set(6, other);
    lines.set(7, same);
    assertRead(new int[] {1, 3, 5, 7, 11}, List.of(told(7, again), told(8, again + NOT_BELIEVED)));
  }

  @Test
  void linesWithoutChecksumAreBelievedAndCounted() throws Exception {
    lines.set(2, unchecked(lines.get(2)));
    assertRead(new int[] {1, 3, 5, 7, 9, 11}, List.of(noChecksum("1 line has")));
    lines.replaceAll(JournalRowsTest::unchecked);
    lines.set(0, lines.get(0).replace("\"seed\":", "\"seed\":x"));
    assertRead(
        new int[] {3, 5, 7, 9, 11},
        List.of(
            told(1, "it has no checksum, and holds no row of a trial"),
            noChecksum("5 lines have")));
  }

  private String noChecksum(String count) {
    return sweep.journal()
        + ": "
        + count
        + " no checksum, as all had before there was one, and are believed as they stand";
  }

  private static String unchecked(String line) {
    return line.replaceAll(",\"crc32c\":\"[0-9a-f]{8}\"", "")
        .replaceFirst(",\"sweep\":\"[0-9a-f]{16}\"", "");
  }

  @Test
  void trialsOfAnotherShardAreRefused() throws Exception {
    lines.set(1, line(4, row(lines.get(1))));
    lines.set(3, line(0, row(lines.get(3))));
    assertRefused(
        told(2, "the trial of index 4 is shard 1/2's, and the folder is shard 2/2's")
            + "; "
            + told(4, "the trial of index 0 is shard 1/2's, and the folder is shard 2/2's"));
  }

  @Test
  void trialsOfAnotherSweepAreRefused() throws Exception {
    String which =
        "it is of another sweep: of sample, run by the code c0dec0dec0de…, parameters {delay=1ms,"
            + " loss=0%}, seed 2";
    String third = lines.get(1);
    lines.set(1, JournalLines.text(3, 1, "0123456789abcdef", CheckedLine.of(row(third))).strip());
    assertRefused(told(2, which));
    lines.set(1, line(13, row(third)));
    assertRefused(told(2, which));
    lines.set(1, line(12, row(third)));
    assertRefused(told(2, which));
    lines.set(1, JournalLines.text(3, 1, "0123456789abcdef", "{}").strip());
    assertRefused(told(2, "it is of another sweep"));
  }

  @Test
  void trialsOfAnotherSweepWithoutChecksumAreRefused() throws Exception {
    String third = unchecked(lines.get(1));
    String rest = ", parameters {delay=1ms, loss=0%}, seed 2";
    String code = ", run by the code c0dec0dec0de…";
    lines.set(1, third.replace("\"experiment\":\"sample\"", "\"experiment\":\"simple\""));
    assertRefused(told(2, "it is of another sweep: of simple" + code + rest));
    lines.set(1, third.replace("\"code\":\"c0de", "\"code\":\"dec0"));
    assertRefused(
        told(2, "it is of another sweep: of sample, run by the code dec0c0dec0de…" + rest));
    lines.set(1, third.replace("\"repetition\":1", "\"repetition\":0"));
    assertRefused(told(2, "it is of another sweep: of sample" + code + rest));
  }

  /** One line of each trial, in the order of the file, nothing that is damaged, nothing doubted. */
  @Test
  void whatIsCopiedIsWhole() throws Exception {
    lines.add(2, lines.get(1));
    lines.add(4, "what is this");
    lines.add(lines.get(6));
    lines.add(line(11, row(lines.get(6))));
    Files.write(sweep.journal(), lines);
    Path copy = folder.resolve("copy");

    try (Rows rows = JournalRows.of(sweep);
        FileChannel channel =
            FileChannel.open(copy, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertEquals(4, rows.damaged().count());
      rows.copy(channel);
    }

    assertEquals(
        List.of(lines.get(0), lines.get(1), lines.get(3), lines.get(5), lines.get(6)),
        Files.readAllLines(copy));
    assertEquals('\n', Files.readString(copy).charAt((int) Files.size(copy) - 1));
  }

  private void assertRead(int[] indices, List<String> remarks) throws IOException, LabFailure {
    Files.write(sweep.journal(), lines);
    BitSet expected = new BitSet();
    Arrays.stream(indices).forEach(expected::set);
    try (Rows rows = JournalRows.of(sweep)) {
      assertEquals(expected, rows.finished());
      assertEquals(remarks, rows.remarks());
      assertEquals(indices.length, rows.count());
    }
  }

  private void assertRefused(String why) throws IOException {
    Files.write(sweep.journal(), lines);
    LabFailure refused = assertThrows(LabFailure.class, () -> JournalRows.of(sweep));
    assertEquals(
        why + ". Lines of other sweeps or shards are to be taken out of it first",
        refused.getMessage());
  }

  private String told(int line, String what) {
    return sweep.journal() + ", line " + line + ": " + what;
  }

  /** The object of a line's row. */
  private static String row(String line) {
    String row = line.substring(line.indexOf("\"row\":") + 6, line.lastIndexOf(",\"crc32c\":"));
    return new String(CheckedLine.object(row.getBytes(UTF_8)), UTF_8);
  }

  private String line(long index, String row) throws LabFailure {
    return JournalLines.text(index, 1, sweep.identity().id(), CheckedLine.of(row)).strip();
  }
}
