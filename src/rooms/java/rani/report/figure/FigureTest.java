// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.Raster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.report.plot.Chart;
import rani.report.plot.Style;

/** Figures of every kind of chart, as poppler's programs see them. One process draws them all. */
@SlowTest
class FigureTest {
  private static final int SECONDS_MAX = 60;
  private static final double DIGIT_POINTS_MIN = 7;

  /** Darker than the grid, of 255. */
  private static final int INK_MAX = 210;

  private static final double DIFFERENT_MIN = 0.2;

  /** Pixels, some tiles of a hatch. */
  private static final int TEXTURE_SIDE = 96;

  private static final double TEXTURE_MIN = 0.1;

  /** The least contrast of a hatch, of 255. */
  private static final int TEXTURE_CONTRAST_MIN = 40;

  private static final double COLUMN_POINTS = 8.5 / 2.54 * 72;
  private static final Pattern FONT_SIZE = Pattern.compile("font-size=\"([0-9.]+)px\"");

  private static VlConvert converter;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    RealPart.pythonModule("vl_convert");
    for (String program : List.of("pdfinfo", "pdffonts", "pdfimages", "pdftotext", "pdftoppm")) {
      RealPart.program(program);
    }
    converter = VlConvert.start();
  }

  @AfterAll
  static void close() {
    if (converter != null) {
      converter.close();
    }
  }

  @Test
  void everyKindOfChartFillsAColumnWithLettersThatAreEmbedded() throws Exception {
    for (Chart chart : SampleCharts.all()) {
      Path pdf = write(chart, Theme.PAPER).resolve(chart.name() + ".pdf");
      Matcher size =
          Pattern.compile("Page size: +([0-9.]+) x ([0-9.]+) pts").matcher(run("pdfinfo", pdf));
      assertTrue(size.find());
      assertEquals(COLUMN_POINTS, Double.parseDouble(size.group(1)), 0.01, chart.name());
      List<String> fonts = run("pdffonts", pdf).lines().skip(2).toList();
      assertFalse(fonts.isEmpty(), chart.name());
      // columns from the right: object, generation, unicode, subset, embedded
      fonts.forEach(font -> assertTrue(font.matches(".* yes yes yes +\\d+ +\\d+"), font));
      assertEquals(2, run("pdfimages", "-list", pdf).lines().count(), chart.name());
      String svg = Files.readString(folder.resolve(chart.name() + ".svg"));
      assertTrue(svg.contains("width=\"8.500cm\""), svg);
      Matcher letters = FONT_SIZE.matcher(svg);
      while (letters.find()) {
        assertTrue(Double.parseDouble(letters.group(1)) >= DIGIT_POINTS_MIN, letters.group());
      }
    }
  }

  @Test
  void aFigureAcrossBothColumnsAndOneForATalkAreAsWideAsTheySay() throws Exception {
    for (Theme theme : List.of(Theme.PAPER.wide(17.6), Theme.TALK, Theme.SCREEN)) {
      for (Chart chart : List.of(SampleCharts.facets(), SampleCharts.fiveFacets())) {
        Path pdf = write(chart, theme).resolve(chart.name() + ".pdf");
        assertTrue(
            run("pdfinfo", pdf)
                .contains("%.3f x".formatted(theme.widthPoints()).replace(".000", "")),
            run("pdfinfo", pdf));
      }
    }
  }

  @Test
  void namesOfAFileArriveAsTheyAre() throws Exception {
    Chart hostile = SampleCharts.all().getLast();
    Path pdf = write(hostile, Theme.PAPER.withTitle(true)).resolve("hostile.pdf");
    assertTrue(run("pdftotext", pdf, "-").contains("\\input{/etc/passwd} $x$ _ ^ ~ # & {"));
  }

  @Test
  void namesAtTheEndsOfLinesAreRightOfThemAndNoneIsOverAnother() throws Exception {
    Path pdf = write(SampleCharts.direct(), Theme.PAPER).resolve("direct.pdf");
    Matcher words =
        Pattern.compile(
                "xMin=\"([0-9.]+)\" yMin=\"([0-9.]+)\" xMax=\"([0-9.]+)\" yMax=\"([0-9.]+)\">"
                    + "(drop-tail|red|codel|pie|fq-codel)<")
            .matcher(run("pdftotext", "-bbox", pdf, "-"));
    SortedMap<Double, Double> tops = new TreeMap<>();
    while (words.find()) {
      assertTrue(Double.parseDouble(words.group(1)) > 0.7 * COLUMN_POINTS, words.group());
      assertTrue(Double.parseDouble(words.group(3)) <= COLUMN_POINTS, words.group());
      tops.put(Double.parseDouble(words.group(2)), Double.parseDouble(words.group(4)));
    }
    assertEquals(5, tops.size());
    double bottom = 0;
    for (Map.Entry<Double, Double> word : tops.entrySet()) {
      // poppler's boxes are of the font, which is higher than its letters
      assertTrue(word.getKey() > bottom - 2, tops.toString());
      bottom = word.getValue();
    }
  }

  @Test
  void everyLaneOfATimelineHasItsName() throws Exception {
    Path pdf = write(SampleCharts.timeline(), Theme.PAPER).resolve("timeline.pdf");
    List<String> words = run("pdftotext", pdf, "-").lines().toList();
    for (int lane = 0; lane < 15; lane++) {
      assertTrue(words.contains("lane" + lane), words.toString());
    }
  }

  @Test
  void theHeadsOfPanelsInARowAreAtOneHeight() throws Exception {
    Path pdf = write(SampleCharts.facets(), Theme.PAPER.wide(17.6)).resolve("facets.pdf");
    Matcher words =
        Pattern.compile("yMin=\"([0-9.]+)\" [^>]*>Mbit/s<")
            .matcher(run("pdftotext", "-bbox", pdf, "-"));
    SortedSet<Double> tops = new TreeSet<>();
    while (words.find()) {
      tops.add(Double.parseDouble(words.group(1)));
    }
    assertEquals(
        0,
        tops.headSet(tops.first() + 20).stream().filter(top -> top > tops.first() + 1.5).count(),
        tops.toString());
  }

  @Test
  void aPictureHasTheDotsToTheInchOfItsTheme() throws Exception {
    Figure figure = Figure.draw(converter, SampleCharts.alone(0), Theme.PAPER);
    FigureFiles.write(figure, folder, SampleCharts.alone(0), EnumSet.of(FigureFormat.PNG));
    int width = ImageIO.read(folder.resolve("alone.png").toFile()).getWidth();
    assertEquals(8.5 / 2.54 * Theme.PAPER.pixelsPerInch(), width, 1);
  }

  @Test
  void everyTwoSeriesDifferInGreyByTheirDashesAndByTheirMarkers() throws Exception {
    List<BitSet> dashes = new ArrayList<>();
    List<BitSet> markers = new ArrayList<>();
    for (int k = 0; k < Style.MAX; k++) {
      Raster grey = grey(SampleCharts.alone(k));
      int middle = (int) (grey.getHeight() * SampleCharts.BETWEEN_LINE_AND_MARKERS);
      dashes.add(ink(grey, 0, middle));
      markers.add(ink(grey, middle, grey.getHeight()));
    }
    assertAllDiffer(dashes);
    assertAllDiffer(markers);
  }

  @Test
  void everyTwoSeriesOfBarsOrBoxesDifferInGreyByMoreThanLightness() throws Exception {
    for (boolean isBox : List.of(false, true)) {
      List<BitSet> textures = new ArrayList<>();
      for (int k = 0; k < Style.MAX; k++) {
        textures.add(texture(grey(SampleCharts.areaAlone(k, isBox))));
      }
      for (int a = 0; a < textures.size(); a++) {
        for (int b = 0; b < a; b++) {
          BitSet different = (BitSet) textures.get(a).clone();
          different.xor(textures.get(b));
          double part = different.cardinality() / (double) (TEXTURE_SIDE * TEXTURE_SIDE);
          assertTrue(part > TEXTURE_MIN && part < 1 - TEXTURE_MIN, a + ", " + b + ": " + part);
        }
      }
    }
  }

  /** Returns what is darker than the middle in a part of an area, however light that is. */
  private static BitSet texture(Raster grey) {
    int left = grey.getWidth() / 2;
    int top = grey.getHeight() / 2;
    int[] samples = grey.getSamples(left, top, TEXTURE_SIDE, TEXTURE_SIDE, 0, (int[]) null);
    IntSummaryStatistics all = IntStream.of(samples).summaryStatistics();
    BitSet dark = new BitSet();
    for (int k = 0; k < samples.length; k++) {
      boolean isFlat = all.getMax() - all.getMin() < TEXTURE_CONTRAST_MIN;
      dark.set(k, !isFlat && samples[k] < (all.getMin() + all.getMax()) / 2);
    }
    return dark;
  }

  @Test
  void everyTwoSeriesOfStripsDifferInGreyByTheMarkerOfTheirMean() throws Exception {
    List<BitSet> strips = new ArrayList<>();
    for (int k = 0; k < Style.MAX; k++) {
      Raster grey = grey(SampleCharts.stripAlone(k));
      strips.add(ink(grey, 0, grey.getHeight()));
    }
    assertAllDiffer(strips);
  }

  /** Compares where there is ink, of any lightness, besides what is the same in all drawings. */
  private static void assertAllDiffer(List<BitSet> inks) {
    BitSet inAll = (BitSet) inks.getFirst().clone();
    inks.forEach(inAll::and); // axes and legend
    for (BitSet ink : inks) {
      ink.andNot(inAll);
      assertTrue(ink.cardinality() > 0);
    }
    for (int a = 0; a < inks.size(); a++) {
      for (int b = 0; b < a; b++) {
        BitSet different = (BitSet) inks.get(a).clone();
        different.xor(inks.get(b));
        BitSet either = (BitSet) inks.get(a).clone();
        either.or(inks.get(b));
        assertTrue(different.cardinality() > DIFFERENT_MIN * either.cardinality(), a + ", " + b);
      }
    }
  }

  private Raster grey(Chart chart) throws Exception {
    Path picture = folder.resolve("grey");
    Path pdf = write(chart, Theme.PAPER).resolve(chart.name() + ".pdf");
    run("pdftoppm", "-gray", "-png", "-r", "300", "-singlefile", pdf, picture);
    return ImageIO.read(Path.of(picture + ".png").toFile()).getRaster();
  }

  private static BitSet ink(Raster grey, int top, int bottom) {
    BitSet ink = new BitSet();
    for (int y = top; y < bottom; y++) {
      for (int x = 0; x < grey.getWidth(); x++) {
        ink.set(y * grey.getWidth() + x, grey.getSample(x, y, 0) < INK_MAX);
      }
    }
    return ink;
  }

  @Test
  void aPdfWithoutItsTextIsAnError() {
    String text = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='20'>%s</svg>";
    String unknown = text.formatted("<text y='10' font-family='Helvetica'>lost</text>");
    assertThrows(LabFailure.class, () -> converter.pdf(unknown));
  }

  @Test
  void nothingIsRequestedFromElsewhere() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.csv"), "a\nnot to be read\n");
    String chart =
        "{'data': {'url': '%s'}, 'mark': 'text', 'encoding': {'text': {'field': 'a'}}}"
            .formatted(secret.toUri())
            .replace('\'', '"');
    String drawn;
    try {
      drawn = converter.svg(tools.jackson.databind.json.JsonMapper.shared().readTree(chart));
    } catch (LabFailure e) {
      return; // refused
    }
    assertFalse(drawn.contains("not to be read"), drawn);
  }

  @Test
  void aChartThatCannotBeDrawnIsNamedAndTheNextIsDrawn() throws Exception {
    var bad = tools.jackson.databind.json.JsonMapper.shared().readTree("{\"mark\": 1}");
    assertTrue(
        requireNonNull(assertThrows(LabFailure.class, () -> converter.svg(bad)).getMessage())
            .startsWith("vl-convert: "));
    assertTrue(write(SampleCharts.lines(1), Theme.PAPER).resolve("lines.pdf").toFile().isFile());
  }

  @Test
  void namesTooLongForTheWidthAreRefusedWithWhatHelps() {
    LabFailure failure =
        assertThrows(
            LabFailure.class, () -> write(SampleCharts.all().getLast(), Theme.PAPER.wide(4)));
    assertTrue(requireNonNull(failure.getMessage()).contains("--width"), failure.getMessage());
  }

  private Path write(Chart chart, Theme theme) throws Exception {
    var drawn = EnumSet.of(FigureFormat.PDF, FigureFormat.SVG);
    Figure figure = Figure.draw(converter, chart, theme);
    FigureFiles.write(figure, folder, chart, drawn);
    return folder;
  }

  private static String run(Object... words) throws Exception {
    List<String> command = new ArrayList<>();
    for (Object word : words) {
      command.add(word.toString());
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS) && process.exitValue() == 0, said);
    return said;
  }
}
