// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;
import rani.world.Verdict;

/** How many events there are of each kind, and within it of each reason, verdict, change …. */
public final class TraceCounts implements NodeTrace {
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

  private void count(String kind, String detail) {
    counts.merge(new Key(kind, detail), 1L, Long::sum);
  }

  @Override
  public void origin(long nowNanos, ByteBuf frame) {
    count("origin", "");
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    count("arrival", "");
  }

  @Override
  public void verdict(
      long nowNanos,
      String queue,
      ByteBuf frame,
      Verdict verdict,
      int queuedFrames,
      double averageFrames) {
    count("verdict", verdict.text());
  }

  @Override
  public void head(long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    count("head", marked ? "mark" : "drop");
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    count("departure", "");
  }

  @Override
  public void delivery(long nowNanos, String at, ByteBuf frame) {
    count("delivery", at);
  }

  @Override
  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    count("drop", reason.text());
  }

  @Override
  public void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    count("filter", change.text());
  }

  @Override
  public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
    count("congestion", kind.text());
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    count("link", up ? "up" : "down");
  }

  @Override
  public void note(long nowNanos, String service, String event, NoteDetail detail) {
    count("note", service + " " + event);
  }

  /** What was counted, in the order of a packet's way. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    counts.forEach((key, count) -> rows.add(new Row(key.kind, key.detail, count)));
    return rows;
  }
}
