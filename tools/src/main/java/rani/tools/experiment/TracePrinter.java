// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.PrintWriter;
import java.util.OptionalLong;
import rani.lab.observe.TraceEvent;
import rani.lab.trace.TraceCounts;
import rani.lab.trace.TraceQuery;
import rani.lab.trace.TraceTaker;
import rani.lab.trace.TraceWords;

/** Prints the events of a trace that are asked for, or counts them, as they come. */
final class TracePrinter implements TraceTaker {
  /** How many lines may be printed in vain before it shows that no one reads them. */
  private static final int UNCHECKED_LINES = 1000;

  private final TraceQuery query;
  private final PrintWriter out;
  private final boolean counts;
  private final boolean json;
  private final long limit;
  private final boolean toTheEnd;
  private final TraceCounts table = new TraceCounts();
  private OptionalLong goNanos = OptionalLong.empty();
  private long taken;

  /**
   * Has printed nothing yet.
   *
   * @param counts whether to count instead of printing
   * @param limit how many events are wanted
   * @param toTheEnd whether the trace is read to its end even if no more is to be printed
   */
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
  public boolean take(TraceEvent event) {
    if (taken == limit) {
      return toTheEnd;
    }
    if (!query.takes(event, goNanos)) {
      return true;
    }
    taken++;
    if (counts) {
      table.add(event);
      return true;
    }
    out.print(json ? TraceWords.json(event, goNanos) : event.print());
    out.print('\n');
    return taken % UNCHECKED_LINES != 0 || !out.checkError();
  }

  /** Prints the table, if that was asked for. */
  void finish() {
    if (counts) {
      table.rows().forEach(this::print);
    }
    out.flush();
  }

  private void print(TraceCounts.Row row) {
    if (json) {
      out.print(TraceWords.json(row) + "\n");
    } else {
      out.print("%10d  %s %s".formatted(row.count(), row.kind(), row.detail()).stripTrailing());
      out.print('\n');
    }
  }
}
