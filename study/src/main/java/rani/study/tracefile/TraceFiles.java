// SPDX-License-Identifier: Apache-2.0
package rani.study.tracefile;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.FileFormat;
import rani.model.file.InputFile;
import rani.node.TraceLines;
import rani.world.NodeTrace;

/**
 * Reads the trace files of a live run's nodes as one trace. Only one line of each file is in memory
 * at a time. Events are ordered by (node time, position of the file in the list); the lines of one
 * file keep their order. Nodes on one host share a monotonic clock. Traces of several hosts must
 * not be merged by this class, because their clocks cannot be compared.
 */
public final class TraceFiles {
  /** Largest number of files to merge; all of them are open during the merge. */
  public static final int FILES_MAX = 1024;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final Pattern FORMAT = Pattern.compile("\\d{1,9}");

  private TraceFiles() {}

  /**
   * Result of reading.
   *
   * @param torn files that end in the middle of a line, because a node was killed while writing;
   *     the torn line is ignored
   * @param cutNanos node time at which a trace reached its limit ({@link TraceLines#LIMIT}). Its
   *     note is the last event, because later events are incomplete
   */
  public record End(List<Path> torn, OptionalLong cutNanos) {}

  /**
   * Replays every event of {@code files}.
   *
   * @param files one per node, in node order
   * @param nodes returns the receiver of a node's events, by the node's name
   * @throws IOException if a file cannot be read, or holds a bad line; the message names file,
   *     line, column and problem
   */
  public static End merge(List<Path> files, Function<String, NodeTrace> nodes) throws IOException {
    return merge(files, nodes, () -> true);
  }

  /** Replays the events of {@code files} while {@code wantsMore}, called before each, is true. */
  public static End merge(
      List<Path> files, Function<String, NodeTrace> nodes, BooleanSupplier wantsMore)
      throws IOException {
    if (files.size() > FILES_MAX) {
      throw new IOException(
          files.size() + " trace files, but at most " + FILES_MAX + " are merged");
    }
    var sources = new ArrayList<Source>();
    try {
      for (Path file : files) {
        sources.add(new Source(file, sources.size()));
      }
      var heads =
          new PriorityQueue<Head>(
              Comparator.comparingLong(Head::timeNanos)
                  .thenComparingInt(head -> head.source.order));
      for (Source source : sources) {
        push(heads, source, Long.MIN_VALUE);
      }
      for (Head head = heads.poll(); head != null; head = heads.poll()) {
        if (!wantsMore.getAsBoolean()) {
          return new End(List.of(), OptionalLong.empty());
        }
        head.source.replay(head.event, nodes);
        if (head.isLimit) {
          return new End(List.of(), OptionalLong.of(head.event.timeNanos()));
        }
        push(heads, head.source, head.timeNanos);
      }
    } finally {
      for (Source source : sources) {
        source.close();
      }
    }
    List<Path> torn = sources.stream().filter(each -> each.torn).map(each -> each.file).toList();
    return new End(torn, OptionalLong.empty());
  }

  private static void push(PriorityQueue<Head> heads, Source source, long notBeforeNanos)
      throws IOException {
    TraceParser event = source.next();
    if (event != null) {
      long timeNanos = Math.max(event.timeNanos(), notBeforeNanos);
      heads.add(new Head(timeNanos, event, event.isLimit(), source));
    }
  }

  /** The next event of one file. Its time is at least that of the file's previous event. */
  private record Head(long timeNanos, TraceParser event, boolean isLimit, Source source) {}

  /** One open file. Splits lines itself, because a corrupt file's line may exhaust the memory. */
  private static final class Source implements Closeable {
    final Path file;
    final int order;
    boolean torn;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private long lineNumber;
    private String line = "";

    Source(Path file, int order) throws IOException {
      this.file = file;
      this.order = order;
      this.in = InputFile.stream(file);
    }

    /** Returns the next event, with time and node already parsed; null at the end. */
    @Nullable TraceParser next() throws IOException {
      String next = nextLine();
      while (next != null && !next.isEmpty() && next.charAt(0) == TraceLines.COMMENT) {
        checkFormat(next);
        next = nextLine();
      }
      if (next == null) {
        return null;
      }
      line = next;
      try {
        return new TraceParser(next);
      } catch (TraceFormatException e) {
        throw bad(e);
      }
    }

    /** Refuses the format of a later version; other comments say nothing. */
    private void checkFormat(String comment) throws IOException {
      if (comment.startsWith(TraceLines.FORMAT_IS)) {
        String text = comment.substring(TraceLines.FORMAT_IS.length());
        try {
          FileFormat.TRACE.check(
              file, FORMAT.matcher(text).matches() ? Integer.valueOf(text) : text, null);
        } catch (LabFailure e) {
          throw new IOException(e.getMessage(), e);
        }
      }
    }

    /** Parses the rest of the last event and passes the event to its node's receiver. */
    void replay(TraceParser event, Function<String, NodeTrace> nodes) throws IOException {
      try {
        event.replay(nodes.apply(event.node()));
      } catch (TraceFormatException e) {
        throw bad(e);
      }
    }

    private IOException bad(TraceFormatException e) {
      return new IOException(
          file + ", line " + lineNumber + ", " + e.getMessage() + "; read: " + excerpt(line), e);
    }

    private @Nullable String nextLine() throws IOException {
      while (true) {
        for (int i = position; i < limit; i++) {
          if (buffer[i] == '\n') {
            String found = new String(buffer, position, i - position, StandardCharsets.ISO_8859_1);
            position = i + 1;
            lineNumber++;
            return found;
          }
        }
        if (limit - position > TraceParser.LINE_CHARACTERS_MAX) {
          throw new IOException(
              "%s, line %s: longer than %s characters"
                  .formatted(file, lineNumber + 1, TraceParser.LINE_CHARACTERS_MAX));
        }
        if (!fill()) {
          torn = limit > position;
          return null;
        }
      }
    }

    private boolean fill() throws IOException {
      System.arraycopy(buffer, position, buffer, 0, limit - position);
      limit -= position;
      position = 0;
      int read = in.read(buffer, limit, buffer.length - limit);
      limit += Math.max(read, 0);
      return read > 0;
    }

    private static String excerpt(String line) {
      return line.length() > 120 ? line.substring(0, 120) + "…" : line;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
