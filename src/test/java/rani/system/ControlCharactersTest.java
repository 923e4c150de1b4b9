// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.system.RaniCommand.Outcome;

/** A file whose texts would clear the screen of its reader, or turn what he reads around. */
@Execution(CONCURRENT)
class ControlCharactersTest {
  /** As YAML writes it: clear the screen, a C1 control, and turn to the left. */
  private static final String ATTACK = "\\e[2J\\x9b2J\\u202e";

  private static final String EXPERIMENT =
      """
      experiment: e
      title: "title ${word}"
      topology:
        topology: t
        nodes: {n1: {}, n2: {}}
        links: {n1 -- n2: {delay: 1ms}}
      traffic: [{from: n1, to: n2, kind: bursts, packets: 1, gap: "${gap}"}]
      sweep:
        variables: {gap: [1s], word: ["%1$s", two]}
      run: {until: 1s}
      expect: [{name: "name %1$s", metric: offered.n1, equals: 7}]
      """
          .formatted(ATTACK);

  @TempDir private Path folder;

  @BeforeEach
  void writeTheFiles() throws IOException {
    Files.writeString(folder.resolve("e.yaml"), EXPERIMENT);
    Files.writeString(
        folder.resolve("bad.yaml"),
        "topology: t\nnodes: {n1: {queue: {discipline: \"" + ATTACK + "\"}}}\n");
  }

  static Stream<List<String>> verbs() {
    return Stream.of(
        List.of("validate", "e.yaml"),
        List.of("validate", "bad.yaml"),
        List.of("validate", "\u001b[2J\u009b2J\u202e.yaml"),
        List.of(
            "run", "e.yaml", "--mode", "virtual", "--pick", "word=two", "--out", "kept", "--json"),
        List.of("run", "e.yaml", "--mode", "virtual", "--pick", "word=two", "--out", "kept"),
        List.of("sweep", "e.yaml", "--out", "kept"),
        List.of("graph", "\u001b[2J\u009b2J\u202e"),
        List.of("report", "\u001b[2J\u009b2J\u202e"),
        List.of("trace", "\u001b[2J\u009b2J\u202e"),
        List.of("operator", "verify", "x", "--key", "\u001b[2J\u009b2J\u202e"),
        List.of("\u001b[2J\u009b2J\u202e"),
        List.of("run", "e.yaml", "--mode", "\u001b[2J\u009b2J\u202e"));
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void noControlCharacterReachesTheTerminal(List<String> words) {
    String[] located =
        words.stream()
            .map(
                word ->
                    word.contains("yaml") || word.equals("kept")
                        ? folder.resolve(word).toString()
                        : word)
            .toArray(String[]::new);

    Outcome outcome = InThisJvm.rani(located);

    String said = outcome.out() + outcome.err();
    assertFalse(said.matches("(?s).*" + TerminalProperties.OBEYED + ".*"), outcome::toString);
    String shown = said.toLowerCase(Locale.ROOT); // JSON writes \\u001B
    assertTrue(shown.contains("\\u001b[2j") || shown.contains("?[2j"), outcome::toString);
  }
}
