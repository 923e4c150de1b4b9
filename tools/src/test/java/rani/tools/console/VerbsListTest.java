// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What holds of every verb. */
class VerbsListTest {
  private static ConsoleInterpreter interpreter() throws Exception {
    return new ConsoleInterpreter(VirtualConsole.of(new FakeTestbed(VirtualConsole.ROW)).session());
  }

  static Stream<String> verbs() throws Exception {
    return interpreter().commandLine().getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void everyVerbIsFoundByItsNameInAnyCaseAndHasHelp(String verb) throws Exception {
    VirtualConsole console = VirtualConsole.of(new FakeTestbed(VirtualConsole.ROW));

    assertTrue(Verbs.isVerb(verb.toUpperCase(Locale.ROOT)));
    VerbResult help = console.execute(verb + " --help").expectExit(0);
    assertTrue(help.out().contains(verb), help::toString);
    assertEquals(help.out(), console.execute("help " + verb).expectExit(0).out());
  }

  /** The list of verbs shows the first element of each description. */
  @ParameterizedTest
  @MethodSource("verbs")
  void theListOfVerbsSaysWholeSentences(String verb) throws Exception {
    CommandLine line =
        Objects.requireNonNull(interpreter().commandLine().getSubcommands().get(verb));
    String first = line.getCommandSpec().usageMessage().description()[0];

    assertTrue(first.endsWith(".") || verb.equals("help"), first);
  }

  @Test
  void helpComesLastAndNoVerbHasAVersion() throws Exception {
    CommandLine line = interpreter().commandLine();

    assertEquals("help", List.copyOf(line.getSubcommands().keySet()).getLast());
    line.getSubcommands()
        .values()
        .forEach(verb -> assertNull(verb.getCommandSpec().findOption("--version")));
  }

  @Test
  void anArrowIsNoOption() throws Exception {
    CommandLine line = interpreter().commandLine();

    for (String verb : List.of("inject", "packet", "path")) {
      assertNotNull(line.parseArgs(verb, "n1", "->", "n3"));
    }
    assertFalse(Verbs.isVerb("n1"));
  }
}
