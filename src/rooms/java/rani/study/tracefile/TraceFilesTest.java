// SPDX-License-Identifier: Apache-2.0
package rani.study.tracefile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.node.TraceLines;
import rani.world.LinkId;
import rani.world.NodeTrace;

class TraceFilesTest {
  private final List<String> lines = new ArrayList<>();

  @TempDir private Path folder;

  @Test
  void filesAreMergedByTimeThenByTheirPlaceInTheList() throws IOException {
    Path first = file("n1", up("1.000000000 n1", 1) + up("3.000000000 n1", 2));
    Path second = file("n2", up("0.500000000 n2", 3) + up("1.000000000 n2", 4));

    assertEquals(
        List.of("n2 3", "n1 1", "n2 4", "n1 2"), linksOf(List.of(first, second), List.of()));
  }

  @Test
  void aTraceOfALaterFormatIsRefusedAndOtherCommentsArePassedOver() throws IOException {
    Path known = file("n1", "# format 1\n# red\n" + up("1.000000000 n1", 1) + "#\n");
    assertEquals(List.of("n1 1"), linksOf(List.of(known), List.of()));
    Path later = file("n2", "# format 2\n" + up("1.000000000 n2", 1));
    assertTrue(
        refusalOf(later).contains("n2.trace has format 2 and was written by a later rani"),
        refusalOf(later));
    for (String none : List.of("0", "-1", "one", "1 2", "99999999999")) {
      Path bad = file("n3", "# format " + none + "\n");
      assertTrue(refusalOf(bad).contains("has no valid `format`"), refusalOf(bad));
    }
  }

  @Test
  void theLinesOfOneFileKeepTheirOrderEvenIfItsClockWentBack() throws IOException {
    Path first = file("n1", up("2.000000000 n1", 1) + up("1.000000000 n1", 2));
    Path second = file("n2", up("1.500000000 n2", 3) + up("2.500000000 n2", 4));

    assertEquals(
        List.of("n2 3", "n1 1", "n1 2", "n2 4"), linksOf(List.of(first, second), List.of()));
  }

  @Test
  void aLineTornByTheDeathOfItsNodeIsLeftOutAndItsFileNamed() throws IOException {
    Path torn = file("n1", up("1.000000000 n1", 1) + "2.00000");
    Path whole = file("n2", "");

    assertEquals(List.of("n1 1"), linksOf(List.of(torn, whole), List.of(torn)));
  }

  @Test
  void whereATraceHasReachedItsLimitAllOfThemEnd() throws IOException {
    String limit = "2.000000000 n1 note service=node event=trace-limit bytes=1000\n";
    Path cut = file("n1", up("1.000000000 n1", 1) + limit);
    Path whole = file("n2", up("1.500000000 n2", 2) + up("2.500000000 n2", 3));

    TraceFiles.End end = TraceFiles.merge(List.of(cut, whole), this::written);

    assertEquals(up("1.000000000 n1", 1) + up("1.500000000 n2", 2) + limit, String.join("", lines));
    assertEquals(OptionalLong.of(2_000_000_000L), end.cutNanos());
  }

  @Test
  void linesThatStraddleTheBuffersAreReadWhole() throws IOException {
    var text = new StringBuilder();
    for (int link = 0; link < 20_000; link++) {
      text.append(up("1.000000000 n1", link));
    }
    TraceFiles.merge(List.of(file("n1", text.toString())), this::written);

    assertEquals(20_000, lines.size());
    assertEquals(up("1.000000000 n1", 19_999), lines.getLast());
  }

  @Test
  void aBadLineIsNamedByFileLineAndColumn() throws IOException {
    Path bad = file("n1", up("1.000000000 n1", 1) + "1.000000000 n1 arival\n");

    IOException refusal =
        assertThrows(
            IOException.class, () -> TraceFiles.merge(List.of(bad), node -> NodeTrace.NONE));
    assertTrue(
        refusal.toString().contains(": " + bad + ", line 2, column 16: unknown kind 'arival'"),
        refusal.toString());
  }

  @Test
  void aLineWithoutEndIsRefusedBeforeItFillsTheMemory() throws IOException {
    Path endless = file("n1", "x".repeat(300_000));

    IOException refusal =
        assertThrows(
            IOException.class, () -> TraceFiles.merge(List.of(endless), node -> NodeTrace.NONE));
    assertTrue(refusal.toString().contains("line 1: longer than"), refusal.toString());
  }

  private static String up(String timeAndNode, int link) {
    return timeAndNode + " link link=" + link + " state=up\n";
  }

  private List<String> linksOf(List<Path> files, List<Path> torn) throws IOException {
    var seen = new ArrayList<String>();
    TraceFiles.End end =
        TraceFiles.merge(
            files,
            node ->
                new NodeTrace() {
                  @Override
                  public void link(long nowNanos, LinkId link, boolean up) {
                    seen.add(node + " " + link.number());
                  }
                });
    assertEquals(torn, end.torn());
    return seen;
  }

  private NodeTrace written(String node) {
    return new TraceLines(node, line -> lines.add(new String(line, StandardCharsets.US_ASCII)));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name + ".trace"), text);
  }

  /** A bad line is shown up to its 120th character. */
  @Test
  void aBadLineIsShownInPart() throws IOException {
    String shown = "1.000000000 n1 arival" + "x".repeat(99);

    assertTrue(refusal(shown).endsWith("; read: " + shown), refusal(shown));
    assertTrue(refusal(shown + "y").endsWith("; read: " + shown + "…"), refusal(shown + "y"));
  }

  private String refusal(String line) throws IOException {
    return refusalOf(file("n1", line + "\n"));
  }

  private static String refusalOf(Path bad) {
    return assertThrows(
            IOException.class, () -> TraceFiles.merge(List.of(bad), node -> NodeTrace.NONE))
        .toString();
  }

  @Test
  void atMostSoManyFilesAreMerged() throws IOException {
    List<Path> files = Collections.nCopies(TraceFiles.FILES_MAX, file("n1", ""));
    assertEquals(List.of(), TraceFiles.merge(files, node -> NodeTrace.NONE).torn());

    List<Path> more = new ArrayList<>(files);
    more.add(files.getFirst());
    assertThrows(IOException.class, () -> TraceFiles.merge(more, node -> NodeTrace.NONE));
  }
}
