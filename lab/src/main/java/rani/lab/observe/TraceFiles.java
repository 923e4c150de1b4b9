// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.lab.file.InputFile;
import rani.node.TraceLines;

/**
 * Reads the trace files of a live run's nodes as one trace. Only one line of each file is held at a
 * time.
 *
 * <p>Events are ordered by (node time, position of the file in the list); the lines of one file
 * keep their order. Nodes on one host share a monotonic clock; traces of several hosts must not be
 * merged by this class, because their clocks cannot be compared.
 */
public final class TraceFiles {

  /** Files that may be merged at once; each is open while the merge lasts. */
  public static final int FILES_MAX = 1024;

  private static final int BUFFER_BYTES = 1 << 16;

  private TraceFiles() {}

  /**
   * Feeds every event of {@code files} to {@code events}; if one of them has reached its limit, the
   * note of it ({@link TraceLines#LIMIT}) is the last, since nothing whole is known of what came
   * later.
   *
   * @param files one per node, in node order
   * @return the files that end in the middle of a line, as they do when a node is killed while it
   *     writes; that piece is left out
   * @throws IOException if a file cannot be read, or holds a bad line: the message names file,
   *     line, column and what is wrong
   */
  public static List<Path> merge(List<Path> files, Consumer<TraceEvent> events) throws IOException {
    if (files.size() > FILES_MAX) {
      throw new IOException(
          files.size() + " trace files, but at most " + FILES_MAX + " are merged");
    }
    var torn = new ArrayList<Path>();
    var sources = new ArrayList<Source>();
    try {
      for (Path file : files) {
        sources.add(new Source(file, sources.size()));
      }
      var heads =
          new PriorityQueue<Head>(
              Comparator.comparingLong(Head::timeNanos).thenComparingInt(Head::order));
      for (Source source : sources) {
        push(heads, source, Long.MIN_VALUE);
      }
      for (Head head = heads.poll(); head != null; head = heads.poll()) {
        events.accept(head.event);
        if (isLimit(head.event)) {
          return List.of();
        }
        push(heads, head.source, head.timeNanos);
      }
    } finally {
      for (Source source : sources) {
        source.close();
      }
    }
    for (Source source : sources) {
      if (source.torn) {
        torn.add(source.file);
      }
    }
    return torn;
  }

  /** Whether a trace ends with that event because it has reached its limit. */
  public static boolean isLimit(TraceEvent event) {
    return event instanceof TraceEvent.Note note
        && TraceLines.LIMIT.equals(note.values().get("event"))
        && "node".equals(note.values().get("service"));
  }

  private static void push(PriorityQueue<Head> heads, Source source, long notBeforeNanos)
      throws IOException {
    TraceEvent event = source.next();
    if (event != null) {
      heads.add(new Head(Math.max(event.timeNanos(), notBeforeNanos), event, source));
    }
  }

  /** The next event of one file, at a time never before the one that went ahead of it. */
  private record Head(long timeNanos, TraceEvent event, Source source) {
    int order() {
      return source.order;
    }
  }

  /** One open file. Lines are cut by hand, because a line without end must not fill the memory. */
  private static final class Source implements Closeable {
    final Path file;
    final int order;
    boolean torn;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private long lineNumber;

    Source(Path file, int order) throws IOException {
      this.file = file;
      this.order = order;
      this.in = InputFile.stream(file);
    }

    @Nullable TraceEvent next() throws IOException {
      String line = nextLine();
      if (line == null) {
        return null;
      }
      try {
        return TraceEvent.parse(line);
      } catch (TraceFormatException e) {
        throw new IOException(
            file + ", line " + lineNumber + ", " + e.getMessage() + "; read: " + excerpt(line), e);
      }
    }

    private @Nullable String nextLine() throws IOException {
      while (true) {
        for (int i = position; i < limit; i++) {
          if (buffer[i] == '\n') {
            String line = new String(buffer, position, i - position, StandardCharsets.ISO_8859_1);
            position = i + 1;
            lineNumber++;
            return line;
          }
        }
        if (limit - position > TraceEvent.LINE_CHARACTERS_MAX) {
          throw new IOException(
              file
                  + ", line "
                  + (lineNumber + 1)
                  + ": longer than "
                  + TraceEvent.LINE_CHARACTERS_MAX
                  + " characters");
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
