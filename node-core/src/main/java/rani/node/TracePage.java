// SPDX-License-Identifier: Apache-2.0
package rani.node;

import org.jspecify.annotations.Nullable;
import rani.world.AsciiLine;

/**
 * Where lines of a trace are written, one behind the other, and go on from together: a run in
 * virtual time writes millions of them, and what digests or stores them takes many at a time in far
 * less time than one by one. The nodes of one run write on one page, by {@link TraceLines}.
 */
public final class TracePage {
  private final AsciiLine text = new AsciiLine();
  private final int fullBytes;
  private final TraceLines.@Nullable Sink lines;
  private final @Nullable Reader reader;
  private int lineBegins;
  private long number;

  /** Takes pages. */
  @FunctionalInterface
  public interface Reader {
    /** Whole lines of ASCII at the beginning of an array that the reader may not keep. */
    void page(byte[] ascii, int length);
  }

  /** A page for one line at a time. */
  TracePage(TraceLines.Sink lines) {
    this.fullBytes = 1;
    this.lines = lines;
    this.reader = null;
  }

  /**
   * An empty page.
   *
   * @param fullBytes with how many it is full, and goes to its reader; at least 1
   * @param lines takes each line as it ends, too; null for none
   */
  public TracePage(int fullBytes, Reader reader, TraceLines.@Nullable Sink lines) {
    this.fullBytes = fullBytes;
    this.lines = lines;
    this.reader = reader;
  }

  /** What is written on. */
  AsciiLine text() {
    return text;
  }

  /** Which page it is: what was written on another is there no longer. */
  long number() {
    return number;
  }

  /** A line has ended, its line feed included. */
  void lineEnds() {
    if (lines != null) {
      lines.line(text.bytes(), lineBegins, text.length() - lineBegins);
    }
    lineBegins = text.length();
    if (lineBegins >= fullBytes) {
      turn();
    }
  }

  /** Hands on what is written, full or not, and begins again. */
  public void turn() {
    if (reader != null) {
      reader.page(text.bytes(), text.length());
    }
    text.clear();
    lineBegins = 0;
    number++;
  }
}
