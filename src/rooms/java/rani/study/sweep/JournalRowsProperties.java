// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import rani.ground.LabFailure;
import rani.ground.Sha256;

/**
 * Whatever befalls the bytes of a journal at one place, no row is read that was not written, none
 * is lost of which no byte was touched, and what is lost is told of, but for a torn last line.
 */
class JournalRowsProperties {
  private static final int TRIALS = 8;
  private static final SweepIdentity IDENTITY =
      new SweepIdentity(
          "sample", "c0de".repeat(16), "ff".repeat(32), "virtual", TRIALS, 2, null, false, 1, 1);

  private static Path folder = Path.of("");

  /** The k-th line is that of the k-th trial, and ends before {@code ends[k]}. */
  private static final String[] ROWS = new String[TRIALS];

  private static final int[] ENDS = new int[TRIALS];
  private static byte[] journal = {};

  @BeforeContainer
  static void writeAJournal() throws IOException {
    folder = Files.createTempDirectory("rani-journal");
    Files.createDirectory(folder.resolve("mended"));
    for (Path place : List.of(folder, folder.resolve("mended"))) {
      Files.writeString(new SweepFolder(place).identityFile(), JsonText.page(IDENTITY));
    }
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < TRIALS; k++) {
      String hash = Sha256.hex("trial " + k);
      ROWS[k] = CheckedLine.of("{\"trial\":\"" + hash + "\",\"metrics\":{\"a\":" + k + ".0}}");
      text.append(JournalLines.text(k, 10L * k, IDENTITY.id(), ROWS[k]));
      ENDS[k] = text.length();
    }
    journal = text.toString().getBytes(UTF_8);
  }

  @AfterContainer
  static void leaveNothing() throws IOException {
    for (Path place : List.of(folder.resolve("mended"), folder)) {
      Files.deleteIfExists(new SweepFolder(place).journal());
      Files.delete(new SweepFolder(place).identityFile());
      Files.delete(place);
    }
  }

  @Property(tries = 300)
  void bytesThatAreOverwritten(
      @ForAll @IntRange(max = 100_000) int at, @ForAll @Size(min = 1, max = 600) byte[] by)
      throws Exception {
    int from = at % journal.length;
    int to = Math.min(journal.length, from + by.length);
    byte[] damaged = journal.clone();
    System.arraycopy(by, 0, damaged, from, to - from);

    assertReadBut(from, to, damaged);
  }

  @Property(tries = 300)
  void bytesThatBecomeZeros(
      @ForAll @IntRange(max = 100_000) int at, @ForAll @IntRange(min = 1, max = 900) int length)
      throws Exception {
    int from = at % journal.length;
    int to = Math.min(journal.length, from + length);
    byte[] damaged = journal.clone();
    Arrays.fill(damaged, from, to, (byte) 0);

    assertReadBut(from, to, damaged);
  }

  @Property(tries = 300)
  void bytesThatAreMissing(
      @ForAll @IntRange(max = 100_000) int at, @ForAll @IntRange(min = 1, max = 900) int length)
      throws Exception {
    int from = at % journal.length;
    int to = Math.min(journal.length, from + length);

    assertReadBut(from, to, joined(from, new byte[0], to));
  }

  /** The same bytes are missing, whether from the first of a line on or from the second. */
  @Example
  void aLineThatIsMissingFromItsSecondByteOn() throws Exception {
    assertReadBut(1, ENDS[0] + 1, joined(1, new byte[0], ENDS[0] + 1));
  }

  @Property(tries = 300)
  void bytesTooMany(
      @ForAll @IntRange(max = 100_000) int at, @ForAll @Size(min = 1, max = 200) byte[] more)
      throws Exception {
    int from = at % (journal.length + 1);

    assertReadBut(from, from, joined(from, more, from));
  }

  private static byte[] joined(int to, byte[] between, int from) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(journal, 0, to);
    joined.writeBytes(between);
    joined.write(journal, from, journal.length - from);
    return joined.toByteArray();
  }

  /** All is read but the lines that have a byte within a range. */
  private static void assertReadBut(int from, int to, byte[] damaged)
      throws IOException, LabFailure {
    Files.write(file(), damaged);
    List<Integer> lost = new ArrayList<>();
    try (Rows rows = JournalRows.of(new SweepFolder(folder))) {
      for (Rows.Place place : rows.byIndex()) {
        assertEquals(ROWS[place.index()], new String(rows.bytes(place), UTF_8));
      }
      for (int k = 0; k < TRIALS; k++) {
        boolean touched =
            from < ENDS[k] && to > beginning(k) && !(from == to && from == beginning(k));
        boolean read = rows.finished().get(k);
        assertTrue(read || touched, "trial " + k + " was lost");
        if (!read) {
          lost.add(k);
        }
      }
      // Of whole lines that are gone nothing is left to tell of them, wherever they were cut.
      boolean gone = Arrays.equals(damaged, journalWithout(lost));
      boolean onlyTorn = lost.stream().allMatch(k -> k == TRIALS - 1 || to >= journal.length);
      assertTrue(
          lost.isEmpty() || onlyTorn || gone || !rows.damaged().isEmpty(), lost + " in silence");
      assertMends(rows);
    }
  }

  /** What is copied of a damaged journal is a journal without damage, of the same trials. */
  private static void assertMends(Rows rows) throws IOException, LabFailure {
    SweepFolder mended = new SweepFolder(folder.resolve("mended"));
    try (FileChannel channel =
        FileChannel.open(
            mended.journal(),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      rows.copy(channel);
    }
    try (Rows again = JournalRows.of(mended)) {
      assertEquals(rows.finished(), again.finished());
      assertEquals(List.of(), again.remarks());
      assertEquals(Files.size(mended.journal()), again.wholeBytes());
    }
  }

  private static byte[] journalWithout(List<Integer> lines) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (int k = 0; k < TRIALS; k++) {
      if (!lines.contains(k)) {
        whole.write(journal, beginning(k), ENDS[k] - beginning(k));
      }
    }
    return whole.toByteArray();
  }

  private static int beginning(int k) {
    return k == 0 ? 0 : ENDS[k - 1];
  }

  private static Path file() {
    return new SweepFolder(folder).journal();
  }
}
