// SPDX-License-Identifier: Apache-2.0
package rani.node;

import org.jspecify.annotations.Nullable;
import rani.world.AsciiLine;

/**
 * A buffer of trace lines that is handed on when it is full. A run in virtual time writes millions
 * of lines, and digesting or storing them in blocks is far faster than one by one. The {@link
 * TraceLines} of one run's nodes share a page.
 */
public final class TracePage {
  private final AsciiLine text = new AsciiLine();
  private final int fullBytes;
  private final TraceLines.@Nullable Sink lines;
  private final @Nullable Reader reader;
  private int lineBegins;
  private long number;

  @FunctionalInterface
  public interface Reader {
    /** Receives whole lines of ASCII, at the start of an array that it must not keep. */
    void page(byte[] ascii, int length);
  }

  TracePage(TraceLines.Sink lines) {
    this.fullBytes = 1;
    this.lines = lines;
    this.reader = null;
  }

  /**
   * Makes an empty page, which is handed to its reader at {@code fullBytes}, at least 1. {@code
   * lines} also receives each line as it ends; null for none.
   */
  public TracePage(int fullBytes, Reader reader, TraceLines.@Nullable Sink lines) {
    this.fullBytes = fullBytes;
    this.lines = lines;
    this.reader = reader;
  }

  AsciiLine text() {
    return text;
  }

  /** Returns the number of the current page; positions on earlier pages are void. */
  long number() {
    return number;
  }

  /** Notes that a line has ended with its line feed. */
  void lineEnds() {
    if (lines != null) {
      lines.line(text.bytes(), lineBegins, text.length() - lineBegins);
    }
    lineBegins = text.length();
    if (lineBegins >= fullBytes) {
      turn();
    }
  }

  /** Hands the page to its reader, full or not, and starts the next. */
  public void turn() {
    if (reader != null) {
      reader.page(text.bytes(), text.length());
    }
    text.clear();
    lineBegins = 0;
    number++;
  }
}
