// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.parts.RealPart;
import rani.report.plot.Chart;

@Isolated("it changes the language of the JVM for a moment")
class PgfplotsTest {
  private static final int SECONDS_MAX = 120;

  /** TeX's points are 72.27 to the inch, ours 72. */
  private static final double TEX_POINTS = 72.27 / 72;

  @TempDir Path folder;

  @Test
  void everyKindOfChartCompilesAndIsAsWideAsAColumn() throws Exception {
    RealPart.program("pdflatex");
    StringBuilder document = new StringBuilder("\\documentclass[twocolumn]{article}\n");
    Pgfplots.PREAMBLE.forEach(line -> document.append(line).append('\n'));
    document.append("\\newbox\\figurebox\n\\begin{document}\n");
    List<Chart> charts = SampleCharts.all();
    for (Chart chart : charts) {
      Files.writeString(
          folder.resolve(chart.name() + ".tex"), Pgfplots.picture(chart, Theme.PAPER));
      document.append(
          ("\\setbox\\figurebox=\\hbox{\\input{NAME}}"
                      + "\\typeout{width of NAME: \\the\\wd\\figurebox}\n")
                  .replace("NAME", chart.name())
              + "\\noindent\\box\\figurebox\n\n");
    }
    Files.writeString(folder.resolve("all.tex"), document.append("\\end{document}\n"));

    String log = pdflatex("all.tex");

    Matcher width = Pattern.compile("width of (\\w+): ([0-9.]+)pt").matcher(log);
    for (Chart chart : charts) {
      assertTrue(width.find(), log);
      assertEquals(chart.name(), width.group(1));
      assertEquals(
          Theme.PAPER.widthPoints() * TEX_POINTS,
          Double.parseDouble(width.group(2)),
          0.5,
          chart.name());
    }
  }

  private String pdflatex(String file) throws Exception {
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder("pdflatex", "-halt-on-error", "-interaction=nonstopmode", file)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    process.getOutputStream().close();
    boolean hasEnded = process.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = new String(Files.readAllBytes(out), StandardCharsets.ISO_8859_1);
    assertTrue(hasEnded && process.exitValue() == 0, said);
    return said;
  }

  @Test
  void numbersAreTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.of("ar", "EG"));
    try {
      String arabic = Pgfplots.picture(SampleCharts.lines(2), Theme.PAPER);
      Locale.setDefault(Locale.GERMANY);
      assertEquals(arabic, Pgfplots.picture(SampleCharts.lines(2), Theme.PAPER));
      assertTrue(arabic.contains("(2,3.3)"), arabic);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void nothingOfAFileIsACommand() {
    String picture =
        Pgfplots.picture(SampleCharts.all().getLast(), Theme.PAPER)
            .lines()
            .filter(line -> !line.startsWith("%"))
            .collect(Collectors.joining("\n"));
    assertFalse(picture.contains("\\input"), picture);
    assertFalse(picture.contains("\\undefined"), picture);
    assertEquals(1, picture.split("\\\\end\\{tikzpicture}", -1).length - 1, picture);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "-0.5,-0.5", "1000000,1000000", "0.0000001,1e-7", "25e9,2.5e10"})
  void aNumberIsWhatTexReads(double value, String written) {
    assertEquals(written, Pgfplots.number(value));
  }
}
