// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.model.file.Quoted;

/**
 * Writes and reads the lines of a journal. A line without line feed at the end of the file was torn
 * while being written, and is ignored; every other line is a finished trial, or damaged.
 */
final class JournalLines {
  private static final String INDEX = "{\"index\":";
  private static final String MILLIS = ",\"millis\":";
  private static final String SWEEP = ",\"sweep\":\"";
  private static final String ROW = ",\"row\":";
  private static final int HEAD_BYTES_MAX = 96;

  /** The damage of a line that is otherwise intact. */
  static final String NO_END = "its line feed is missing, and the next line follows at once";

  /** Lines without checksum, as they were written before there was one, name no sweep. */
  private static final Pattern HEAD =
      Pattern.compile(
          "\\{\"index\":(\\d{1,10}),\"millis\":\\d{1,18},"
              + "(?:\"sweep\":\"([0-9a-f]{16})\",)?\"row\":(?=\\{)");

  /** Receives the entries of a journal. */
  interface Sink {
    /**
     * A finished trial.
     *
     * @param entry the fields of its line
     * @param line without line feed
     */
    void line(Entry entry, byte[] line) throws IOException;

    /** A line is damaged. If only its line feed is missing, its trial is reported as well. */
    void damaged(long number, String what) throws IOException;
  }

  /**
   * A finished trial.
   *
   * @param line its number in the file, from 1
   * @param index its number among all trials of the sweep, from 0
   * @param sweep by what name the line calls its sweep; null if it has no checksum either
   * @param rowAt where its row begins in the line
   * @param rowBytes how long its row is
   * @param offsetBytes where its row begins in the file
   */
  record Entry(
      long line, long index, @Nullable String sweep, int rowAt, int rowBytes, long offsetBytes) {}

  private JournalLines() {}

  /**
   * A line with its line feed.
   *
   * @param sweep by what name the line calls its sweep
   * @param row of the trial, itself with a checksum, which it keeps among the results
   */
  static String text(long index, long millis, String sweep, String row) {
    return CheckedLine.of(INDEX + index + MILLIS + millis + SWEEP + sweep + "\"" + ROW + row + "}")
        + "\n";
  }

  /**
   * Reads a journal to its end.
   *
   * @return where the torn line begins, or the file ends
   */
  static long read(Path file, Sink sink) throws IOException {
    return LineCutter.cut(file, INDEX, line -> take(line, sink));
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

  /** What a line says; null if it is damaged. */
  private static @Nullable Entry entry(LineCutter.Line line) {
    byte[] bytes = line.bytes();
    boolean checked = CheckedLine.hasChecksum(bytes);
    int end = CheckedLine.contentBytes(bytes);
    Matcher matcher = head(bytes);
    if (line.isTooLong()
        || !matcher.lookingAt()
        || checked != (matcher.group(2) != null)
        || end <= matcher.end()
        || bytes[end - 1] != '}'
        || (!checked && bytes[end] != '}')
        || (checked && CheckedLine.damage(bytes).isPresent())) {
      return null;
    }
    return new Entry(
        line.number(),
        Long.parseLong(matcher.group(1)),
        matcher.group(2),
        matcher.end(),
        end - matcher.end(),
        line.offsetBytes() + matcher.end());
  }

  private static Matcher head(byte[] bytes) {
    int length = Math.min(bytes.length, HEAD_BYTES_MAX);
    return HEAD.matcher(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
  }

  /**
   * What is wrong with a line, in words.
   *
   * @param otherwise what it is if there is no better reason
   */
  static String damage(LineCutter.Line line, String otherwise) {
    byte[] bytes = line.bytes();
    if (line.isTooLong()) {
      return "it is longer than " + (LineCutter.LINE_BYTES_MAX >> 20) + " MiB";
    }
    if (bytes.length == 0) {
      return "it is empty";
    }
    int zeros = 0;
    for (byte b : bytes) {
      zeros += b == 0 ? 1 : 0;
    }
    if (zeros > 0) {
      return (zeros == 1 ? "a zero byte stands" : zeros + " zero bytes stand")
          + " in it, such as a machine leaves that fails";
    }
    Optional<String> changed =
        CheckedLine.hasChecksum(bytes) ? CheckedLine.damage(bytes) : Optional.empty();
    return changed.orElseGet(
        () -> "it is " + otherwise + ": " + Quoted.of(new String(bytes, StandardCharsets.UTF_8)));
  }
}
