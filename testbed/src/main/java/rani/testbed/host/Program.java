// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs programs of this host to their end. */
final class Program {
  private Program() {}

  /** Runs a program to its end, or to a time limit; a failure's message is its output. */
  static void run(ProcessBuilder program, Duration max) throws IOException {
    Process process = program.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(max.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
