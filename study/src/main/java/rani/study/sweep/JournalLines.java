// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rani.model.file.Quoted;

/**
 * Writes and reads the lines of a journal. A line without line feed at the end of the file was torn
 * while being written, and is ignored. Every other line is a finished trial or damaged.
 */
final class JournalLines {
  private static final String INDEX = "{\"index\":";
  private static final String MILLIS = ",\"millis\":";
  private static final String SWEEP = ",\"sweep\":\"";
  private static final String ROW = ",\"row\":";
  private static final int HEAD_BYTES_MAX = 96;
  static final String NO_END = "its line feed is missing, and the next line follows at once";

  /** Begin of a line. Lines of old versions have no checksum and name no sweep. */
  private static final Pattern HEAD =
      Pattern.compile(
          "\\{\"index\":(\\d{1,10}),\"millis\":(\\d{1,18}),"
              + "(?:\"sweep\":\"([0-9a-f]{16})\",)?\"row\":(?=\\{)");

  interface Sink {
    /** Receives a finished trial and its line without line feed. */
    void line(Entry entry, byte[] line) throws IOException;

    /** Receives a line's damage. If only the line feed is missing, {@link #line} is called too. */
    void damaged(long number, String what) throws IOException;
  }

  /**
   * A finished trial.
   *
   * @param line number of its line in the file, from 1
   * @param index number of the trial in the sweep, from 0
   * @param millis that the trial took
   * @param sweep id of the sweep; null in a line of an old version, without checksum
   * @param rowAt offset of the row in the line; {@code offsetBytes} is its offset in the file
   */
  record Entry(
      long line,
      long index,
      long millis,
      @Nullable String sweep,
      int rowAt,
      int rowBytes,
      long offsetBytes) {
    /** Returns the row of its line. */
    byte[] row(byte[] bytes) {
      return Arrays.copyOfRange(bytes, rowAt, rowAt + rowBytes);
    }
  }

  private JournalLines() {}

  /** Returns a line with its line feed, for a row with its own checksum. */
  static String text(long index, long millis, String sweep, String row) {
    return CheckedLine.of(INDEX + index + MILLIS + millis + SWEEP + sweep + "\"" + ROW + row + "}")
        + "\n";
  }

  /** Reads a journal to its end. Returns the offset of a torn line, else the length of the file. */
  static long read(Path file, Sink sink) throws IOException {
    return read(file, 0, sink);
  }

  /** Does the same from an offset on, the begin of a line. */
  static long read(Path file, long fromBytes, Sink sink) throws IOException {
    return LineCutter.cut(file, fromBytes, INDEX, line -> take(line, sink));
  }

  private static void take(LineCutter.Line line, Sink sink) throws IOException {
    Entry entry = entry(line);
    if (entry == null || !line.isEnded()) {
      sink.damaged(line.number(), entry == null ? damage(line, "no line of a journal") : NO_END);
    }
    if (entry != null) {
      sink.line(entry, line.bytes());
    }
  }

  /** Parses the line of another process; null if it is damaged. */
  static @Nullable Entry entry(byte[] line) {
    return entry(new LineCutter.Line(1, 0, line, false, true));
  }

  /** Parses a line; null if it is damaged. */
  private static @Nullable Entry entry(LineCutter.Line line) {
    byte[] bytes = line.bytes();
    boolean checked = CheckedLine.hasChecksum(bytes);
    int end = CheckedLine.contentBytes(bytes);
    Matcher matcher = head(bytes);
    if (line.isTooLong()
        || !matcher.lookingAt()
        || checked != (matcher.group(3) != null)
        || end <= matcher.end()
        || bytes[end - 1] != '}'
        || (!checked && bytes[end] != '}')
        || (checked && CheckedLine.damage(bytes).isPresent())) {
      return null;
    }
    return new Entry(
        line.number(),
        Long.parseLong(matcher.group(1)),
        Long.parseLong(matcher.group(2)),
        matcher.group(3),
        matcher.end(),
        end - matcher.end(),
        line.offsetBytes() + matcher.end());
  }

  private static Matcher head(byte[] bytes) {
    int length = Math.min(bytes.length, HEAD_BYTES_MAX);
    return HEAD.matcher(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
  }

  /** Returns the damage of a line in words; {@code otherwise} if no specific damage is found. */
  static String damage(LineCutter.Line line, String otherwise) {
    byte[] bytes = line.bytes();
    if (line.isTooLong()) {
      return "it is longer than " + (LineCutter.LINE_BYTES_MAX >> 20) + " MiB";
    }
    if (bytes.length == 0) {
      return "it is empty";
    }
    long zeros = IntStream.range(0, bytes.length).filter(i -> bytes[i] == 0).count();
    if (zeros > 0) {
      return (zeros == 1 ? "a zero byte stands" : zeros + " zero bytes stand")
          + " in it, such as a machine leaves that fails";
    }
    return Optional.of(bytes)
        .filter(CheckedLine::hasChecksum)
        .flatMap(CheckedLine::damage)
        .orElseGet(
            () ->
                "it is " + otherwise + ": " + Quoted.of(new String(bytes, StandardCharsets.UTF_8)));
  }
}
