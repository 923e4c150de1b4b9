// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import rani.parts.RealPart;

/** A real program that a test starts beside rani, which the machine must have. */
final class Program {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Program() {}

  /** Runs one to its end, in a folder; its outcome has its standard output and error. */
  static RaniCommand.Outcome run(Path folder, String... words) {
    return start(folder, words).await(LIMIT);
  }

  /** Starts one without waiting. */
  static RaniCommand.Running start(Path folder, String... words) {
    RealPart.program(words[0]);
    try {
      Process process =
          new ProcessBuilder(List.of(words))
              .directory(folder.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      return new RaniCommand.Running(
          String.join(" ", words),
          process,
          new Transcript(process.getInputStream()),
          new Transcript(process.getErrorStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends one that would go on. */
  static void end(RaniCommand.Running running) {
    try {
      running.process().destroyForcibly().waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
