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
 * Splits a file whose lines share a prefix. A line starts after a line feed, and also wherever the
 * prefix occurs. So the second of two lines is still found if a line feed was lost or bytes between
 * the lines were overwritten. The file is read up to its length at the start.
 */
final class LineCutter {
  /** Largest length of a kept line; a row of a thousand metrics has 40 kB. */
  static final int LINE_BYTES_MAX = 16 << 20;

  private static final int CHUNK_BYTES = 1 << 16;

  private final byte[] beginning;
  private final Sink sink;
  private byte[] kept = new byte[4096];
  private long number = 1;
  private long beginBytes;
  private long lengthBytes;
  private int matched;

  @FunctionalInterface
  interface Sink {
    void line(Line line) throws IOException;
  }

  /**
   * A line without line feed; of a longer one only the first {@link #LINE_BYTES_MAX} bytes. Its
   * number is the number of line feeds before it, plus 1. {@code isEnded} says whether a line feed
   * follows.
   */
  record Line(long number, long offsetBytes, byte[] bytes, boolean isTooLong, boolean isEnded) {}

  private LineCutter(String beginning, Sink sink) {
    this.beginning = beginning.getBytes(StandardCharsets.US_ASCII);
    this.sink = sink;
  }

  /**
   * Splits a file into lines for the sink. Each line starts with {@code beginning}, a text that has
   * its first character only once. Returns the end of the last line that has a line feed.
   */
  static long cut(Path file, String beginning, Sink sink) throws IOException {
    return cut(file, 0, beginning, sink);
  }

  /** Does the same from an offset on, the begin of a line; lines are numbered from there. */
  static long cut(Path file, long fromBytes, String beginning, Sink sink) throws IOException {
    try (InputStream in = InputFile.stream(file)) {
      in.skipNBytes(fromBytes);
      LineCutter cutter = new LineCutter(beginning, sink);
      cutter.beginBytes = fromBytes;
      return cutter.cut(in, Files.size(file) - fromBytes);
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
