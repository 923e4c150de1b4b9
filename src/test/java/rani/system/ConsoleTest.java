// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code rani console} at a terminal and in a pipe, and {@code rani exec}. */
class ConsoleTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String TAB = "\t";
  private static final String ENTER = "\r";
  private static final String UP = "\u001bOA";
  private static final String CTRL_C = "\u0003";
  private static final String CTRL_D = "\u0004";
  private static final String ESCAPE = "\u001b";
  private static final String CURSOR_HOME = "\u001b[H";

  @BeforeEach
  void furnishPlace() throws IOException {
    place.write(
        "pair.yaml",
        """
        topology: pair
        groups: {left: {}}
        nodes: {alpha: {group: left, services: {ping: {}}}, beta: {services: {echo: {}}}}
        links: {alpha -- beta: {delay: 1ms}}
        """);
  }

  private RaniCommand rani(String... words) {
    return place.rani(words).with("XDG_STATE_HOME", place.here().resolve("state").toString());
  }

  /** A console that someone types to. */
  private final class Terminal {
    private final Running console;
    private int seen;

    Terminal(String... words) {
      this(rani(words).without("NO_COLOR"));
    }

    Terminal(RaniCommand command) {
      RealPart.program("python3");
      console =
          command
              .inside(List.of("python3", Checkout.file("src/test/resources/terminal.py")))
              .startWithInput();
    }

    Terminal type(String keys) throws IOException {
      OutputStream in = console.process().getOutputStream();
      in.write(keys.getBytes(UTF_8));
      in.flush();
      return this;
    }

    /** Waits until these words are shown, after those that were waited for before. */
    Terminal sees(String words) {
      int from = seen;
      boolean shown = console.out().awaitText(text -> text.indexOf(words, from) >= 0, SOON);
      assertTrue(shown, () -> "never saw '" + words + "' after " + from + " in " + console);
      seen = console.out().text().indexOf(words, from) + words.length();
      return this;
    }

    ProcessHandle jvm() {
      return console.process().descendants().findFirst().orElseThrow();
    }
  }

  @Test
  @Execution(CONCURRENT)
  void whoSitsAtATerminalIsHelpedWithEveryLine() throws IOException {
    RealPart.program("python3"); // for terminals, before anything is up
    rani("up", "pair.yaml", "--out", "runs/pair").run().expectExit(0);
    place.write("verbs.txt", "nodes\n");
    Terminal terminal = new Terminal("console");

    terminal.sees("rani pair>").type("rout" + TAB).sees("routes").type(ENTER).sees("from");
    terminal.sees("rani pair>").type("nodes" + ENTER).sees("10.0.0.2");
    terminal.sees("rani pair>").type("queue al" + TAB).sees("alpha").type(ENTER);
    terminal.sees("alpha->beta").sees("rani pair>");
    terminal.type(UP).sees("queue alpha").type(ENTER).sees("alpha->beta").sees("rani pair>");
    terminal.type("watch -n 100ms queue alpha" + ENTER).sees("every 100ms: queue alpha");
    terminal.sees(CURSOR_HOME).sees("alpha->beta").sees(CURSOR_HOME).sees("alpha->beta");
    terminal.type(CTRL_C).sees("rani pair>");
    terminal.type("source verb" + TAB).sees("verbs.txt").type(CTRL_C).sees("rani pair>");
    terminal.type("alpha tell ping sh" + TAB).sees("show").type(CTRL_C).sees("rani pair>");
    terminal.type("half a line" + CTRL_C).sees("rani pair>");
    terminal.type("nods" + ENTER).sees("did you mean `nodes`?").sees("rani pair>");
    terminal.type("queue bta" + ENTER).sees("did you mean `beta`?").sees("rani pair>");
    terminal.type("beta service start ekho" + ENTER).sees("did you mean `echo`?");
    terminal.sees("rani pair>").type("help link" + ENTER).sees("link n1-n7 set delay=30ms");
    terminal.sees("rani pair>").type("link alpha-beta set delay=30ms" + ENTER).sees("30 ms");

    Signals.send("KILL", terminal.jvm());
    terminal.console.await(SOON);

    JsonNode links = json(exec("links", "--json").expectExit(0));
    long delay = links.at("/alpha/alpha->beta/delay-nanos").asLong();
    assertEquals(30_000_000, delay, links::toString);
    exec("alpha ping beta count=2 interval=10ms").expectExit(0);

    Terminal top = new Terminal("top");
    top.sees("q ends; sorted by node").sees("out pkt/s").sees("alpha").type("o").sees("out");
    top.type("q").console.await(SOON).expectExit(0);

    Terminal again = new Terminal("console", "pair");
    again.sees("rani pair>").type(UP).sees("link alpha-beta set delay=30ms").type(CTRL_C);
    again.sees("rani pair>").type(CTRL_D);
    again.console.await(SOON).expectExit(0);
    Path history = place.here().resolve("state/rani/history");
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(history)));
    assertEquals(2, RunRecordFile.of(place.here().resolve("runs/pair")).alive().size());
    place.down();
  }

  @Test
  @Execution(CONCURRENT)
  void theShellSaysTheSameVerbsWithExitCodesAndJson() throws IOException {
    Outcome nothing = rani("exec", "nodes").run().expectExit(2);
    assertTrue(nothing.err().contains("nothing runs below"), nothing::toString);
    rani("up", "pair.yaml", "--out", "runs/pair").run().expectExit(0);

    JsonNode group = json(exec("--group", "left", "--json", "nodes").expectExit(0));
    assertEquals(List.of("alpha"), List.copyOf(group.propertyNames()));
    JsonNode filtered = json(exec("--all", "--json", "filter add alpha for=10s").expectExit(0));
    assertEquals("filter", filtered.at("/beta/link-0/0/kind").asString(), filtered::toString);
    Outcome unknown = exec("--node", "gamma", "nodes").expectExit(2);
    assertTrue(unknown.err().contains("`beta`"), unknown::toString);
    Outcome group2 = exec("--group", "lef", "nodes").expectExit(2);
    assertTrue(group2.err().contains("did you mean `left`?"), group2::toString);
    Outcome refused = exec("link alpha-beta up").expectExit(3);
    assertTrue(refused.err().contains("is not cut"), refused::toString);

    rani("exec", "node add gamma alpha delay=1ms").run().expectExit(0);
    assertEquals(3, RunRecordFile.of(place.here().resolve("runs/pair")).alive().size());

    place.write("verbs.txt", "# two that work, and one that does not\nnodes\nalpha queue\nqeue\n");
    Outcome piped = piped("exec", "-").expectExit(2);
    assertTrue(piped.out().contains("alpha->beta"), piped::toString);
    assertTrue(piped.err().contains("line 4: `qeue` ended with exit code 2"), piped::toString);
    assertFalse(piped.out().contains(ESCAPE), piped::toString);
    assertFalse(piped.err().contains(ESCAPE), piped::toString);
    place.down();
  }

  @Test
  @Execution(CONCURRENT)
  void whereNoHistoryCanBeKeptAndNoColoursAreWantedTheConsoleWorksAllTheSame() throws IOException {
    place.write("state", "a file where a folder would be");
    Terminal terminal =
        new Terminal(rani("console", "--virtual", "pair.yaml").with("NO_COLOR", "1"));

    terminal.sees("pair>").type("nods" + ENTER).sees("did you mean `nodes`?");
    terminal.sees("pair>").type("time" + ENTER).sees("trust: exact").sees("pair>");
    terminal.type(CTRL_D).console.await(SOON).expectExit(0);
    assertFalse(terminal.console.out().text().contains(ESCAPE + "[3"), "a colour");
  }

  /** {@code rani exec} to the network that is up. */
  private Outcome exec(String... words) {
    List<String> all =
        new ArrayList<>(List.of("exec", "--run", "" + place.here().resolve("runs/pair")));
    all.addAll(List.of(words));
    return InThisJvm.rani(all.toArray(String[]::new));
  }

  private Outcome piped(String... words) {
    return rani(words).inside(List.of("sh", "-c", "exec \"$@\" < verbs.txt", "sh")).run();
  }

  @Test
  @Execution(CONCURRENT)
  void aBenchInVirtualTimeNeedsNoProcessAndNoWaiting() {
    place.write(
        "verbs.txt",
        """
        time +60min
        link alpha->beta set delay=30ms loss=0%
        ALPHA ping beta count=3
        link alpha-beta set loss=100%
        link alpha-beta
        link alpha-beta reset
        beta filter add alpha:7006->beta:7/udp from=alpha for=1min
        time +59s
        filters
        time +2s
        filters
        pingall --count=2
        beta service stop ping
        watch -c 2 -n 1s counters alpha
        routes
        flows
        alpha traceroute beta
        link alpha-beta down
        inject alpha -> beta port=7
        link alpha-beta up
        alpha tell ping show --json
        """);

    Outcome outcome = piped("console", "--virtual", "pair.yaml").expectExit(1);

    String out = outcome.out().replaceAll(" +", " ");
    List.of(
            "3 packets, 3 answered, loss 0%, round trip 31",
            "alpha->beta up unlimited 30 ms 0 s 100%",
            "beta->alpha up unlimited 1 ms 0 s 100%",
            "alpha->beta up unlimited 1 ms 0 s 0%",
            "beta alpha alpha:7006->beta:7/udp filter 60 s 0 packets",
            "beta alpha alpha:7006->beta:7/udp filter 1 s 0 packets",
            "no filters",
            "4 packets, 0 lost",
            "ping is off the menu of beta",
            "nothing waits",
            "there and back in 2 ms",
            "left alpha for beta and never came",
            "trust: exact",
            "{\"alpha\":{\"pings\":[")
        .forEach(words -> assertTrue(out.contains(words), () -> "no " + words + " in " + outcome));
    assertFalse(out.contains(ESCAPE), outcome::toString);
    assertEquals(
        """
        rani: started ping at beta
        rani: started traceroute at alpha, beta
        rani: line 19: `inject alpha -> beta port=7` ended with exit code 1
        """,
        outcome.err(),
        outcome::toString);
  }

  private static JsonNode json(Outcome outcome) {
    return new JsonMapper().readTree(outcome.out());
  }
}
