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

/** Counts events by kind and by detail, such as the reason of a drop. */
public final class TraceCounts implements EachEvent {
  private final TreeMap<Key, Long> counts =
      new TreeMap<>(
          Comparator.<Key>comparingInt(key -> TraceWords.KINDS.indexOf(key.kind))
              .thenComparing(Key::detail));

  private record Key(String kind, String detail) {}

  /** A line of the table. The detail, which may be empty, is shared by the events. */
  public record Row(String kind, String detail, long count) {}

  public TraceCounts() {
    // Explicit, because -Xlint:missing-explicit-ctor warns about default constructors of public
    // classes.
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

  /** Returns the counts, in the order of a packet's events along its path. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    counts.forEach((key, count) -> rows.add(new Row(key.kind, key.detail, count)));
    return rows;
  }
}
