// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.util.collection.IntObjectHashMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Records which service a node's thread is calling. The {@link Watchdog} reads the record from
 * another thread; {@link LastCall} reads it from a file after the process has died. The mapped page
 * belongs to the kernel, so it outlives the process, however that ends.
 *
 * <pre>
 * byte 0…7   sequence of the call &lt;&lt; 17 | nested &lt;&lt; 16 | number of the service;
 *            0 between calls
 * byte 8…    names in order of first use: number (2), length (1), that many bytes of ASCII
 * </pre>
 *
 * <p>The beginning and end of a call store eight bytes each: together about 15 ns, or 40 ns without
 * the optimizing compiler. Packets that no service handles cost nothing.
 */
final class CallMark {
  /** One page, written in advance so that no block of the file is allocated later. */
  static final int PAGE_BYTES = 4096;

  static final int NAMES_AT = Long.BYTES;
  static final int NUMBER_MASK = 0xFFFF;
  static final long NESTED = 1 << 16;

  private static final int SEQUENCE_SHIFT = 17;
  private static final int NAME_BYTES_MAX = 255;

  private final ByteBuffer page;
  private final IntObjectHashMap<String> written = new IntObjectHashMap<>();
  private final SequencedMap<String, Long> longestNanos = new LinkedHashMap<>();
  private String lastName = "";
  private int namesEnd = NAMES_AT;
  private long sequence;
  private int depth;
  private long outer;
  private long inner;
  private volatile String outerName = "";
  private volatile String innerName = "";

  /** The call that the watchdog has reported as too long. */
  private volatile long reported;

  /** Time when the watchdog first saw the reported call, by {@link System#nanoTime}. */
  private volatile long reportedSinceNanos;

  /** Creates a record in a file, or in memory only if the file is null. */
  CallMark(@Nullable Path file) throws IOException {
    page = (file == null ? ByteBuffer.allocateDirect(PAGE_BYTES) : mapped(file));
    page.order(ByteOrder.BIG_ENDIAN);
  }

  private static ByteBuffer mapped(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, new byte[PAGE_BYTES]);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, PAGE_BYTES);
    }
  }

  /** Records the beginning of a service's call, perhaps from within another service's call. */
  void begin(int number, String name) {
    if (!name.equals(lastName)) {
      lastName = name;
      writeOnce(number, name);
    }
    long mark = ++sequence << SEQUENCE_SHIFT | number;
    if (depth == 0) {
      outer = mark;
      if (!name.equals(outerName)) {
        outerName = name;
      }
    } else {
      mark |= NESTED;
      inner = mark;
      innerName = name;
    }
    depth++;
    page.putLong(0, mark);
  }

  /** Ends the current call; returns its duration if the watchdog has reported it, else 0. */
  long end() {
    depth--;
    long ended = depth == 0 ? outer : inner;
    page.putLong(0, depth == 0 ? 0 : outer);
    if (reported != ended) {
      return 0;
    }
    reported = 0;
    long nanos = Math.max(1, System.nanoTime() - reportedSinceNanos);
    longestNanos.merge(depth == 0 ? outerName : innerName, nanos, Math::max);
    return nanos;
  }

  /** Forgets the current calls, because they will not return. */
  void abandon() {
    depth = 0;
    page.putLong(0, 0);
  }

  private void writeOnce(int number, String name) {
    if (name.equals(written.get(number))) {
      return;
    }
    byte[] ascii = name.getBytes(StandardCharsets.US_ASCII);
    int length = Math.min(ascii.length, NAME_BYTES_MAX);
    written.put(number, name);
    if (namesEnd + 3 + length <= PAGE_BYTES) {
      page.putShort(namesEnd, (short) number);
      page.put(namesEnd + 2, (byte) length);
      page.put(namesEnd + 3, ascii, 0, length);
      namesEnd += 3 + length;
    }
  }

  /** Returns the mark of the current call, for any thread; 0 if there is none. */
  long look() {
    return page.getLong(0);
  }

  /** Returns the name of the service for a mark from {@link #look}, while the call lasts. */
  String service(long mark) {
    return (mark & NESTED) == 0 ? outerName : innerName;
  }

  /** Returns the service being called, for the node's own thread; empty if none is. */
  String service() {
    return depth == 0 ? "" : depth == 1 ? outerName : innerName;
  }

  /** Records that the watchdog has found a call too long. */
  void report(long mark, long sinceNanos) {
    reportedSinceNanos = sinceNanos;
    reported = mark;
  }

  /** Returns the longest reported call of each service, by the service's name. */
  SequencedMap<String, Long> longestNanos() {
    return longestNanos;
  }
}
