// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Running;

/**
 * Does what {@code docs/tutorials/first-hour.md} shows, in its order, and compares what comes with
 * what stands there. In the page {@code …} is what may be anything, a line of it alone any lines;
 * how many blanks part two columns does not matter.
 */
class FirstHourTest extends InWorkplace {
  private static final String PAGE = "docs/tutorials/first-hour.md";
  private static final String SHELL = "$ ./rani ";
  private static final String CONSOLE = "rani> ";
  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");
  private static final Duration SOON = Duration.ofSeconds(60);

  /** Ends what a verb of the console says. */
  private static final String MARK = "n1 nodes --json";

  private static final String MARKED = "{\"n1\":{\"name\":\"n1\"";

  private @Nullable Running begun;
  private int marks;

  /** One line that the page has typed, and what it shows then. */
  private record Step(String typed, List<String> shown) {}

  @BeforeEach
  void furnishPlace() throws IOException {
    Path topology = place.here().resolve("config/topologies/ring-6.yaml");
    Files.createDirectories(topology.getParent());
    Files.copy(Checkout.root().resolve("config/topologies/ring-6.yaml"), topology);
  }

  @Test
  @Execution(CONCURRENT)
  void theFirstHourGoesAsItIsTold() throws IOException {
    List<Step> steps = steps(Files.readString(Checkout.root().resolve(PAGE)));
    assertTrue(steps.size() >= 15, () -> "only " + steps);
    for (Step step : steps) {
      boolean inShell = step.typed().startsWith(SHELL);
      String came = inShell ? shell(step.typed()) : said(step.typed());
      String wanted = String.join("\n", step.shown());
      assertTrue(
          pattern(step.shown()).matcher(plain(came) + "\n").matches(),
          () -> PAGE + ": " + step.typed() + "\n-- shows\n" + wanted + "\n-- came\n" + came);
    }
    assertEquals(List.of(), place.processes());
  }

  private static List<Step> steps(String page) {
    List<Step> steps = new ArrayList<>();
    List<String> blocks = List.of(page.split("(?m)^```console$"));
    for (String block : blocks.subList(1, blocks.size())) {
      for (String line : block.substring(0, block.indexOf("\n```")).lines().toList()) {
        if (line.startsWith(SHELL) || line.startsWith(CONSOLE)) {
          steps.add(new Step(line, new ArrayList<>()));
        } else if (!line.isEmpty()) {
          steps.getLast().shown().add(line);
        }
      }
    }
    return steps;
  }

  private String shell(String typed) throws IOException {
    // A word may stand between quotes.
    String[] words =
        WORD.matcher(typed.substring(SHELL.length()))
            .results()
            .map(word -> word.group().replace("'", ""))
            .toArray(String[]::new);
    if (words[0].equals("console")) {
      begun =
          place.rani(words).inside(List.of("sh", "-c", "exec \"$@\" 2>&1", "sh")).startWithInput();
      return "";
    }
    return place.rani(words).inside(List.of("sh", "-c", "exec \"$@\" 2>&1", "sh")).run().out();
  }

  private String said(String typed) throws IOException {
    String verb = typed.substring(CONSOLE.length());
    Running console = begun;
    if (console == null) {
      throw new AssertionError("no console has begun before " + typed);
    }
    OutputStream in = console.process().getOutputStream();
    if (verb.equals("exit")) {
      in.write("exit\n".getBytes(UTF_8));
      in.close();
      console.await(SOON).expectExit(0);
      return "";
    }
    int from = marks;
    in.write((verb + "\n" + MARK + "\n").getBytes(UTF_8));
    in.flush();
    boolean done = console.out().awaitText(text -> endOfMark(text, from) >= 0, SOON);
    assertTrue(done, () -> "no end of " + verb + " in " + console);
    String all = console.out().text();
    marks = endOfMark(all, from);
    return all.substring(from, all.indexOf(MARKED, from));
  }

  /** Where the line of the mark ends; negative if it has not come whole. */
  private static int endOfMark(String text, int from) {
    int mark = text.indexOf(MARKED, from);
    return mark < 0 ? mark : text.indexOf('\n', mark);
  }

  private static Pattern pattern(List<String> shown) {
    StringBuilder pattern = new StringBuilder(shown.isEmpty() ? "\n" : "");
    for (String line : shown) {
      String plain = plain(line);
      pattern.append(
          plain.equals("…")
              ? "(?:[^\n]*\n)*"
              : Pattern.quote(plain).replace("…", "\\E[^\n]*?\\Q") + "\n");
    }
    return Pattern.compile(pattern.toString());
  }

  /** Without empty lines, and with one blank where there are several. */
  private static String plain(String text) {
    StringBuilder plain = new StringBuilder();
    RaniCommand.withoutWordsOfTheJvm(text)
        .lines()
        .map(line -> line.strip().replaceAll("\\s+", " "))
        .filter(line -> !line.isEmpty())
        .forEach(line -> plain.append(plain.isEmpty() ? "" : "\n").append(line));
    return plain.toString();
  }
}
