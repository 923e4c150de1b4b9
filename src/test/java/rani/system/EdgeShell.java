// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/**
 * {@code rani shell} with a POSIX shell that runs one command after the other: a tenth of what a
 * call for each costs. Its files are in the working directory.
 */
final class EdgeShell {
  private final Path folder;
  private final String name;
  private final Running shell;
  private int commands;

  /** Begins it, by a call of {@code rani shell} that ends before its command. */
  EdgeShell(Workplace place, String name, RaniCommand begin) {
    this.folder = place.here();
    this.name = name;
    this.shell = begin.startWithInput();
  }

  /** The words behind {@code rani} that begin it. */
  static String[] at(String... network) {
    return Stream.of(Stream.of("shell"), Stream.of(network), Stream.of("--", "sh"))
        .flatMap(words -> words)
        .toArray(String[]::new);
  }

  /** Runs a command to its end; standard input is empty. */
  Outcome run(String... command) {
    RealPart.program(command[0]);
    commands++;
    String out = name + "-" + commands + ".out";
    String err = name + "-" + commands + ".err";
    String words =
        Stream.of(command)
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    String line = "%s </dev/null >%s 2>%s; echo ended %d $?\n".formatted(words, out, err, commands);
    try {
      OutputStream in = shell.process().getOutputStream();
      in.write(line.getBytes(StandardCharsets.UTF_8));
      in.flush();
      int exit = Integer.parseInt(shell.printed("ended " + commands + " "));
      return new Outcome(
          words,
          exit,
          Files.readString(folder.resolve(out)),
          Files.readString(folder.resolve(err)));
    } catch (IOException e) {
      throw new UncheckedIOException(shell.toString(), e);
    }
  }

  /** Ends it, as at the end of its input. */
  void end() {
    try {
      shell.process().getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    shell.await();
  }
}
