// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import rani.ground.LabFailure;

/** A child process that reads commands from standard input and answers by lines. */
public final class Child implements AutoCloseable {
  private static final long END_MILLIS_MAX = 2000;

  private final String name;
  private final Process process;
  private final BufferedReader lines;

  /** The exit code and the output, both streams together, of a command that has ended. */
  public record Ended(int exit, String output) {}

  /** Runs a command without input to its end. */
  public static Ended run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    byte[] output = process.getInputStream().readAllBytes();
    return new Ended(process.waitFor(), new String(output, StandardCharsets.UTF_8));
  }

  Child(String name, List<String> command) throws LabFailure {
    this.name = name;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new LabFailure("cannot start " + name + ": " + e.getMessage(), e);
    }
    lines = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Writes a line and waits for the answer. */
  public String ask(String order) throws LabFailure {
    try {
      process.outputWriter(StandardCharsets.UTF_8).append(order).append('\n').flush();
    } catch (IOException e) {
      throw new LabFailure(name + " has ended", e);
    }
    return await(line -> true);
  }

  /** Waits for a line. If it does not arrive, the exception shows the lines before it. */
  public String await(Predicate<String> wanted) throws LabFailure {
    StringBuilder said = new StringBuilder();
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (wanted.test(line)) {
          return line;
        }
        said.append(": ").append(line);
      }
    } catch (IOException e) {
      throw new LabFailure(name + " has ended" + said, e);
    }
    throw new LabFailure(name + " has ended" + said);
  }

  /** Waits until the process has ended or closed its output; returns the rest of its output. */
  public String rest() {
    return lines.lines().collect(Collectors.joining("\n"));
  }

  public void ignoreTheRest() {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                long _ = lines.transferTo(Writer.nullWriter());
              } catch (IOException e) {
                return; // the output has ended
              }
            });
  }

  /** Returns the process's processor time in nanoseconds. */
  public long cpuNanos() {
    return CpuClock.nanos(process.toHandle());
  }

  public ProcessHandle process() {
    return process.toHandle();
  }

  /** Ends the process by the end of its standard input, then by a signal, then by force. */
  @Override
  public void close() {
    try {
      process.outputWriter(StandardCharsets.UTF_8).close();
    } catch (IOException e) {
      process.destroy(); // the process has closed its standard input
    }
    process.destroy();
    try {
      if (!process.waitFor(END_MILLIS_MAX, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor(END_MILLIS_MAX, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
