// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import rani.parts.RealPart;
import rani.parts.SlowTest;

/** TAB in real shells, which have the scripts that {@code rani completion} prints. */
@SlowTest
class ShellCompletionTest extends InWorkplace {
  private static final String TO_BEGINNING = "\u0001";

  /** What is typed before TAB, and what the command is then. */
  private static final List<List<String>> LINES =
      List.of(
          List.of("ru", "run"),
          List.of("run --mode=v", "run --mode=virtual"),
          List.of("up pa", "up pair.yaml"),
          List.of("exec --node al", "exec --node alpha"),
          List.of("run lgc-1-basic --set se", "run lgc-1-basic --set seed="));

  /** What no shell treats otherwise than those above: in one of them, by {@code -Plong} in all. */
  private static final List<List<String>> ALIKE =
      List.of(
          List.of("run lgc-1-b", "run lgc-1-basic"),
          List.of("down pai", "down pair-up"),
          List.of("exec alpha menu --serv", "exec alpha menu --service"));

  @Test
  void bashZshAndFishCompleteVerbsOptionsAndNames() throws Exception {
    place.write(
        "pair.yaml", "topology: pair\nnodes: {alpha: {}, beta: {}}\nlinks: {alpha -- beta: {}}\n");
    Files.createSymbolicLink(place.here().resolve("rani"), Checkout.root().resolve("rani"));
    place.rani("up", "pair.yaml", "--out", "runs/pair-up").run().expectExit(0);
    Path hostile = Files.createDirectory(place.here().resolve("runs/x$(touch made)"));
    assertTrue(Files.isDirectory(hostile));

    List<CompletableFuture<Void>> shells =
        List.of(
            type("bash", "--norc --noprofile -i", "source <(./rani completion bash)"),
            type(
                "zsh",
                "-f -i",
                "autoload -U compinit; compinit -u -d ../zcompdump; source <(./rani completion"
                    + " zsh)"),
            type(
                "fish",
                "--no-config --init-command 'function fish_prompt; echo -n outside\\>\\ ; end'",
                "./rani completion fish | source"));
    shells.forEach(CompletableFuture::join);

    assertEquals(List.of(), made(), "a name of a folder was run as a command");
    place.down();
  }

  private CompletableFuture<Void> type(String shell, String options, String begin) {
    RealPart.program(shell);
    List<String> steps = new ArrayList<>();
    steps.add(PseudoTerminal.step(PseudoTerminal.PROMPT, begin + PseudoTerminal.ENTER));
    List<List<String>> lines = new ArrayList<>(LINES);
    if (shell.equals("bash") || Boolean.getBoolean("rani.long")) {
      lines.addAll(ALIKE);
    }
    for (List<String> line : lines) {
      steps.add(completed(line.getFirst()));
      steps.add(PseudoTerminal.step("GOT ./rani " + line.getLast() + "\r", ""));
    }
    steps.add(completed("trace runs/x"));
    steps.add(PseudoTerminal.step("GOT ./rani trace runs/x$(touch made)", "")); // zsh ends it there
    steps.add(PseudoTerminal.step(PseudoTerminal.PROMPT, "exit" + PseudoTerminal.ENTER));
    List<String> words = List.of("sh", "-c", "exec " + shell + " " + options);
    return CompletableFuture.runAsync(
        () ->
            PseudoTerminal.run(
                place.rani().with("TERM", "xterm"), words, steps.toArray(new String[0])));
  }

  /** Has the shell complete a command, and print what it is then. */
  private static String completed(String command) {
    return PseudoTerminal.step(
        PseudoTerminal.PROMPT,
        "./rani " + command + "\t" + TO_BEGINNING + "echo GOT " + PseudoTerminal.ENTER);
  }

  private List<String> made() throws IOException {
    try (var files = Files.list(place.here())) {
      return files.map(file -> "" + file.getFileName()).filter("made"::equals).toList();
    }
  }
}
