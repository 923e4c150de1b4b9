// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.ground.TerminalWriter;

/** Standard output of the process; remembers its first error, which a print writer would drop. */
public final class StandardOutput extends OutputStream {
  /** Error message of Linux and macOS for a pipe without a reader. */
  private static final String READER_GONE = "Broken pipe";

  private final OutputStream out;
  private @Nullable IOException failure;

  public StandardOutput() {
    this(new FileOutputStream(FileDescriptor.out));
  }

  StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** Returns a writer that escapes control characters, and flushes with each line. */
  public PrintWriter writer() {
    return TerminalWriter.over(
        new BufferedWriter(new OutputStreamWriter(this, System.out.charset())));
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /** Returns the reason why output is incomplete; a pipe that its reader closed does not count. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure)
        .map(e -> String.valueOf(e.getMessage()))
        .filter(why -> !why.equals(READER_GONE));
  }
}
