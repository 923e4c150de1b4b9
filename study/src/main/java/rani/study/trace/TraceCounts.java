// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.world.NodeTrace;

/** How many events there are of each kind, and within it of each reason, verdict, change …. */
public final class TraceCounts implements EachEvent {
  private final TreeMap<Key, Long> counts =
      new TreeMap<>(
          Comparator.<Key>comparingInt(key -> TraceWords.KINDS.indexOf(key.kind))
              .thenComparing(Key::detail));

  private record Key(String kind, String detail) {}

  /**
   * A line of the table.
   *
   * @param kind of the events
   * @param detail what they share beside; may be empty
   * @param count how many
   */
  public record Row(String kind, String detail, long count) {}

  /** Nothing yet. */
  public TraceCounts() {
    // The lint asks for a constructor that is meant to be public to say so.
  }

  @Override
  public void event(
      long nowNanos,
      String kind,
      String detail,
      @Nullable ByteBuf frame,
      Consumer<NodeTrace> event) {
    counts.merge(new Key(kind, detail), 1L, Long::sum);
  }

  /** What was counted, in the order of a packet's way. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    counts.forEach((key, count) -> rows.add(new Row(key.kind, key.detail, count)));
    return rows;
  }
}
