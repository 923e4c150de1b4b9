// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.util.ArrayList;
import java.util.List;
import rani.parts.RealPart;

/** A shell at a terminal, where a test types, and waits for what is shown. */
final class PseudoTerminal {
  static final String CTRL_C = "\u0003";
  static final String CTRL_Z = "\u001a";
  static final String ENTER = "\n";
  static final String PROMPT = "outside> ";

  /** Each step begins with what has to be shown; what is typed then stands behind a tabulator. */
  private static final String SCRIPT =
      """
      import os, pty, select, sys, time
      child, terminal = pty.fork()
      if child == 0:
          os.environ['PS1'] = 'outside> '
          os.execvp(sys.argv[2], sys.argv[2:])
      seen = b''
      for step in sys.argv[1].split('\\v'):
          awaited, typed = step.encode().split(b'\\t', 1)
          end = time.monotonic() + 30
          while awaited not in seen:
              if time.monotonic() > end or not select.select([terminal], [], [], 30)[0]:
                  sys.exit('no ' + repr(awaited) + ' in ' + repr(seen))
              seen += os.read(terminal, 4096)
          seen = seen[seen.index(awaited) + len(awaited):]
          os.write(terminal, typed)
      sys.exit(os.waitpid(child, 0)[1])
      """;

  private PseudoTerminal() {}

  /** A step: waits for some words after those of the step before, and types. */
  static String step(String awaited, String typed) {
    return awaited + "\t" + typed;
  }

  /** Goes through steps; in what they type {@code "$@"} is the command. */
  static void run(RaniCommand command, String... steps) {
    run(command, List.of("sh", "-i", "-s"), steps);
  }

  /** Goes through steps in a shell, with the command as the last of its arguments. */
  static void run(RaniCommand command, List<String> shell, String... steps) {
    RealPart.program("python3");
    List<String> words =
        new ArrayList<>(List.of("python3", "-c", SCRIPT, String.join("\u000b", steps)));
    words.addAll(shell);
    command.inside(words).run().expectExit(0);
  }
}
