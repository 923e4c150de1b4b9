// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import rani.model.file.InputFile;

/**
 * Splits a file whose lines share a prefix. A line starts after a line feed, and wherever the
 * prefix occurs: if a line feed was lost, or bytes between two lines were overwritten, the second
 * line is still found. It reads the file up to its length at the start.
 */
final class LineCutter {
  /** The longest line that is kept; a row of a thousand metrics has 40 kB. */
  static final int LINE_BYTES_MAX = 16 << 20;

  private static final int CHUNK_BYTES = 1 << 16;

  private final byte[] beginning;
  private final Sink sink;
  private byte[] kept = new byte[4096];
  private long number = 1;
  private long beginBytes;
  private long lengthBytes;
  private int matched;

  /** Takes lines. */
  @FunctionalInterface
  interface Sink {
    void line(Line line) throws IOException;
  }

  /**
   * A line.
   *
   * @param number how many line feeds stand before it, plus 1
   * @param offsetBytes where it begins
   * @param bytes without line feed; of too long a line the first alone
   * @param isTooLong whether it has more than {@link #LINE_BYTES_MAX} bytes
   * @param isEnded whether a line feed stands behind it
   */
  record Line(long number, long offsetBytes, byte[] bytes, boolean isTooLong, boolean isEnded) {}

  private LineCutter(String beginning, Sink sink) {
    this.beginning = beginning.getBytes(StandardCharsets.US_ASCII);
    this.sink = sink;
  }

  /**
   * Cuts a file.
   *
   * @param beginning of each line, whose first character stands in it once
   * @return where the last line ends that has a line feed; what stands behind it was no line of the
   *     sink's
   */
  static long cut(Path file, String beginning, Sink sink) throws IOException {
    try (InputStream in = InputFile.stream(file)) {
      return new LineCutter(beginning, sink).cut(in, Files.size(file));
    }
  }

  private long cut(InputStream in, long sizeBytes) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    long left = sizeBytes;
    while (left > 0) {
      int read = in.read(chunk, 0, (int) Math.min(left, chunk.length));
      if (read < 0) {
        break;
      }
      for (int i = 0; i < read; i++) {
        take(chunk[i]);
      }
      left -= read;
    }
    return beginBytes;
  }

  private void take(byte next) throws IOException {
    if (next == '\n') {
      end(lengthBytes, true);
      beginBytes += lengthBytes + 1;
      lengthBytes = 0;
      number++;
      matched = 0;
      return;
    }
    if (lengthBytes < LINE_BYTES_MAX) {
      if (lengthBytes == kept.length) {
        kept = Arrays.copyOf(kept, 2 * kept.length);
      }
      kept[(int) lengthBytes] = next;
    }
    lengthBytes++;
    matched = next == beginning[matched] ? matched + 1 : next == beginning[0] ? 1 : 0;
    if (matched == beginning.length) {
      beginAgain();
    }
  }

  private void beginAgain() throws IOException {
    long before = lengthBytes - beginning.length;
    if (before > 0) {
      end(before, false);
      beginBytes += before;
      lengthBytes = beginning.length;
      System.arraycopy(beginning, 0, kept, 0, beginning.length);
    }
    matched = 0;
  }

  private void end(long length, boolean isEnded) throws IOException {
    byte[] bytes = Arrays.copyOf(kept, (int) Math.min(length, LINE_BYTES_MAX));
    sink.line(new Line(number, beginBytes, bytes, length > LINE_BYTES_MAX, isEnded));
  }
}
