// SPDX-License-Identifier: Apache-2.0
package rani.tools.shell;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import rani.ground.TerminalText;
import rani.tools.complete.Candidate;
import rani.tools.complete.NextWord;

/**
 * Completes a line of a shell. The scripts of {@link CompletionCommand} call it as {@code rani
 * __complete -- WORD…}, where the last word is the one that is being typed. It prints a candidate a
 * line, with a note behind a tabulator; {@code :files}, {@code :files SUFFIX} or {@code :folders}
 * asks the shell for its own completion besides.
 */
public final class ShellCompletion {
  /** First word of the call. */
  public static final String VERB = "__complete";

  private static final int CANDIDATES_MAX = 500;
  private static final int NOTE_CHARS_MAX = 70;

  private ShellCompletion() {}

  /** Reports whether the arguments are a call of the scripts. */
  public static boolean isCalled(String[] arguments) {
    return arguments.length > 2 && arguments[0].equals(VERB);
  }

  /**
   * Prints the candidates.
   *
   * @param describe the command line for words, of which the first is the verb
   */
  public static void print(
      String[] arguments, Function<String[], CommandLine> describe, PrintWriter out) {
    List<String> words = List.of(arguments).subList(2, arguments.length);
    List<String> before = words.subList(0, words.size() - 1);
    String begun = words.getLast();
    ShellValues values = new ShellValues();
    new NextWord(values)
        .behind(describe.apply(before.toArray(new String[0])), before, begun).stream()
            .filter(candidate -> candidate.word().startsWith(begun))
            .filter(candidate -> TerminalText.of(candidate.word()).equals(candidate.word()))
            .distinct()
            .limit(CANDIDATES_MAX)
            .forEach(candidate -> out.print(line(candidate)));
    values.fromShell().forEach(kind -> out.print(kind + "\n"));
    out.flush();
  }

  private static String line(Candidate candidate) {
    String note = TerminalText.of(candidate.note());
    boolean isLong = note.length() > NOTE_CHARS_MAX;
    return candidate.word()
        + (note.isEmpty() ? "" : "\t")
        + (isLong ? note.substring(0, NOTE_CHARS_MAX - 1) + "…" : note)
        + "\n";
  }
}
