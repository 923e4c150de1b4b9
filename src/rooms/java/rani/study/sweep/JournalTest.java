// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
  private static final String SWEEP = "0123456789abcdef";
  private static final String ROW = "{\"trial\":\"00000000000000ff\"";

  /** As an independent program computes it, bit by bit. */
  private static final String CHECKED_ROW = ROW + ",\"crc32c\":\"ce426a8e\"}";

  @TempDir private Path folder;

  /** Anyone who reads journals goes by this line. */
  @Test
  void aLineIsWrittenLikeThis() throws IOException {
    try (Journal journal = Journal.open(file(), SWEEP, 0)) {
      journal.append(17, 312, CheckedLine.of(ROW + "}"));
    }

    assertEquals(
        "{\"index\":17,\"millis\":312,\"sweep\":\"0123456789abcdef\",\"row\":"
            + CHECKED_ROW
            + ",\"crc32c\":\"ecfa81b0\"}\n",
        Files.readString(file()));
  }

  @Test
  void whatWasAppendedIsRead() throws IOException {
    write(3, 12, 7);

    Taken taken = read();

    assertEquals(List.of(3L, 12L, 7L), taken.indices());
    assertEquals(List.of(), taken.damage);
    assertEquals(Files.size(file()), taken.wholeBytes);
    String text = Files.readString(file());
    for (JournalLines.Entry entry : taken.entries) {
      int from = (int) entry.offsetBytes();
      assertEquals(CHECKED_ROW, text.substring(from, from + entry.rowBytes()));
      assertEquals(SWEEP, entry.sweep());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"index\":5,\"millis\":1,\"row\":{\"trial\":\"0",
        "{\"index\":5,\"millis\":1,\"row\":{}}",
        "\0\0\0\0\0\0",
        "\n\0{"
      })
  void aTornLineIsCutAndTheNextTakesItsPlace(String torn) throws IOException {
    write(1, 2);
    String whole = Files.readString(file()) + (torn.startsWith("\n") ? "\n" : "");
    Files.writeString(file(), torn, StandardOpenOption.APPEND);

    try (Journal journal = Journal.open(file(), SWEEP, read().wholeBytes)) {
      journal.append(9, 1, CHECKED_ROW);
    }

    assertEquals(whole + JournalLines.text(9, 1, SWEEP, CHECKED_ROW), Files.readString(file()));
  }

  /** A line that only wants its line feed has all that it should, but no one said it was done. */
  @Test
  void aLineIsTornUntilItsLineFeedIsThere() throws IOException {
    write(1, 2);
    byte[] all = Files.readAllBytes(file());
    Files.write(file(), Arrays.copyOf(all, all.length - 1));

    Taken taken = read();

    assertEquals(List.of(1L), taken.indices());
    assertEquals(List.of(), taken.damage);
    assertEquals(all.length / 2, taken.wholeBytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"index\":5,\"millis\":1,\"row\":{\"trial\"|it is no line of a journal",
        "{\"index\":,\"millis\":1,\"row\":{}}|it is no line of a journal",
        "{\"index\":5,\"millis\":1,\"row\":}}|it is no line of a journal",
        "{\"index\":5,\"millis\":1,\"row\":{}|it is no line of a journal",
        "{\"index\":5,\"millis\":1,\"row\":{]}|it is no line of a journal",
        "{\"index\":5,\"millis\":1,\"row\":{}]|it is no line of a journal",
        "{\"index\":5,\"millis\":1,\"sweep\":\"0123456789abcdef\",\"row\":{}}"
            + "|it is no line of a journal",
        "''|it is empty",
        "0|a zero byte stands in it",
        "000|3 zero bytes stand in it"
      })
  void aLineThatIsNoneIsNamedAndTheOthersAreRead(String line, String why) throws IOException {
    write(1, 2);
    String text = Files.readString(file());
    String bad = line.matches("0+") ? line.replace('0', '\0') : line;
    Files.writeString(file(), text.replaceFirst("\n", Matcher.quoteReplacement("\n" + bad + "\n")));

    Taken taken = read();

    assertEquals(List.of(1L, 2L), taken.indices());
    assertEquals(1, taken.damage.size(), taken.damage::toString);
    assertTrue(taken.damage.getFirst().startsWith("2: " + why), taken.damage::toString);
  }

  /** As rani wrote them before lines had checksums. */
  @Test
  void aLineWithoutChecksumIsReadAndNamesNoSweep() throws IOException {
    Files.writeString(file(), "{\"index\":5,\"millis\":1,\"row\":{\"a\":{}}}\n");

    Taken taken = read();

    assertEquals(1, taken.entries.size());
    assertEquals(new JournalLines.Entry(1, 5, 1, null, 28, 8, 28), taken.entries.getFirst());
  }

  @Test
  void theLongestLineIsReadAndALongerOneIsNamed() throws IOException {
    String rest = JournalLines.text(1, 1, SWEEP, "{\"a\":\"\"}");
    int most = LineCutter.LINE_BYTES_MAX - (rest.length() - 1);
    Files.writeString(
        file(),
        JournalLines.text(1, 1, SWEEP, "{\"a\":\"" + "x".repeat(most) + "\"}")
            + JournalLines.text(2, 1, SWEEP, "{\"a\":\"" + "x".repeat(most + 1) + "\"}")
            + JournalLines.text(3, 1, SWEEP, "{}"));

    Taken taken = read();

    assertEquals(List.of(1L, 3L), taken.indices());
    assertEquals(List.of("2: it is longer than 16 MiB"), taken.damage);
  }

  @Test
  void aJournalThatIsNotThereIsToldOf() {
    assertThrows(NoSuchFileException.class, this::read);
  }

  @Test
  void aClosedJournalTakesNothingAndSaysNothing() throws IOException {
    Journal journal = Journal.open(file(), SWEEP, 0);
    journal.close();
    journal.append(1, 1, CHECKED_ROW);

    assertEquals("", Files.readString(file()));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsTold() throws IOException {
    Files.createSymbolicLink(file(), Path.of("/dev/full"));
    Journal journal = Journal.open(file(), SWEEP, 0);

    IOException full = assertThrows(IOException.class, () -> journal.append(1, 1, CHECKED_ROW));

    assertTrue(full.toString().contains("space"), full::toString);
    Files.delete(file()); // the folder for temporary files would tell of where it leads
  }

  /** What a journal was found to hold. */
  private static final class Taken implements JournalLines.Sink {
    final List<JournalLines.Entry> entries = new ArrayList<>();
    final List<String> damage = new ArrayList<>();
    long wholeBytes;

    List<Long> indices() {
      return entries.stream().map(JournalLines.Entry::index).toList();
    }

    @Override
    public void line(JournalLines.Entry entry, byte[] line) {
      entries.add(entry);
    }

    @Override
    public void damaged(long number, String what) {
      damage.add(number + ": " + what);
    }
  }

  private Taken read() throws IOException {
    Taken taken = new Taken();
    taken.wholeBytes = JournalLines.read(file(), taken);
    return taken;
  }

  private Path file() {
    return folder.resolve("journal.jsonl");
  }

  private void write(long... indices) throws IOException {
    try (Journal journal = Journal.open(file(), SWEEP, 0)) {
      for (long index : indices) {
        journal.append(index, 5, CHECKED_ROW);
      }
    }
  }
}
