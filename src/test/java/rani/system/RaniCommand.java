// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One call of the launcher, as a user would type it. */
final class RaniCommand {
  /** After this a call is killed and its test fails; a build by Maven fits in. */
  private static final long LIMIT_SECONDS = 300;

  private final ProcessBuilder builder;

  private RaniCommand(Path launcher, List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(launcher.toString());
    words.addAll(arguments);
    builder = new ProcessBuilder(words);
  }

  /** {@code ./rani} of this source tree, working on the distribution that Maven has just built. */
  static RaniCommand rani(String... arguments) {
    return launcher(Checkout.root().resolve("rani"), arguments)
        .with("RANI_DIST", Checkout.root().resolve("tools/target/dist").toString());
  }

  /** Another launcher, with no distribution named. */
  static RaniCommand launcher(Path launcher, String... arguments) {
    return new RaniCommand(launcher, List.of(arguments)).without("RANI_DIST");
  }

  RaniCommand with(String variable, String value) {
    builder.environment().put(variable, value);
    return this;
  }

  RaniCommand without(String variable) {
    builder.environment().remove(variable);
    return this;
  }

  RaniCommand in(Path folder) {
    builder.directory(folder.toFile());
    return this;
  }

  /** Runs to the end; standard input is empty. */
  Outcome run() {
    return start().await();
  }

  /** Starts without waiting; standard input is empty. */
  Running start() {
    try {
      File out = File.createTempFile("rani", ".out");
      File err = File.createTempFile("rani", ".err");
      Process process =
          builder
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out)
              .redirectError(err)
              .start();
      return new Running(process, out.toPath(), err.toPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A call under way. */
  record Running(Process process, Path outFile, Path errFile) {
    Outcome await() {
      try {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly().waitFor();
          throw new AssertionError("not done after " + LIMIT_SECONDS + " s: " + outcome());
        }
        return outcome();
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }

    private Outcome outcome() {
      try {
        var outcome =
            new Outcome(process.exitValue(), Files.readString(outFile), Files.readString(errFile));
        Files.delete(outFile);
        Files.delete(errFile);
        return outcome;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What a call left: its exit code and what it wrote. */
  record Outcome(int exit, String out, String err) {}
}
