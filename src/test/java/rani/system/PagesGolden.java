// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Graphics;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.parts.SlowTest;

/**
 * How pages look in a real browser: on a phone, a laptop and a wide screen, light and dark, and
 * printed. A page of each kind is compared with a picture of it in {@code resources/golden}.
 */
@SlowTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesGolden {
  /** The widths of a phone, a laptop and a wide screen, and what a kept pixel is the mean of. */
  private static final SequencedMap<Integer, Integer> CELLS = new LinkedHashMap<>();

  static {
    CELLS.put(390, 4);
    CELLS.put(2560, 8);
    CELLS.put(1280, 5); // the last, which is printed
  }

  private static final int DOTS_PER_INCH = 22;
  private static final int SHEETS_IN_A_ROW = 6;

  private Path folder;
  private Workplace place;
  private Page page;

  @BeforeAll
  void openBrowser(@TempDir Path temporary) throws IOException {
    folder = temporary;
    Page.need();
    PictureFonts.need();
    RealPart.program("pdftoppm");
    place = new Workplace(Files.createDirectory(folder.resolve("place")));
    page = Page.openForPictures(Files.createDirectory(folder.resolve("browser")));
  }

  @AfterAll
  void closeBrowser() {
    if (page != null) {
      page.close();
    }
  }

  @Test
  void pagesLookAsTheyDid() throws Exception {
    place.take("config/experiments/lgc-1-basic.yaml");
    place.take("config/experiments/lgc-1-compare.yaml");
    place.take("config/topologies/lgc-1.yaml");
    String basic = "config/experiments/lgc-1-basic.yaml";
    String several = "config/experiments/lgc-1-compare.yaml";
    String delay = "--set=topology.links.n7 -- n8.delay=300ms";
    rani(0, "run", basic, "--mode=virtual", "--trials=4", "--out=runs/basic");
    rani(1, "run", basic, "--mode=virtual", "--trials=4", "--out=other", delay);
    rani(0, "run", several, "--mode=virtual", "--trials=3", "--out=runs/sweep");
    rani(0, "sensitivity", basic, "--trials=2", "--out=choices");
    rani(0, "compare", "runs/basic", "other", "--out=compare.html");
    rani(0, "report", "--index", "runs", "--out=index.html");

    GoldenPictures golden = GoldenPictures.ofCheckout();
    check(golden, "report", "runs/basic/report.html");
    check(golden, "sweep", "runs/sweep/report.html");
    check(golden, "choices", "choices/report.html");
    check(golden, "compare", "compare.html");
    check(golden, "index", "index.html");
    checkWindow(golden, "runs/basic/report.html");

    assertEquals(List.of(), golden.complaints());
    assertEquals(List.of(), page.complaints());
  }

  private void rani(int exit, String... arguments) throws Exception {
    place.rani(arguments).run().expectExit(exit);
  }

  private void check(GoldenPictures golden, String name, String file) throws Exception {
    String link = place.here().resolve(file).toUri().toString();
    for (var width : CELLS.entrySet()) {
      page.goWhole(link, width.getKey());
      for (boolean dark : List.of(true, false)) {
        page.dark(dark);
        String full = name + "-" + width.getKey() + (dark ? "-dark" : "");
        golden.check(full, page.reduced(width.getValue()));
      }
    }
    golden.check(name + "-print", sheets(page.printed()));
  }

  /** The window of a report, as if it were alone on the page, in the middle of the run. */
  private void checkWindow(GoldenPictures golden, String file) throws Exception {
    page.go(place.here().resolve(file).toUri().toString());
    page.await("button[data-open]");
    page.click("button[data-open]");
    page.await("[data-test=clock]");
    page.script(ALONE);
    for (var width : CELLS.entrySet()) {
      page.size(width.getKey(), WINDOW_HEIGHT);
      for (boolean dark : List.of(true, false)) {
        page.dark(dark);
        page.awaitFrames();
        String full = "window-" + width.getKey() + (dark ? "-dark" : "");
        golden.check(full, page.settled(width.getValue()));
      }
    }
  }

  private static final int WINDOW_HEIGHT = 864;
  private static final String ALONE =
      """
      document.body.replaceChildren(document.querySelector('.rani-window'));
      document.body.className = 'window';
      const seek = document.querySelector('input.seek');
      seek.value = 400000;
      seek.dispatchEvent(new Event('input'));
      """;

  private static final String SAMPLE =
      """
      <!doctype html>
      <style>
      body { margin: 20px; background: white; font: 16px/1.5 sans-serif }
      .box { margin: 20px; border: 1px solid #bbb; padding: 20px; width: 600px; background: white }
      path { fill: none; stroke: #0072b2; stroke-width: 2px }
      td { width: 150px }
      %s
      </style>
      <h1>A page with a chart and a table</h1>
      <p>Twenty packets go through one node, and all of them arrive at the other end.</p>
      <div class="box"><svg width="560" height="200">
      <path d="M0 150L80 20L160 140L240 30L320 150L400 60L480 150L560 40"></svg></div>
      <table><tr><th>n1<td>53.5 %%<td><span>agrees with the paper</span><tr><th>n2<td>100 %%</table>
      """;

  /** Each change by itself, as a rule of the page's style, and whether it must be seen. */
  private static final Map<String, Boolean> CHANGES =
      Map.of(
          "nothing {}", false,
          "body { transform: translate(0.3px, 0.4px) } /* smooths all letters differently */",
              false,
          "p { color: #111 }", false,
          ".box { margin-left: 32px }", true,
          ".box { width: 560px }", true,
          "svg { visibility: hidden }", true,
          "path { stroke: #d55e00 }", true,
          "span { visibility: hidden }", true,
          "h1 { font-weight: 400 }", true,
          "table { position: relative; top: 8px }", true);

  @Test
  void aMovedBoxALostChartAndAChangedColourAreSeenAndSmoothingIsNot() throws Exception {
    Path kept = folder.resolve("kept");
    Path seen = folder.resolve("seen");
    page.dark(false);
    new GoldenPictures(kept, seen, true).check("sample", sample(""));
    for (var change : CHANGES.entrySet()) {
      GoldenPictures golden = new GoldenPictures(kept, seen, false);
      golden.check("sample", sample(change.getKey()));
      assertEquals(change.getValue(), !golden.complaints().isEmpty(), change.getKey());
    }
    for (String each : List.of("actual", "expected", "difference")) {
      assertTrue(Files.exists(seen.resolve("sample-" + each + ".png")), each);
    }
    GoldenPictures missing = new GoldenPictures(folder, seen, false);
    missing.check("sample", sample(""));
    assertEquals(1, missing.complaints().size(), "a picture that is not kept");
  }

  private byte[] sample(String rule) throws IOException {
    Path file = Files.writeString(folder.resolve("sample.html"), SAMPLE.formatted(rule));
    page.goWhole(file.toUri().toString(), 1280);
    return page.reduced(5);
  }

  /** The sheets of a PDF beside and below each other. */
  private BufferedImage sheets(byte[] pdf) throws Exception {
    Path made = Files.createTempDirectory(folder, "sheets");
    Path file = Files.write(made.resolve("page.pdf"), pdf);
    String resolution = Integer.toString(DOTS_PER_INCH);
    Process process =
        new ProcessBuilder("pdftoppm", "-r", resolution, "-png", file.toString(), made + "/sheet")
            .inheritIO()
            .start();
    assertEquals(0, process.waitFor(), "pdftoppm");
    List<BufferedImage> sheets = new ArrayList<>();
    try (Stream<Path> files = Files.list(made)) {
      for (Path each : files.filter(one -> one.toString().endsWith(".png")).sorted().toList()) {
        sheets.add(ImageIO.read(each.toFile()));
      }
    }
    assertTrue(!sheets.isEmpty(), "a PDF without a page");
    int width = sheets.getFirst().getWidth();
    int height = sheets.getFirst().getHeight();
    int rows = Math.ceilDiv(sheets.size(), SHEETS_IN_A_ROW);
    int columns = Math.min(sheets.size(), SHEETS_IN_A_ROW);
    var all = new BufferedImage(columns * width, rows * height, BufferedImage.TYPE_INT_RGB);
    Graphics drawing = all.getGraphics();
    drawing.setColor(Color.GRAY);
    drawing.fillRect(0, 0, all.getWidth(), all.getHeight());
    for (int i = 0; i < sheets.size(); i++) {
      int x = i % SHEETS_IN_A_ROW * width;
      int y = i / SHEETS_IN_A_ROW * height;
      drawing.drawImage(sheets.get(i), x, y, null);
    }
    return all;
  }
}
