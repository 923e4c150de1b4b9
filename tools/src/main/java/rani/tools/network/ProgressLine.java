// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import rani.ground.TerminalText;
import rani.tools.screen.TerminalColours;

/** Progress of a file transfer, one line on standard error; on terminals only. */
final class ProgressLine {
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final PrintWriter err;
  private final boolean shown;
  private long lastNanos;

  ProgressLine(PrintWriter err) {
    this.err = err;
    this.shown = TerminalColours.isTerminal();
  }

  synchronized void at(String name, long bytes, long sizeBytes) {
    long now = System.nanoTime();
    if (shown && (now - lastNanos > EVERY_NANOS || bytes == sizeBytes)) {
      lastNanos = now;
      err.printf(
          "%s%s: %d of %d bytes, %d%%%s",
          TerminalText.control('\r'),
          name,
          bytes,
          sizeBytes,
          sizeBytes == 0 ? 100 : bytes * 100 / sizeBytes,
          bytes == sizeBytes ? "\n" : "");
      err.flush();
    }
  }
}
