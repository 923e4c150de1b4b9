// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.system.RaniCommand.Running;

/**
 * A page of the documents, whose blocks of `console` are typed in their order, and whose blocks of
 * `yaml` that begin with a file's name are written as these files. What comes is compared with what
 * stands there. In the page {@code …} is what may be anything, a line of it alone any lines; how
 * many blanks part two columns does not matter. A line that ends in {@code &} goes on meanwhile,
 * once it has shown what stands below it, until {@code kill %1}, or the end of its network.
 */
final class TypedPage {
  private static final String SHELL = "$ ./rani ";
  private static final String CONSOLE = "rani> ";
  private static final String BACKGROUND = " &";
  private static final Pattern KILL = Pattern.compile("\\$ kill %(\\d)");
  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");
  private static final Pattern FILE = Pattern.compile("# (\\S+)\\R");
  private static final Duration SOON = Duration.ofSeconds(60);

  /** Ends what a verb of the console says. */
  private static final String MARK = "n1 nodes --json";

  private static final String MARKED = "{\"n1\":{\"name\":\"n1\"";

  private final Workplace place;
  private final String page;
  private final List<String> user;
  private final List<Running> jobs = new ArrayList<>();
  private @Nullable Running begun;
  private int marks;

  /** One line that the page has typed, and what it shows then. */
  private record Step(String typed, List<String> shown) {}

  /** A page by its path in the source tree. */
  TypedPage(Workplace place, String page) {
    this(place, page, List.of());
  }

  /** A page that someone else types, by the words of {@link OrdinaryUser}. */
  TypedPage(Workplace place, String page, List<String> user) {
    this.place = place;
    this.page = page;
    this.user = user;
  }

  /** Does it all; it has at least so many steps. */
  void type(int stepsMin) throws IOException {
    String text = Files.readString(Checkout.root().resolve(page));
    for (String block : blocks(text, "yaml")) {
      Matcher name = FILE.matcher(block);
      if (name.lookingAt()) {
        place.write(name.group(1), block.substring(name.end()) + "\n");
      }
    }
    List<Step> steps = steps(text);
    assertTrue(steps.size() >= stepsMin, () -> "only " + steps);
    for (Step step : steps) {
      if (step.typed().endsWith(BACKGROUND)) {
        begin(step);
      } else {
        compare(step, said(step.typed()));
      }
    }
    jobs.forEach(Running::await);
  }

  private void compare(Step step, String came) {
    assertTrue(
        pattern(step.shown()).matcher(plain(came) + "\n").matches(),
        () ->
            "%s: %s\n-- shows\n%s\n-- came\n%s"
                .formatted(page, step.typed(), String.join("\n", step.shown()), came));
  }

  private static List<String> blocks(String page, String kind) {
    List<String> blocks = List.of(page.split("(?m)^```" + kind + "\n"));
    return blocks.subList(1, blocks.size()).stream()
        .map(block -> block.substring(0, block.indexOf("\n```")))
        .toList();
  }

  private static List<Step> steps(String page) {
    List<Step> steps = new ArrayList<>();
    for (String block : blocks(page, "console")) {
      for (String line : block.lines().toList()) {
        if (line.startsWith("$ ") || line.startsWith(CONSOLE)) {
          steps.add(new Step(line, new ArrayList<>()));
        } else if (!line.isEmpty()) {
          steps.getLast().shown().add(line);
        }
      }
    }
    return steps;
  }

  private String said(String typed) throws IOException {
    Matcher kill = KILL.matcher(typed);
    if (kill.matches()) {
      Running job = jobs.get(Integer.parseInt(kill.group(1)) - 1);
      job.signal("TERM");
      job.await();
      return "";
    }
    return typed.startsWith(CONSOLE)
        ? atConsole(typed.substring(CONSOLE.length()))
        : inShell(typed);
  }

  /** The call that a line is, with one stream of output as at a terminal. */
  private RaniCommand call(String typed) {
    // A word may stand between quotes.
    String[] words =
        WORD.matcher(typed.substring(SHELL.length()))
            .results()
            .map(word -> word.group().replace("'", ""))
            .toArray(String[]::new);
    return place.rani(words).inside(user).inside(List.of("sh", "-c", "exec \"$@\" 2>&1", "sh"));
  }

  private String inShell(String typed) {
    assertTrue(typed.startsWith(SHELL), () -> page + " types " + typed);
    RaniCommand call = call(typed);
    if (typed.equals(SHELL + "console")) {
      begun = call.startWithInput();
      return "";
    }
    return call.run().out();
  }

  /**
   * Starts what goes on, line by line as at a terminal; programs are told so by their libraries.
   */
  private void begin(Step step) {
    String line = step.typed().substring(0, step.typed().length() - BACKGROUND.length());
    Running job = call(line).inside(List.of("stdbuf", "-oL")).with("PYTHONUNBUFFERED", "1").start();
    jobs.add(job);
    Pattern shown = pattern(step.shown());
    assertTrue(
        job.out().awaitText(text -> shown.matcher(plain(text) + "\n").lookingAt(), SOON),
        () -> page + ": " + step + " never came of " + job);
  }

  private String atConsole(String verb) throws IOException {
    Running console = begun;
    if (console == null) {
      throw new AssertionError("no console has begun before " + verb);
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
