// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.tools.ManualPages;

/** Manual pages, as man(1) shows them. */
class ManualPagesTest {
  private static final Pattern VERB = Pattern.compile("(?m)^  ([a-z-]+)  ");
  private static final Pattern OPTION = Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z][a-z-]*)");

  @TempDir private Path folder;

  private static SortedSet<String> all(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(toCollection(TreeSet::new));
  }

  /** Has man show a page; it must have nothing to warn of. */
  private String shown(Path page) throws Exception {
    Process man =
        new ProcessBuilder(
                "env",
                "LC_ALL=C.UTF-8",
                "MANWIDTH=200",
                "MANPAGER=cat",
                "MAN_KEEP_FORMATTING=",
                "man",
                "--warnings",
                "-l",
                "" + page)
            .redirectErrorStream(true)
            .start();
    man.getOutputStream().close();
    String text = new String(man.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, man.waitFor(), text);
    return text;
  }

  @Test
  void everyVerbHasAPageWithEachOfItsOptions() throws Exception {
    RealPart.program("man");
    ManualPages.main(new String[] {"" + folder});
    List<String> pages;
    try (Stream<Path> files = Files.list(folder)) {
      pages = files.map(file -> "" + file.getFileName()).sorted().toList();
    }
    for (String verb : all(VERB, InThisJvm.rani("--help").expectExit(0).out())) {
      assertTrue(verb.equals("help") || pages.contains("rani-" + verb + ".1"), verb);
    }
    assertTrue(pages.containsAll(List.of("rani.1", "rani-service-load.1")), pages::toString);
    for (String page : pages) {
      String shown = shown(folder.resolve(page));
      assertTrue(!shown.contains("warning"), shown);
      assertTrue(shown.contains("NAME\n"), shown);
      List<String> call = new ArrayList<>(List.of(page.replaceAll("^rani-?|\\.1$", "").split("-")));
      call.removeIf(String::isEmpty);
      call.add("--help");
      String help = InThisJvm.rani(call.toArray(new String[0])).expectExit(0).out();
      for (String option : all(OPTION, help)) {
        assertTrue(shown.contains(option), () -> option + " is not in " + shown);
      }
    }
  }
}
