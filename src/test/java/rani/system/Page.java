// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;
import rani.parts.RealPart;

/**
 * The window in a real browser that no one sees, driven as a user would: Debian's chromium and
 * chromium-driver, which must be there, since nothing is downloaded.
 */
final class Page implements AutoCloseable {
  /** A busy machine may take as long; nothing is asserted about how long it takes. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final int FIRST_HEIGHT = 900;
  private static final int PICTURES_MAX = 50;

  /** Whether each chart that has a place has been drawn, or could not be. */
  private static final String DRAWN =
      """
      return [...document.querySelectorAll('figure[data-chart]')]
        .filter((figure) => !figure.closest('details:not([open])'))
        .every((figure) => ['true', 'failed'].includes(figure.dataset.drawn));
      """;

  /** Writes versions and digests as if they were always the same. */
  private static final String MASK =
      """
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode;
        if (!['SCRIPT', 'STYLE'].includes(text.parentNode.nodeName)) {
          text.data = text.data
            .replace(/rani \\d+\\.\\d+\\.\\d+[-\\w]*/g, 'rani 1.2.3')
            .replace(/[0-9a-f]{64}/g, '0'.repeat(64));
        }
      }
      """;

  private final ChromeDriver driver;
  private final Path screenshots;

  private Page(ChromeDriver driver, Path screenshots) {
    this.driver = driver;
    this.screenshots = screenshots;
  }

  /** Skips the test if there is no browser. */
  static void need() {
    RealPart.program("chromium");
    RealPart.program("chromedriver");
  }

  /**
   * A browser without a page.
   *
   * @param folder an empty one for its own files
   */
  static Page open(Path folder) throws IOException {
    return open(folder, Map.of());
  }

  /**
   * A browser that draws all letters alike on every machine: it knows one font, whatever a page
   * asks for, and takes no hints of it.
   *
   * @param folder an empty one for its own files
   */
  static Page openForPictures(Path folder) throws IOException {
    return open(folder.resolve("profile"), Map.of("FONTCONFIG_FILE", "" + PictureFonts.in(folder)));
  }

  private static Page open(Path folder, Map<String, String> environment) throws IOException {
    LoggingPreferences logging = new LoggingPreferences();
    logging.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(found("chromium").toString());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--window-size=1280,900",
        "--user-data-dir=" + folder);
    options.setCapability("goog:loggingPrefs", logging);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(found("chromedriver").toFile())
            .usingAnyFreePort()
            .withEnvironment(environment)
            .build();
    Path screenshots = Files.createDirectories(Path.of("target", "screenshots"));
    return new Page(new ChromeDriver(service, options), screenshots);
  }

  private static Path found(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  void go(String link) {
    driver.get(link);
  }

  /** Opens a second tab, and goes on in it; the name of the first. */
  String tab() {
    String first = driver.getWindowHandle();
    driver.switchTo().newWindow(WindowType.TAB);
    return first;
  }

  /** Goes on in a new tab, without the others, what was asked of these, and their complaints. */
  void renew() {
    Set<String> before = driver.getWindowHandles();
    driver.switchTo().newWindow(WindowType.TAB);
    String renewed = driver.getWindowHandle();
    for (String tab : before) {
      driver.switchTo().window(tab);
      driver.close();
    }
    driver.switchTo().window(renewed);
    List<String> _ = complaints();
  }

  /** Clicks a link that opens a tab, and goes on in it; the name of the first. */
  String follow(String selector) {
    String first = driver.getWindowHandle();
    Set<String> before = driver.getWindowHandles();
    await(selector).click();
    String opened =
        new WebDriverWait(driver, PATIENCE)
            .until(
                page ->
                    page.getWindowHandles().stream()
                        .filter(tab -> !before.contains(tab))
                        .findFirst()
                        .orElse(null));
    driver.switchTo().window(opened);
    return first;
  }

  /** Goes on in a tab. */
  void tab(String name) {
    driver.switchTo().window(name);
  }

  /** Waits until what has changed is laid out and drawn. */
  void awaitFrames() {
    Object _ =
        driver.executeAsyncScript(
            "const done = arguments[0]; let frames = 4;"
                + "const next = () => frames-- > 0 ? requestAnimationFrame(next) : done();"
                + "next();");
  }

  /** Text on a map's canvas as it is seen: where it is on the page, and how high its letters. */
  record MapText(String text, double pixels, double left, double top, double right, double bottom) {
    boolean overlaps(MapText other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  /** From the next page on remembers what is written on canvases, for {@link #mapTexts}. */
  void rememberTexts() {
    Map<String, Object> _ =
        command(
            "Page.addScriptToEvaluateOnNewDocument",
            Map.of(
                "source",
                """
                const canvas = CanvasRenderingContext2D.prototype;
                const {clearRect, fillText} = canvas;
                canvas.clearRect = function (...area) {
                  this.canvas.texts = [];
                  clearRect.apply(this, area);
                };
                canvas.fillText = function (text, x, y) {
                  const {a, e, f} = this.getTransform();
                  const {width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down} =
                    this.measureText(text);
                  const left = this.textAlign === 'center' ? x - width / 2
                    : this.textAlign === 'right' ? x - width : x;
                  const across = (at) => (a * at + e) / devicePixelRatio;
                  const along = (at) => (a * at + f) / devicePixelRatio;
                  this.canvas.texts?.push([text, parseFloat(this.font.match(/[\\d.]+px/)[0]) * a
                    / devicePixelRatio, across(left), along(y - up), across(left + width),
                    along(y + down)]);
                  fillText.call(this, text, x, y);
                };
                """));
  }

  /** The texts on the window's map, in the coordinates of the page. */
  List<MapText> mapTexts() {
    Object found =
        script(
            """
            const canvas = document.querySelector('.rani-window .overlay');
            const {left, top} = canvas.getBoundingClientRect();
            return canvas.texts.map(([text, size, x1, y1, x2, y2]) =>
              [text, size, x1 + left, y1 + top, x2 + left, y2 + top].join('\\t')).join('\\n');
            """);
    return String.valueOf(found)
        .lines()
        .map(line -> line.split("\t", -1))
        .map(
            row ->
                new MapText(
                    row[0],
                    Double.parseDouble(row[1]),
                    Double.parseDouble(row[2]),
                    Double.parseDouble(row[3]),
                    Double.parseDouble(row[4]),
                    Double.parseDouble(row[5])))
        .toList();
  }

  /** The box of an element: left, top, right, bottom. */
  List<Double> box(String selector) {
    Object found =
        script(
            "const {left, top, right, bottom} ="
                + " document.querySelector(arguments[0]).getBoundingClientRect();"
                + "return [left, top, right, bottom].join(' ')",
            selector);
    return Stream.of(String.valueOf(found).split(" ", -1)).map(Double::valueOf).toList();
  }

  /** A number that a script returns. */
  double number(String script) {
    return Double.parseDouble(String.valueOf(script(script)));
  }

  /** Waits until something of that selector is there. */
  WebElement await(String selector) {
    return new WebDriverWait(driver, PATIENCE)
        .until(
            page -> page.findElements(By.cssSelector(selector)).stream().findFirst().orElse(null));
  }

  /** Waits until nothing of that selector is there. */
  void awaitGone(String selector) {
    boolean _ =
        new WebDriverWait(driver, PATIENCE)
            .until(page -> page.findElements(By.cssSelector(selector)).isEmpty());
  }

  /** Waits until a script says so. */
  void awaitScript(String script) {
    boolean _ = new WebDriverWait(driver, PATIENCE).until(_ -> Boolean.TRUE.equals(script(script)));
  }

  /** Waits until the page shows these words in an element. */
  void awaitText(String selector, String words) {
    boolean _ =
        new WebDriverWait(driver, PATIENCE)
            .withMessage(() -> selector + " never said " + words + "; last: " + text(selector))
            .until(page -> text(selector).contains(words));
  }

  /** The text of the last element of that selector, also where it is scrolled out of sight. */
  String text(String selector) {
    Object text =
        script("return [...document.querySelectorAll(arguments[0])].at(-1)?.textContent", selector);
    return text == null ? "" : text.toString();
  }

  /** The texts of an attribute of all elements that have it, in the order of the page. */
  List<String> attributes(String name) {
    Object found =
        script(
            "return [...document.querySelectorAll(`[${arguments[0]}]`)]"
                + ".map((element) => element.getAttribute(arguments[0])).join('\\n')",
            name);
    String joined = String.valueOf(found);
    return joined.isEmpty() ? List.of() : List.of(joined.split("\n"));
  }

  @Nullable Object script(String script, Object... arguments) {
    return ((JavascriptExecutor) driver).executeScript(script, arguments);
  }

  void click(String selector) {
    boolean _ =
        script("document.querySelector(arguments[0]).click(); return true", selector) != null;
  }

  /** Clicks the button that says this. */
  void press(String within, String label) {
    Object pressed =
        script(
            "const button = [...document.querySelectorAll(arguments[0] + ' button')]"
                + ".find((one) => one.textContent === arguments[1]);"
                + "button?.click(); return Boolean(button)",
            within,
            label);
    assertEquals(true, pressed, () -> "no button " + label + " in " + within);
  }

  /** Drags the mouse from one point of an element to another, in pixels from its corner. */
  void drag(String selector, int fromX, int fromY, int toX, int toY) {
    List<Double> box = box(selector);
    int left = (int) Math.round(box.getFirst());
    int top = (int) Math.round(box.get(1));
    new Actions(driver)
        .moveToLocation(left + fromX, top + fromY)
        .clickAndHold()
        .moveToLocation(left + (fromX + toX) / 2, top + (fromY + toY) / 2)
        .moveToLocation(left + toX, top + toY)
        .release()
        .perform();
  }

  /** Writes into a field, as if it had been typed. */
  void fill(String selector, String text) {
    WebElement field = await(selector);
    field.clear();
    field.sendKeys(text);
  }

  /**
   * Types keys where the keyboard is, also when a run ends meanwhile and its page is made again.
   */
  void keys(CharSequence... keys) {
    try {
      driver.switchTo().activeElement().sendKeys(keys);
    } catch (StaleElementReferenceException e) {
      driver.switchTo().activeElement().sendKeys(keys);
    }
  }

  /** A picture of it, in the build's folder. */
  void picture(String name) throws IOException {
    Files.write(screenshots.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }

  /** Opens a page whole, so wide that many pixels are beside each other, and has it drawn. */
  void goWhole(String link, int width) {
    size(width, FIRST_HEIGHT);
    go(link);
    awaitScript("return document.readyState === 'complete'");
    for (int height = 0; height != height(); ) { // charts may be higher than their places were
      height = height();
      size(width, height);
      awaitScript(DRAWN);
    }
    mask();
  }

  /** Writes what differs between builds, such as the version, as if it were always the same. */
  void mask() {
    script(MASK);
  }

  private int height() {
    Object height = script("return document.documentElement.scrollHeight");
    return ((Number) requireNonNull(height)).intValue();
  }

  /** Sets the size of the page's view, in its pixels, without scroll bars, and has it drawn. */
  void size(int width, int height) {
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    command("Emulation.setScrollbarsHidden", Map.of("hidden", true));
    awaitFrames();
  }

  /** Has the reader prefer dark pages, or light ones. */
  void dark(boolean dark) {
    Map<String, String> feature =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    command("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
  }

  /**
   * A PNG of the view, reduced.
   *
   * @param cell each of its pixels is the mean of a square with sides of that many of the view's
   */
  byte[] reduced(int cell) {
    Object size = script("return [innerWidth, innerHeight]");
    List<?> sides = (List<?>) requireNonNull(size);
    Map<String, Object> clip =
        Map.of("x", 0, "y", 0, "width", sides.get(0), "height", sides.get(1), "scale", 1.0 / cell);
    return data("Page.captureScreenshot", Map.of("format", "png", "clip", clip));
  }

  /** The same, once two pictures in a row are alike: after a change of size the page moves on. */
  byte[] settled(int cell) {
    byte[] last = reduced(cell);
    for (int i = 0; i < PICTURES_MAX; i++) {
      byte[] next = reduced(cell);
      if (Arrays.equals(last, next)) {
        return next;
      }
      last = next;
    }
    throw new AssertionError("the page never came to rest");
  }

  /** The page as a reader would print it, a PDF. */
  byte[] printed() {
    return data("Page.printToPDF", Map.of("paperWidth", 8.27, "paperHeight", 11.69));
  }

  private byte[] data(String command, Map<String, Object> parameters) {
    return Base64.getDecoder()
        .decode(requireNonNull(command(command, parameters).get("data")) + "");
  }

  private Map<String, Object> command(String name, Map<String, Object> parameters) {
    return driver.executeCdpCommand(name, parameters);
  }

  /** What went wrong on the page, by its console. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
