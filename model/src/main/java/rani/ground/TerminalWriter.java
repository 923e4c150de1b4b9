// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.io.ByteArrayOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;

/** Writer for a possible terminal. Sanitises all text by {@link TerminalText}. */
public final class TerminalWriter extends FilterWriter {
  private TerminalWriter(Writer out) {
    super(out);
  }

  /** Returns a printer that sanitises its text and flushes with each line. */
  public static PrintWriter over(Writer out) {
    return new PrintWriter(new TerminalWriter(out), true);
  }

  /** Returns a stream that sanitises text line by line, for loggers, which quote peers. */
  public static PrintStream stream(PrintStream out) {
    return new PrintStream(new Lines(out), true, out.charset());
  }

  /** Buffers bytes until they are flushed, so that no multi-byte character is split. */
  private static final class Lines extends ByteArrayOutputStream {
    private final PrintStream out;

    Lines(PrintStream out) {
      this.out = out;
    }

    @Override
    public synchronized void flush() {
      out.print(TerminalText.of(toString(out.charset())));
      out.flush();
      reset();
    }
  }

  @Override
  public void write(int c) throws IOException {
    write(new char[] {(char) c}, 0, 1);
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    write(new String(text, from, length));
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    write(text.substring(from, from + length));
  }

  @Override
  public void write(String text) throws IOException {
    out.write(TerminalText.of(text));
  }
}
