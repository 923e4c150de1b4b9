// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The interface is the one of docs/webassembly.md: functions, exports and the window's fields. */
class InterfacePageTest {
  private static final Path PAGE = Path.of("..", "docs", "webassembly.md");
  private static final Pattern FUNCTION = Pattern.compile("`(\\w+)\\(([^)]*)\\)(?: -> (\\w+))?`");
  private static final Pattern FIELD =
      Pattern.compile("(?m)^\\| (0x[0-9A-F]+) \\| .*? \\| `(\\w+)`");

  private static String section(String from, String to) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf(from);
    int end = page.indexOf(to, start);
    assertTrue(start >= 0 && end > start, from);
    return page.substring(start, end);
  }

  /** By name, the type of each function in the first column of a section's table. */
  private static TreeMap<String, String> functions(String section) {
    return section
        .lines()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> FUNCTION.matcher(line.substring(0, line.indexOf(" | "))).results())
        .collect(
            toMap(found -> found.group(1), InterfacePageTest::type, (a, _) -> a, TreeMap::new));
  }

  private static String type(MatchResult found) {
    String arguments =
        Stream.of(found.group(2).split(", "))
            .map(argument -> argument.split(" ")[0])
            .collect(joining(", "));
    String result = found.group(3) == null ? "" : " -> " + found.group(3);
    return "(" + arguments + ")" + result;
  }

  @Test
  void functionsAreThoseOfThePage() throws IOException {
    TreeMap<String, String> implemented = new TreeMap<>();
    for (Abi.HostFunction function : Abi.HostFunction.values()) {
      implemented.put(function.text(), function.type().toString());
    }

    assertEquals(functions(section("### The functions", "## Limits")), implemented);
  }

  @Test
  void exportsAreThoseOfThePage() throws IOException {
    TreeMap<String, String> page = functions(section("## The module", "### The description"));

    assertEquals(9, page.size(), page::toString);
    page.forEach((name, type) -> assertEquals(type, String.valueOf(Abi.entry(name)), name));
  }

  @Test
  void fieldsOfTheWindowAreThoseOfThePage() throws Exception {
    TreeMap<String, Integer> page =
        FIELD
            .matcher(section("### The window", "### The functions"))
            .results()
            .collect(
                toMap(
                    found -> found.group(2).toUpperCase(Locale.ROOT),
                    found -> Integer.decode(found.group(1)),
                    (a, _) -> a,
                    TreeMap::new));
    TreeMap<String, Integer> implemented = new TreeMap<>();
    for (Field field : CallWindow.class.getDeclaredFields()) {
      if (field.getType() == int.class && page.containsKey(field.getName())) {
        implemented.put(field.getName(), field.getInt(null));
      }
    }

    assertTrue(page.size() > 20, page::toString);
    assertEquals(page, implemented);
  }
}
