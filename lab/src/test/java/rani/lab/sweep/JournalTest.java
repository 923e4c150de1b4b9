// SPDX-License-Identifier: Apache-2.0
package rani.lab.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
  private static final String ROW = "{\"trial\":\"00000000000000ff\",\"passed\":true}";

  @TempDir private Path folder;

  @Test
  void whatWasAppendedIsRead() throws IOException {
    write(3, 12, 7);

    List<JournalLines.Entry> entries = new ArrayList<>();
    long end = JournalLines.read(file(), (entry, line) -> entries.add(entry));

    assertEquals(List.of(3L, 12L, 7L), entries.stream().map(JournalLines.Entry::index).toList());
    assertEquals(Files.size(file()), end);
    String text = Files.readString(file());
    for (JournalLines.Entry entry : entries) {
      int from = (int) entry.offsetBytes();
      assertEquals(ROW, text.substring(from, from + entry.lengthBytes()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"index\":5,\"millis\":1,\"row\":{\"trial\":\"0",
        "{\"index\":5,\"millis\":1,\"row\":{}}",
        "{\"index\":5,\"millis\":1,\"row\":{\"trial\"\n",
        "{\"index\":,\"millis\":1,\"row\":{}}\n",
        "\0\0\0\0\0\0\n",
        "\n"
      })
  void aTornLineIsCutAndTheNextTakesItsPlace(String torn) throws IOException {
    write(1, 2);
    String whole = Files.readString(file());
    Files.writeString(file(), torn, StandardOpenOption.APPEND);

    long end = JournalLines.read(file(), (entry, line) -> {});
    try (Journal journal = Journal.open(file(), end)) {
      journal.append(9, 1, ROW);
    }

    assertEquals(whole + JournalLines.head(9, 1) + ROW + "}\n", Files.readString(file()));
  }

  @Test
  void nothingIsReadOfAJournalThatIsNotThere() throws IOException {
    assertEquals(0, JournalLines.read(file(), (entry, line) -> {}));
  }

  @Test
  void aClosedJournalTakesNothingAndSaysNothing() throws IOException {
    Journal journal = Journal.open(file(), 0);
    journal.close();
    journal.append(1, 1, ROW);

    assertEquals("", Files.readString(file()));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsTold() throws IOException {
    Files.createSymbolicLink(file(), Path.of("/dev/full"));
    Journal journal = Journal.open(file(), 0);

    IOException full = assertThrows(IOException.class, () -> journal.append(1, 1, ROW));

    assertTrue(full.toString().contains("space"), full::toString);
    Files.delete(file()); // the folder for temporary files would tell of where it leads
  }

  private Path file() {
    return folder.resolve("journal.jsonl");
  }

  private void write(long... indices) throws IOException {
    try (Journal journal = Journal.open(file(), 0)) {
      for (long index : indices) {
        journal.append(index, 5, ROW);
      }
    }
  }
}
