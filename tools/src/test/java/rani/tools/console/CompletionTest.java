// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.tools.complete.Candidate;
import rani.tools.console.verb.LinkParameters;

/** Which words TAB offers. */
class CompletionTest {
  private static final List<String> NODES = List.of("n1", "n2", "n3");

  @TempDir private Path folder;

  private Completion completion;

  @BeforeEach
  void start() throws Exception {
    completion =
        new Completion(
            new ConsoleInterpreter(
                VirtualConsole.of(new FakeTestbed(VirtualConsole.ROW)).session()));
  }

  private List<String> next(String before, String begun) {
    return completion.next(Words.of(before), begun).stream().map(Candidate::word).toList();
  }

  @Test
  void aLineBeginsWithAVerbOrANodeOrEndsTheConsole() {
    List<String> first = next("", "");

    assertTrue(first.containsAll(NODES), first::toString);
    assertTrue(first.containsAll(List.of("nodes", "topology", "help", "exit")), first::toString);
    assertFalse(next("n1", "").contains("exit"), "a node is no way out");
    assertTrue(next("N1 n2", "").contains("ping"));
  }

  @Test
  void aParametersLabelSaysWhatItCanBe() {
    assertEquals(NODES, next("queue", ""));
    assertEquals(List.of("add", "remove"), next("n1 filter", ""));
    assertEquals(NODES, next("n1 filter add", ""));
    assertEquals(List.of("set", "reset", "down", "up"), next("link n1-n2", ""));
    assertTrue(next("link", "").containsAll(List.of("n1-n2", "n2-n1", "n3-n2", "add")));
    assertTrue(next("n1 tell", "").contains("ping"));
    assertTrue(next("help", "").contains("traceroute"));
  }

  @Test
  void behindSetStandKnobsAndBehindPingItsSettings() {
    assertEquals(
        LinkParameters.NAMES.stream().map(knob -> knob + "=").toList(), next("link n1-n2 set", ""));
    assertTrue(next("n1 ping n3", "").contains("interval="));
    assertFalse(next("ping", "").contains("interval="), "first the nodes");
  }

  @Test
  void whatAServiceIsToldDependsOnTheService() {
    assertEquals(List.of("start", "show", "stop"), next("n1 tell ping", ""));
    assertEquals(List.of("start", "show"), next("n1 tell traceroute", ""));
  }

  @Test
  void verbsOfAVerbAreOfferedAndThenWhatTheyTake() {
    assertEquals(List.of("start", "stop", "load", "unload"), next("n1 service", ""));
    assertTrue(next("n1 service start", "").contains("echo"));
    assertEquals(NODES, next("watch queue", ""));
    assertTrue(next("n1 service start sink", "").contains("port="));
  }

  @Test
  void optionsAreOfferedBehindADashAndTheirValuesBehindThem() {
    List<String> options = next("menu", "-");

    assertTrue(options.containsAll(List.of("--service", "--manual", "--help")), options::toString);
    assertFalse(options.contains("--version"), "verbs have no version");
    assertTrue(next("menu --service", "").contains("ping"));
    assertEquals(NODES, next("menu --service ping", ""), "the value of an option is no word");
  }

  @Test
  void filesAreOfferedButForHiddenOnes() throws Exception {
    Files.createFile(folder.resolve("evening.txt"));
    Files.createFile(folder.resolve(".hidden"));
    Files.createDirectory(folder.resolve("mornings"));

    List<String> files = next("source", folder + "/");

    assertEquals(List.of(folder + "/evening.txt", folder + "/mornings/"), files);
    assertEquals(List.of(), next("source", folder + "/nowhere/"));
  }

  @Test
  void nothingIsOfferedBehindWhatIsNoVerb() {
    assertEquals(List.of(), next("nosuch", ""));
  }
}
