// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.SlowTest;
import rani.system.Page.MapText;
import rani.system.RaniCommand.Running;

/** The window on a telephone, a laptop and a large screen, by what is drawn and where. */
@SlowTest
class WindowSizesTest extends InWorkplace {
  private static final List<String> NODES =
      List.of("n1", "n2", "n3", "n4", "n5", "s", "i1", "i2", "i3");
  private static final double LETTERS_MIN = 10.99;

  /** Browsers scroll by whole pixels. */
  private static final double ROUNDING = 0.5;

  private record Size(int width, int height) {}

  private static final List<Size> SIZES =
      List.of(new Size(2560, 1440), new Size(390, 844), new Size(1280, 800), new Size(360, 640));

  @TempDir private Path profile;

  @BeforeEach
  void needBrowser() {
    Page.need();
  }

  @Test
  void theMapFillsItsRoomAndIsReadAtEverySize() throws Exception {
    Path run = place.here().resolve("lgc");
    Path experiment = Checkout.root().resolve("config/experiments/lgc-2-mobility.yaml");
    InThisJvm.rani("run", "" + experiment, "--mode", "virtual", "--out", "" + run).expectExit(0);
    Running watch = place.rani("watch", "" + run).start();
    try (Page page = Page.open(profile)) {
      page.rememberTexts();
      resize(page, 1280, 800);
      page.go(WindowTest.link(watch));
      page.await("[data-test=clock]");
      goToTheMiddle(page);
      for (Size size : SIZES) {
        resize(page, size.width(), size.height());
        page.picture("window-" + size.width());
        assertIsReadable(page, NODES);
      }
      assertKeepsWhatTheReaderMoved(page);
      assertEquals(List.of(), page.complaints());

      page.go(run.resolve("report.html").toUri().toString());
      for (Size size : SIZES) {
        assertThePlayerFits(page, size);
      }
      assertEquals(List.of(), page.complaints());
    } finally {
      watch.signal("INT");
      watch.await();
    }
  }

  private static void resize(Page page, int width, int height) {
    page.size(width, height);
    page.awaitFrames();
  }

  /** In the middle a filter stands, and packets pass most links. */
  private static void goToTheMiddle(Page page) {
    Object _ =
        page.script(
            "const seek = document.querySelector('input.seek');"
                + "seek.value = 500000; seek.dispatchEvent(new Event('input'))");
  }

  /** All of the map is in its box and fills it; no letters are too small or over each other. */
  private static void assertIsReadable(Page page, Collection<String> nodes) {
    assertIsRead(page, nodes);
    List<Double> map = page.box(".rani-window .map");
    List<MapText> names = names(page, nodes);
    double wide = map.get(2) - map.get(0);
    double high = map.get(3) - map.get(1);
    double drawn =
        wide < high
            ? names.stream().mapToDouble(MapText::right).max().orElseThrow()
                - names.stream().mapToDouble(MapText::left).min().orElseThrow()
            : names.stream().mapToDouble(MapText::bottom).max().orElseThrow()
                - names.stream().mapToDouble(MapText::top).min().orElseThrow();
    assertTrue(
        drawn > 0.6 * Math.min(wide, high), () -> "drawn on %s px of %s".formatted(drawn, map));
  }

  private static List<MapText> names(Page page, Collection<String> nodes) {
    return page.mapTexts().stream().filter(one -> nodes.contains(one.text())).toList();
  }

  /** All of the map is in the middle of its box; no letters are too small or over each other. */
  static void assertIsRead(Page page, Collection<String> nodes) {
    double width = page.number("return innerWidth");
    assertTrue(
        page.number("return document.documentElement.scrollWidth") <= width, "scrolls sideways");
    assertInside(List.of(0.0, 0.0, width, page.number("return innerHeight")), page, ".seek");
    List<Double> map = page.box(".rani-window .map");
    List<MapText> texts = page.mapTexts();
    assertEquals(nodes.size(), names(page, nodes).size(), () -> "names: " + texts);
    double highest = texts.stream().mapToDouble(MapText::top).min().orElseThrow();
    double lowest = texts.stream().mapToDouble(MapText::bottom).max().orElseThrow();
    double high = map.get(3) - map.get(1);
    assertEquals((map.get(1) + map.get(3)) / 2, (highest + lowest) / 2, 0.2 * high, "the middle");
    for (MapText one : texts) {
      assertTrue(one.pixels() >= LETTERS_MIN, () -> "too small: " + one);
      assertTrue(
          one.left() >= map.get(0)
              && one.top() >= map.get(1)
              && one.right() <= map.get(2)
              && one.bottom() <= map.get(3),
          () -> one + " is outside " + map);
      texts.stream()
          .filter(other -> other != one && one.overlaps(other))
          .findFirst()
          .ifPresent(other -> assertEquals(one, other, "they lie over each other"));
    }
  }

  private static void assertInside(List<Double> outer, Page page, String selector) {
    List<Double> box = page.box(selector);
    assertTrue(
        box.get(0) >= outer.get(0) - ROUNDING
            && box.get(1) >= outer.get(1) - ROUNDING
            && box.get(2) <= outer.get(2) + ROUNDING
            && box.get(3) <= outer.get(3) + ROUNDING,
        () -> selector + " at " + box + " is outside " + outer);
  }

  /** A map that was moved stays so when its room changes, and "Fit" shows all of it again. */
  private static void assertKeepsWhatTheReaderMoved(Page page) {
    resize(page, 1280, 800);
    page.drag(".rani-window .map", 40, 40, 140, 90);
    page.awaitFrames();
    double moved = nameAt(page, "n1").left();
    resize(page, 1380, 800);
    assertEquals(moved + 50, nameAt(page, "n1").left(), 1, "the middle stays the middle");
    page.press("header", "Fit");
    page.awaitFrames();
    assertIsReadable(page, NODES);
  }

  private static MapText nameAt(Page page, String node) {
    return page.mapTexts().stream()
        .filter(one -> one.text().equals(node))
        .findFirst()
        .orElseThrow();
  }

  /** The window within a report, opened, is whole on the screen. */
  private static void assertThePlayerFits(Page page, Size size) {
    resize(page, size.width(), size.height());
    if (!page.attributes("data-open").contains("true")) {
      page.click("button[data-open]");
      page.await("[data-test=clock]");
    }
    page.script("document.querySelector('.rani-window').scrollIntoView({block: 'nearest'})");
    goToTheMiddle(page);
    page.awaitFrames();
    assertInside(List.of(0.0, 0.0, 1.0 * size.width(), 1.0 * size.height()), page, ".rani-window");
    assertIsReadable(page, NODES);
  }
}
