// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;

/**
 * The study of five queue disciplines, short, from one command into a paper of two columns: what
 * pdflatex and poppler say of it.
 */
class PaperFiguresTest {
  private static final double DIGIT_POINTS_MIN = 7;

  /** pdftohtml prints sizes of letters as whole numbers, at most three times as large. */
  private static final int ZOOM = 3;

  private static final double ROUNDING = 0.5 / ZOOM;

  @TempDir private static Path folder;
  private static String log;

  @BeforeAll
  static void writeThePaper() throws IOException {
    RealPart.pythonModule("vl_convert");
    InThisJvm.rani(
            "sweep",
            Checkout.file("config/experiments/figures/aqm-study.yaml"),
            "--trials=2",
            "--pick=rtt=22ms",
            "--pick=rtt=172ms",
            "--set=run={until: 3s, linger: 0s, max: 3s}",
            "--set=measure.from=1s",
            "--set=measure.until=3s",
            "--out=" + folder.resolve("sweep"),
            "--figures=" + folder)
        .expectExit(0);
    Files.copy(Path.of(Checkout.file("docs/figures/paper.tex")), folder.resolve("paper.tex"));
    log =
        Program.run(folder, "pdflatex", "-halt-on-error", "-interaction=nonstopmode", "paper.tex")
            .expectExit(0)
            .out();
  }

  @Test
  void figuresAreAsWideAsTheirColumns() {
    Matcher widths =
        Pattern.compile("(page|column)-(pdf|tikz): ([0-9.]+)pt of ([0-9.]+)pt").matcher(log);
    for (String name : List.of("column-pdf", "column-tikz", "page-pdf", "page-tikz")) {
      assertTrue(widths.find(), log);
      assertEquals(name, widths.group(1) + "-" + widths.group(2));
      double width = Double.parseDouble(widths.group(3));
      assertEquals(Double.parseDouble(widths.group(4)), width, 0.5, name);
    }
    assertFalse(log.contains("Overfull"), log);
  }

  @Test
  void lettersAreEmbeddedAndLegibleAndNothingIsAPicture() {
    String fonts = Program.run(folder, "pdffonts", "paper.pdf").expectExit(0).out();
    List<String> rows = fonts.lines().skip(2).toList();
    assertTrue(rows.stream().anyMatch(row -> row.contains("LiberationSans")), fonts);
    // columns from the right: object, generation, unicode, subset, embedded
    rows.forEach(row -> assertTrue(row.matches(".* yes (yes|no) +(yes|no) +\\d+ +\\d+"), row));
    String images = Program.run(folder, "pdfimages", "-list", "paper.pdf").expectExit(0).out();
    assertEquals(2, images.lines().count(), images);
    String letters =
        Program.run(folder, "pdftohtml", "-xml", "-stdout", "-zoom", "" + ZOOM, "paper.pdf")
            .expectExit(0)
            .out();
    Matcher sizes = Pattern.compile("<fontspec id=\"\\d+\" size=\"(\\d+)\"").matcher(letters);
    int count = 0;
    for (; sizes.find(); count++) {
      double points = Double.parseDouble(sizes.group(1)) / ZOOM;
      assertTrue(points >= DIGIT_POINTS_MIN - ROUNDING, sizes.group());
    }
    assertTrue(count >= 3, letters);
    assertTrue(letters.contains("round-trip time in ms"), letters);
  }
}
