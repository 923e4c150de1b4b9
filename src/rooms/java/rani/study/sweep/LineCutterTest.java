// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose lines begin with {@code <ab}, cut where that stands. */
class LineCutterTest {
  @TempDir private Path folder;

  @Test
  void linesEndAtLineFeedsAndWhereTheNextBegins() throws IOException {
    assertCut("<ab1\n<ab23\n", 11, "1@0 <ab1", "2@5 <ab23");
    assertCut("<ab1<ab23\n<ab4\n", 15, "1@0 <ab1 unended", "1@4 <ab23", "2@10 <ab4");
    assertCut("<ab<ab<ab1\n", 11, "1@0 <ab unended", "1@3 <ab unended", "1@6 <ab1");
    assertCut("x\n\n<ab1\n", 8, "1@0 x", "2@2 ", "3@3 <ab1");
    assertCut("zzz<ab1\n", 8, "1@0 zzz unended", "1@3 <ab1");
  }

  /** A line that is torn is none, unless the next begins behind it. */
  @Test
  void whatStandsBehindTheLastLineFeedIsNoLine() throws IOException {
    assertCut("", 0);
    assertCut("<ab1", 0);
    assertCut("<ab1\n<a", 5, "1@0 <ab1");
    assertCut("<ab1\nx<ab2", 6, "1@0 <ab1", "2@5 x unended");
  }

  /** A beginning that breaks off may be the start of one that does not. */
  @Test
  void aBeginningIsFoundBehindApartOfOne() throws IOException {
    assertCut("x<<ab1\n", 7, "1@0 x< unended", "1@2 <ab1");
    assertCut("x<a<ab1\n", 8, "1@0 x<a unended", "1@3 <ab1");
    assertCut("x<axb1\n", 7, "1@0 x<axb1");
    assertCut("x<a\nb1\n", 7, "1@0 x<a", "2@4 b1");
    assertCut("<xab1\nab1\n", 10, "1@0 <xab1", "2@6 ab1");
  }

  /** Longer than what is read, and kept, at a time. */
  @Test
  void longLinesAreKeptWhole() throws IOException {
    String first = "<ab" + "1".repeat(4093);
    String second = "<ab" + "2".repeat(70_000);
    String third = "<ab" + "3".repeat(8189) + "x";

    assertCut(
        first + "\n" + second + third + "\n",
        4096 + 1 + 70_003 + 8193 + 1,
        "1@0 " + first,
        "2@4097 " + second + " unended",
        "2@74100 " + third);
  }

  /** Someone may go on writing while the file is read. */
  @Test
  void ofAFileThatGrowsTheBeginningIsTaken() throws IOException {
    Path file = Files.writeString(folder.resolve("growing"), "<ab1\n<ab2\n");
    List<String> lines = new ArrayList<>();

    long end =
        LineCutter.cut(
            file,
            "<ab",
            line -> {
              lines.add(new String(line.bytes(), UTF_8));
              Files.writeString(file, "<ab3\n", StandardOpenOption.APPEND);
            });

    assertEquals(List.of("<ab1", "<ab2"), lines);
    assertEquals(10, end);
  }

  private void assertCut(String text, long end, String... lines) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), text);
    List<String> found = new ArrayList<>();

    long cut =
        LineCutter.cut(
            file,
            "<ab",
            line ->
                found.add(
                    line.number()
                        + "@"
                        + line.offsetBytes()
                        + " "
                        + new String(line.bytes(), UTF_8)
                        + (line.isEnded() ? "" : " unended")));

    assertEquals(List.of(lines), found);
    assertEquals(end, cut);
  }
}
