// SPDX-License-Identifier: Apache-2.0
package rani.lab.sweep;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a journal, up to the first line that is not whole. */
final class JournalLines {
  /** The longest line that is taken for one; a row of a thousand metrics has 40 kB. */
  static final int LINE_BYTES_MAX = 16 << 20;

  private static final String INDEX = "{\"index\":";
  private static final String MILLIS = ",\"millis\":";
  private static final String ROW = ",\"row\":";
  private static final int HEAD_BYTES_MAX = 64;
  private static final Pattern HEAD =
      Pattern.compile("\\{\"index\":(\\d{1,10}),\"millis\":(\\d{1,18}),\"row\":(?=\\{)");

  /** Takes whole lines. */
  @FunctionalInterface
  interface Sink {
    /**
     * A line.
     *
     * @param entry what it says of itself
     * @param line the whole line with its line feed, which the sink does not keep
     */
    void line(Entry entry, byte[] line) throws IOException;
  }

  /**
   * A finished trial.
   *
   * @param index its number among all trials of the sweep
   * @param millis what it took
   * @param offsetBytes where its row begins in the file
   * @param lengthBytes how long its row is
   */
  record Entry(long index, long millis, long offsetBytes, int lengthBytes) {}

  private JournalLines() {}

  static String head(long index, long millis) {
    return INDEX + index + MILLIS + millis + ROW;
  }

  /**
   * Reads all whole lines.
   *
   * @return where the last of them ends
   */
  static long read(Path file, Sink sink) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      return read(in, sink);
    }
  }

  private static long read(InputStream in, Sink sink) throws IOException {
    long begin = 0;
    ByteArrayOutputStream line = new ByteArrayOutputStream(4096);
    for (int next = in.read(); next >= 0; next = in.read()) {
      line.write(next);
      if (next == '\n') {
        byte[] bytes = line.toByteArray();
        Entry entry = entry(begin, bytes);
        if (entry == null) {
          return begin;
        }
        sink.line(entry, bytes);
        begin += bytes.length;
        line.reset();
      } else if (line.size() > LINE_BYTES_MAX) {
        return begin;
      }
    }
    return begin;
  }

  /** What a line says; null if it is not whole. */
  private static @Nullable Entry entry(long begin, byte[] bytes) {
    int end = bytes.length - 2; // the closing brace
    String head =
        new String(bytes, 0, Math.min(bytes.length, HEAD_BYTES_MAX), StandardCharsets.US_ASCII);
    Matcher matcher = HEAD.matcher(head);
    if (!matcher.lookingAt()
        || end <= matcher.end()
        || bytes[end] != '}'
        || bytes[end - 1] != '}') {
      return null;
    }
    return new Entry(
        Long.parseLong(matcher.group(1)),
        Long.parseLong(matcher.group(2)),
        begin + matcher.end(),
        end - matcher.end());
  }
}
