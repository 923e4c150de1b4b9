// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import rani.ground.TerminalText;
import rani.ground.TerminalWriter;
import rani.tools.screen.TerminalColours;
import tools.jackson.databind.json.JsonMapper;

/** What reaches a terminal: no character that it obeys but those of rani's own colours. */
class TerminalProperties {
  /** Characters that a terminal obeys, as Unicode's code charts list them. */
  static final String OBEYED = "[\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F\\u202A-\\u202E\\u2066-\\u2069]";

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().all().ofMaxLength(40);
  }

  @Property
  void noTextHasWhatATerminalObeys(@ForAll("texts") String text) {
    String shown = printed(text);
    assertFalse(shown.matches("(?s).*" + OBEYED + ".*"), shown);
    assertEquals(text.replaceAll(OBEYED, ""), shown.replaceAll("\\\\u[0-9a-f]{4}", ""), text);
  }

  @Provide
  Arbitrary<String> whole() {
    return texts()
        .filter(
            text ->
                !text.contains("\\")
                    && text.codePoints()
                        .noneMatch(c -> Character.getType(c) == Character.SURROGATE));
  }

  @Property
  void jsonIsWhatItWas(@ForAll("whole") String text) {
    JsonMapper json = new JsonMapper();
    String shown = printed(json.writeValueAsString(text));
    assertEquals(text, json.readValue(shown, String.class));
  }

  @Example
  void everyCharacterIsShownOrEscaped() {
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      String text = String.valueOf(c);
      boolean obeyed = text.matches(OBEYED);
      assertEquals(obeyed ? String.format("\\u%04x", (int) c) : text, TerminalText.of(text));
    }
  }

  @Example
  void coloursAreRanisOwn() {
    TerminalColours ink = new TerminalColours(true);
    assertEquals("\u001b[31mred\u001b[0m!", printed(ink.red("red") + "!"));
    assertEquals("\u001b[1m\\u001b[2J\u001b[0m", printed(ink.bold("\u001b[2J")));
    assertEquals("plain", printed(TerminalColours.NONE.red("plain")));
    assertEquals("\\u001b[31mred", printed("\u001b[31mred"));
  }

  /** A verb. */
  @Command(name = "verb", description = "Does it.", mixinStandardHelpOptions = true)
  private static final class Verb {}

  @Example
  void helpKeepsItsColours() {
    CommandLine line = new CommandLine(new Verb());
    new TerminalColours(true).keepInHelp(line);
    StringWriter shown = new StringWriter();
    line.usage(TerminalWriter.over(shown));
    assertTrue(shown.toString().contains("\u001b[1mverb\u001b["), shown::toString);
    assertFalse(shown.toString().matches("(?s).*[\uE000-\uF8FF].*"), shown::toString);

    CommandLine plain = new CommandLine(new Verb());
    TerminalColours.NONE.keepInHelp(plain);
    assertTrue(plain.getUsageMessage().startsWith("Usage: verb [-hV]"), plain.getUsageMessage());
  }

  @Example
  void logsAreTextForATerminalToo() {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream log = TerminalWriter.stream(new PrintStream(shown, true, StandardCharsets.UTF_8));
    log.print("a peer says ");
    log.println("\u001b[2Jé\u202e");
    assertEquals("a peer says \\u001b[2Jé\\u202e\n", shown.toString(StandardCharsets.UTF_8));
  }

  private static String printed(String text) {
    StringWriter shown = new StringWriter();
    PrintWriter out = TerminalWriter.over(shown);
    out.printf("%s", text);
    out.flush();
    String once = shown.toString();
    text.chars().forEach(out::write);
    out.append(text).flush();
    return once;
  }
}
