// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import rani.node.TraceLines;
import rani.study.observe.RunTrace;
import rani.study.trace.TraceCounts;
import rani.study.trace.TraceQuery;
import rani.study.trace.TraceWords;
import rani.world.NodeTrace;

/** Prints or counts the selected events of a trace. */
final class TracePrinter implements RunTrace {
  /** Number of lines after which the printer checks whether standard output is closed. */
  private static final int UNCHECKED_LINES = 1000;

  private final TraceQuery query;
  private final PrintWriter out;
  private final boolean counts;
  private final boolean json;
  private final long limit;
  private final boolean toTheEnd;
  private final TraceCounts table = new TraceCounts();
  private OptionalLong goNanos = OptionalLong.empty();
  private final Map<String, NodeTrace> nodes = new LinkedHashMap<>();
  private long taken;
  private boolean isUnread;

  /** Creates a printer; {@code toTheEnd} reads on after the last event within {@code limit}. */
  TracePrinter(
      TraceQuery query,
      PrintWriter out,
      boolean counts,
      boolean json,
      long limit,
      boolean toTheEnd) {
    this.query = query;
    this.out = out;
    this.counts = counts;
    this.json = json;
    this.limit = limit;
    this.toTheEnd = toTheEnd;
  }

  @Override
  public void go(long nanos) {
    goNanos = OptionalLong.of(nanos);
  }

  @Override
  public NodeTrace at(String node) {
    return nodes.computeIfAbsent(node, this::selecting);
  }

  private NodeTrace selecting(String node) {
    NodeTrace told = counts ? table : new TraceLines(node, this::print);
    return query.selecting(node, () -> goNanos, this::takesOne, told);
  }

  private boolean takesOne() {
    boolean takes = taken < limit;
    taken += takes ? 1 : 0;
    return takes;
  }

  private void print(byte[] ascii) {
    String line = new String(ascii, 0, ascii.length - 1, StandardCharsets.US_ASCII);
    out.print(json ? TraceWords.json(line, goNanos) : line);
    out.print('\n');
    isUnread = taken % UNCHECKED_LINES == 0 && out.checkError();
  }

  @Override
  public boolean wantsMore() {
    return !isUnread && (taken < limit || toTheEnd);
  }

  /** Prints the table of counts, if there is one, and flushes. */
  void finish() {
    if (counts) {
      table.rows().forEach(this::print);
    }
    out.flush();
  }

  private void print(TraceCounts.Row row) {
    String text = "%10d  %s %s".formatted(row.count(), row.kind(), row.detail()).stripTrailing();
    out.print((json ? TraceWords.json(row) : text) + "\n");
  }
}
