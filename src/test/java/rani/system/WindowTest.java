// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.parts.TestRecord;
import rani.system.RaniCommand.Running;

/** The window in a real browser: from a disk, of a run that has ended, of a network that is up. */
class WindowTest extends InWorkplace {
  private static final int EVENTS_MAX = 60;
  private static final int ATTEMPTS_MAX = 4;
  private static final String WINDOW = "window ";
  private static final Duration SOON = Duration.ofMinutes(4);

  /** One browser for all tests, each of which has a tab that knows nothing of the others'. */
  private static Page page;

  @BeforeAll
  static void openBrowser(@TempDir Path profile) throws IOException {
    Page.need();
    page = Page.open(profile);
  }

  @AfterAll
  static void closeBrowser() {
    if (page != null) {
      page.close();
    }
  }

  @BeforeEach
  void takeTabOfItsOwn() {
    page.renew();
  }

  @AfterEach
  void endNetworks() {
    place.down();
  }

  @Test
  void aReportOnADiskShowsTheFilterWalkFromI3ToI2ToI1() throws Exception {
    Path experiment = Checkout.root().resolve("config/experiments/lgc-2-mobility.yaml");
    InThisJvm.rani(
            "run", "" + experiment, "--mode", "virtual", "--out", "" + place.here().resolve("lgc"))
        .expectExit(0);

    page.go(place.here().resolve("lgc/report.html").toUri().toString());
    page.await("button[data-open]");
    page.click("button[data-open]");
    page.await("[data-test=clock]");
    assertEquals(List.of(), page.attributes("data-filter-node"));
    page.script("document.querySelector('.rani-window .map').focus()");

    assertEquals(List.of("i3"), filtersAfter("i3"));
    assertEquals(List.of("i3", "i2"), filtersAfter("i2"));
    assertEquals(List.of("i3", "i2", "i1"), filtersAfter("i1"));

    page.picture("replay");
    page.script("document.querySelector('.rani-window .map').focus()");
    page.keys(Keys.END);
    page.awaitText("[data-test=clock]", "of");
    assertEquals(List.of("i1"), page.attributes("data-filter-node"));
    assertEquals(List.of(), page.complaints());
  }

  /** Goes from event to event until a filter is installed there; who filters then. */
  private static List<String> filtersAfter(String node) {
    for (int i = 0; i < EVENTS_MAX; i++) {
      List<String> standing = page.attributes("data-filter-node");
      if (!standing.isEmpty() && standing.getLast().equals(node)) {
        return standing;
      }
      page.keys(Keys.chord(Keys.SHIFT, Keys.ARROW_RIGHT));
    }
    return List.of();
  }

  private static final String STATE = "document.querySelector('.rani-window')?.dataset.state";

  /** The page shows three filters, and has heard when each was installed; or the run is over. */
  private static final String SEEN_LIVE_OR_OVER =
      """
      const standing = document.querySelectorAll('[data-filter-node]').length;
      const installed = [...document.querySelectorAll('[data-test=events] li span')]
        .filter((words) => words.textContent === 'filter against n1').length;
      return standing >= 3 && installed >= 3 || ['over', 'recording'].includes(STATE);
      """
          .replace("STATE", STATE);

  /**
   * Nothing here waits for time. A machine so busy that the run was over before its page had looked
   * has it run again.
   */
  @SlowTest
  @Test
  void lgc2IsWatchedLiveAndItsFilterWalksFromI3ToI2ToI1() throws Exception {

    int attempt = 1;
    while (!isWatchedLive("lgc-" + attempt)) {
      assertTrue(++attempt <= ATTEMPTS_MAX, () -> "not seen live: " + page.text("body"));
      TestRecord.again("WindowTest", "the run was over before its page had looked");
    }
  }

  /**
   * Runs LGC-2 until its page has shown the walk of the filter; whether it was live all the time.
   */
  private boolean isWatchedLive(String folder) throws Exception {
    Path experiment = Checkout.root().resolve("config/experiments/lgc-2-mobility.yaml");
    Running run =
        place.rani("run", "" + experiment, "--mode", "live", "--open", "--out", folder).start();
    try {
      List<String> _ = page.complaints(); // of the run before, which was ended below its page
      page.go(link(run));
      page.awaitScript(SEEN_LIVE_OR_OVER);
      page.picture("live-lgc-2");

      page.script("document.querySelector('.rani-window .map').focus()");
      page.keys(Keys.HOME);
      List<List<String>> walk = List.of(filtersAfter("i3"), filtersAfter("i2"), filtersAfter("i1"));
      if (!"connected".equals(page.script("return " + STATE))) {
        return false; // over, of which the page may complain
      }
      assertEquals(List.of(), page.complaints());
      assertEquals(
          List.of(List.of("i3"), List.of("i3", "i2"), List.of("i3", "i2", "i1")),
          walk,
          () -> page.text("body"));
      return true;
    } finally {
      run.signal("INT");
      run.await();
    }
  }

  @Test
  void aNetworkThatIsUpIsSeenAndChangedByThePageAndPingSeesIt() throws Exception {
    place.write(
        "pair.yaml",
        """
        topology: pair
        description: <b>two</b> nodes & a link
        nodes:
          a:
            services:
              ping: {}
              source: {flows: [{to: b, kind: cbr, rate: 100packet/s, packets: 1000000}]}
          b: {services: {ping: {}, sink: {}}}
        links: {a -- b: {delay: 100ms}}
        """);
    place.rani("up", "pair.yaml", "--out", run()).run().expectExit(0);
    Running watch = place.rani("watch", run()).start();
    try {
      page.rememberTexts();
      page.go(link(watch));
      page.awaitText("[data-test=state]", "connected");
      assertEquals("<b>two</b> nodes & a link", page.text(".lead"), "markup is text");

      page.script("document.querySelector('.rani-window .map').focus()");
      page.keys("n");
      page.press("aside table", "b");
      assertNoMoreArrivesThanWasSent();
      page.fill("aside input[name=delay]", "150ms");
      assertEquals("link a-b set delay=150ms", page.text("aside [data-test=line]"));
      page.press("aside form", "Set");
      page.awaitText("[data-test=link-facts]", "150 ms");
      page.picture("live");

      String first = page.tab();
      page.go(fileThatLeadsIn()); // a second page of the same run
      page.awaitText("[data-test=state]", "connected");
      page.script("document.querySelector('.rani-window .map').focus()");
      page.keys("n");
      page.press("aside table", "b");
      page.awaitText("[data-test=link-facts]", "150 ms");
      say("link a-b set loss=7%");
      page.tab(first);
      page.awaitText("[data-test=link-facts]", "7 %");
      say("link a-b set loss=0%");

      say("a ping b count=2");
      assertTrue(roundTripMillis() >= 300, () -> page.text("[data-test=said]"));
      assertTheMapFitsBesideTheConsole();

      page.fill(".typed", "source /etc/passwd\n");
      page.await(".entry:last-child[data-state=failed]");
      assertTrue(page.text(".entry:last-child .answer").contains("is not in " + run()));

      page.press("aside", "\u00d7"); // back to the overview
      say("b filter add a for=10min");
      page.await("[data-filter-node=b]");
      say("a filter add b for=10min");
      page.await("[data-filter-node=a]");
      assertEquals(
          List.of("b", "a"), page.attributes("data-filter-node").stream().distinct().toList());
      say("b filter remove a");
      page.awaitGone("[data-filter-node=b]");

      InThisJvm.rani("down", run()).expectExit(0);
      page.awaitText("[data-test=state]", "The run has ended.");
      assertTrue(page.text(".message").contains("stays here"), page.text(".message"));
      page.picture("ended");
      assertEquals(List.of(), page.complaints());
    } finally {
      watch.signal("INT");
      watch.await();
    }
  }

  private static void assertTheMapFitsBesideTheConsole() {
    double withAnswers = page.box(".rani-window .map").get(3);
    WindowSizesTest.assertIsRead(page, List.of("a", "b"));
    page.press(".console", "Hide answers");
    page.awaitFrames();
    assertTrue(page.box(".rani-window .map").get(3) > withAnswers, "the map has their room");
    WindowSizesTest.assertIsRead(page, List.of("a", "b"));
    page.press(".console", "Show answers");
  }

  /** Reads the panel of a link at six looks at least, with packets on the wire from the first. */
  private static void assertNoMoreArrivesThanWasSent() {
    page.script(
        """
        const facts = document.querySelector('[data-test=link-facts]').parentElement;
        window.looks = new Set();
        window.wrong = [];
        const count = (name, side) => Number([...facts.querySelectorAll('tbody tr')]
          .find((row) => row.firstChild.textContent === name).children[side].textContent);
        new MutationObserver(() => [1, 2].forEach((side) => {
          window.looks.add(count('sent', side));
          if (count('arrived', side) > count('sent', side)) {
            window.wrong.push(`${count('arrived', side)} of ${count('sent', side)}`);
          }
        })).observe(facts, {childList: true});
        """);
    page.awaitScript("return window.looks.size > 12");
    assertEquals("", page.script("return window.wrong.join()"));
  }

  @SlowTest
  @Test
  void anEdgeIsSeenWithWhatPassesIt() throws Exception {
    for (String program : List.of("unshare", "nsenter", "setpriv", "ping", "python3", "curl")) {
      RealPart.program(program);
    }
    RealPart.need(Files.isWritable(Path.of("/dev/net/tun")), "/dev/net/tun for its user");
    place.write(
        "pair.yaml",
        """
        topology: pair
        nodes: {a: {}, b: {}}
        links: {a -- b: {}}
        edges: {wrong: {at: b, run: "echo amiss; exit 7"}}
        """);
    place.rani("up", "pair.yaml", "--trust", "--out", run()).run().expectExit(0);
    Running watch = place.rani("watch", run()).start();
    try {
      page.go(link(watch));
      page.awaitText("[data-test=state]", "connected");
      page.awaitText("[data-test=programs]", "exit code 7");
      assertTrue(page.text("[data-test=programs]").contains("amiss"));
      assertEquals(List.of("b"), page.attributes("data-edge-node"));

      place
          .rani("shell", "--run", run(), "a", "--", "ping", "-n", "-c", "3", "b")
          .run()
          .expectExit(0);
      page.await("[data-edge-node=a]");
      page.picture("edges");
      page.press("[data-test=edges]", "a");
      page.awaitText("[data-test=edge]", "packets from its programs, 3 to them");

      Running server =
          place
              .rani("shell", "--run", run(), "b", "--", "python3", "-u", "-m", "http.server", "80")
              .start();
      assertTrue(server.out().await(line -> line.startsWith("Serving"), SOON), server::toString);
      place
          .rani("shell", "--run", run(), "a", "--", "curl", "-sS", "http://b/")
          .run()
          .expectExit(0);
      page.awaitText("[data-test=edge-flows]", "→ b:80");
      page.picture("edge");
      InThisJvm.rani("down", run()).expectExit(0);
      server.await();
      page.awaitText("[data-test=state]", "The run has ended.");
      assertEquals(List.of(), page.complaints());
    } finally {
      watch.signal("INT");
      watch.await();
    }
  }

  /** One capsule is well at b, five more trap there in turn; c runs signed code alone. */
  @Test
  void codeIsSeenWithItsOriginItsUseAndItsTroubles() throws Exception {
    place.write(
        "pair.yaml",
        """
        topology: pair
        modules: {trapper: "%s"}
        nodes:
          a: {code: any-sandboxed, services: {capsule: {holds: trapper}}}
          b: {code: any-sandboxed, services: {capsule: {}}}
          c: {services: {capsule: {}}}
        links: {a -- b: {}, b -- c: {}}
        """
            .formatted(FailedServicesTest.TRAPPER));
    place.rani("up", "pair.yaml", "--out", run()).run().expectExit(0);
    Running watch = place.rani("watch", run()).start();
    try {
      page.go(link(watch));
      page.awaitText("[data-test=state]", "connected");
      page.await("[data-code-node=a]");
      assertEquals(List.of("a"), page.attributes("data-code-node"), "what a holds");

      say("a tell capsule send trapper c count=5");
      page.await("[data-code-node=b]");
      page.awaitText("[data-code-node=b]", "1"); // is suspended
      page.await("[data-code-node=c]");
      page.awaitText("[data-test=events]", "trapper@");
      assertTrue(page.text("[data-test=events]").contains("is suspended"));
      page.picture("codes");

      page.press("[data-test=codes]", "b");
      page.awaitText("[data-test=code]", "suspended");
      String code = page.text("[data-test=code]");
      assertTrue(code.contains("capsule, from a"), code);
      assertTrue(code.contains("unreachable"), code);
      assertEquals(
          List.of("3", "6", "3"),
          numbers("[data-test=code] tbody tr"),
          "packets, fuel, traps: a trap is an instruction, and the one behind it is paid, too");
      page.picture("code");
      for (int width : new int[] {1280, 390}) {
        page.size(width, 844);
        page.awaitFrames();
        assertTrue(page.number("return document.documentElement.scrollWidth") <= width, "scrolls");
        assertTrue(
            page.number("return document.querySelector('aside').scrollWidth")
                <= page.number("return document.querySelector('aside').clientWidth"),
            "the panel scrolls sideways");
        page.picture("code-" + width);
      }
      page.size(1280, 900);
      page.dark(true);
      page.picture("code-dark");
      page.dark(false);

      page.script("document.querySelector('.rani-window .map').focus()");
      page.keys(Keys.ESCAPE);
      page.press("[data-test=codes]", "c");
      page.awaitText("[data-test=code]", "refused");
      assertTrue(page.text("[data-test=code]").contains("signed"), page.text("[data-test=code]"));
      InThisJvm.rani("down", run()).expectExit(0);
      page.awaitText("[data-test=state]", "The run has ended.");
      assertEquals(List.of(), page.complaints());
    } finally {
      watch.signal("INT");
      watch.await();
    }
  }

  private static List<String> numbers(String row) {
    return List.of(
        (""
                + page.script(
                    "return [...document.querySelector('"
                        + row
                        + "').querySelectorAll('td.number')].map((td) => td.textContent).join()"))
            .split(",", -1));
  }

  static String link(Running watch) {
    assertTrue(watch.out().await(line -> line.startsWith(WINDOW), SOON), watch::toString);
    String line =
        watch.out().text().lines().filter(one -> one.startsWith(WINDOW)).findFirst().orElseThrow();
    return line.substring(WINDOW.length());
  }

  private String fileThatLeadsIn() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(run()), "window-*.html")) {
      return files.iterator().next().toUri().toString();
    }
  }

  private String run() {
    return place.here().resolve("pair").toString();
  }

  private static void say(String line) {
    page.fill(".typed", line + "\n");
    page.await(".entry:last-child[data-state=done]");
  }

  /** The mean that the last ping of the page's console tells. */
  private static double roundTripMillis() {
    String answer = page.text(".entry .answer");
    String[] words = answer.substring(answer.indexOf("round trip ")).split(" ", 5);
    double value = Double.parseDouble(words[2]);
    return words[3].startsWith("s") ? value * 1000 : value;
  }

  private static final String PLOTTED =
      """
      experiment: plotted
      topology: {nodes: {a: {}, b: {}}, links: {a -- b: {rate: 1Mbit/s}}}
      traffic: [{from: a, to: b, kind: cbr, packets: 50, rate: 100packet/s}]
      run: {until: traffic-done, linger: 100ms, max: 5s}
      plots: [{title: <b>Delays</b> & more, kind: cdf, metric: delay.a}]
      """;

  private static final String SWEPT =
      """
      sweep: {variables: {loss: [0%, 5%]}}
      plots:
        - {title: What arrives, x: loss, metric: through.a}
        - {title: Delays, kind: cdf, metric: delay.a, by: loss}
      """;

  /** The charts of a page with their captions, as they came. */
  private static final String PLOTS =
      """
      return [...document.querySelectorAll('figure[data-chart^=spec-plot-]')].map((figure) =>
        document.getElementById(figure.dataset.chart).textContent
          + figure.querySelector('figcaption').textContent).join('\\n');
      """;

  @SlowTest
  @Test
  void chartsOfARunAndOfASweepAreThoseOfTheirReports() throws Exception {
    place.write("plotted.yaml", PLOTTED);
    place.write(
        "swept.yaml",
        PLOTTED
            .replaceFirst("plots.*\n", SWEPT)
            .replace("{rate: 1Mbit/s}", "{rate: 1Mbit/s, loss: \"${loss}\"}"));

    Path run = run("run", "plotted", "--mode", "virtual");
    assertChartsAreThoseOfTheReport(1, run);
    Path sweep = run("sweep", "swept", "--jobs=1");
    String results = Files.readString(sweep.resolve("results.jsonl"));
    String trial = results.replaceFirst("(?s)^.*?\"trial\":\"(\\w+)\".*", "$1");
    assertChartsAreThoseOfTheReport(2, sweep, "--trial", trial);
  }

  private Path run(String verb, String name, String... more) {
    Path folder = place.here().resolve(name);
    List<String> words = new ArrayList<>(List.of(verb, folder + ".yaml", "--out", "" + folder));
    words.addAll(List.of(more));
    InThisJvm.rani(words.toArray(String[]::new)).expectExit(0);
    return folder;
  }

  private void assertChartsAreThoseOfTheReport(int count, Path run, String... trial)
      throws Exception {
    page.go(run.resolve("report.html").toUri().toString());
    Object ofReport = page.script(PLOTS);
    List<String> words = new ArrayList<>(List.of("watch", "" + run));
    words.addAll(List.of(trial));
    Running watch = place.rani(words.toArray(String[]::new)).start();
    try {
      page.go(link(watch));
      page.await("[data-test=charts]");
      page.picture("window-of-plots-" + count);
      String first = page.follow("[data-test=charts]");
      page.awaitScript(
          "return document.querySelectorAll('figure[data-drawn=true]').length === " + count);
      page.picture("charts-" + count);
      assertEquals("Charts of " + run.getFileName(), page.text("h1"));
      assertEquals(ofReport, page.script(PLOTS));
      page.tab(first);
      assertEquals(List.of(), page.complaints());
    } finally {
      watch.signal("INT");
      watch.await();
    }
  }

  @Test
  void aRunThatHasEndedIsWatchedUntilWhereItsTraceIsCutOff() throws Exception {
    Path run = place.here().resolve("cut");
    Path folder = Files.createDirectories(run.resolve("trace"));
    Files.writeString(
        run.resolve("topology.yaml"),
        "topology: cut\nnodes: {a: {}, b: {}}\nlinks: {a -- b: {}}\n");
    Files.writeString(folder.resolve("a.trace"), "1.500000000 a link link=0 state=down\n2.5000");
    Running watch = place.rani("watch", run.toString()).start();
    try {
      String link = link(watch);
      page.go(link);
      page.awaitText("[data-test=events]", "link a -- b is down");
      page.awaitText("[data-test=remark]", "ends in the middle of a line");
      assertFalse(page.attributes("data-test").contains("charts"), "the run has no plots");
      page.go(link); // for the second time
      page.awaitText("h1", "Wrong link");
    } finally {
      watch.signal("INT");
      watch.await();
    }
  }
}
