// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import rani.report.paper.Figures;
import rani.report.paper.PaperValue;
import rani.service.metric.NoteMark.QueueMark;
import rani.study.observe.QueueMoment;
import rani.study.observe.QueueSample;
import rani.study.observe.ServiceNotes;
import tools.jackson.databind.node.ArrayNode;

/** Marks in the chart of a queue at the numbers that the paper prints about its own queue. */
record PaperMarks(ReportInput input) {
  private static final String PAPERS = "the paper\u2019s ";

  /** Returns lines at the arrivals after which the paper's services decided, within the chart. */
  ArrayNode rules(int lastArrival) {
    ArrayNode rows = ChartSpec.rows();
    for (QueueMark mark : ServiceNotes.queueMarks()) {
      OptionalDouble arrivals = printed(mark.arrivals().metric());
      if (arrivals.isPresent() && arrivals.getAsDouble() <= lastArrival) {
        String after = ", after " + Figures.number(arrivals.getAsDouble()) + " arrivals";
        rows.addObject()
            .put("arrival", arrivals.getAsDouble())
            .put("text", PAPERS + mark.arrivals().words() + after);
      }
    }
    return rows;
  }

  /**
   * Returns a point for the paper's queue length at its decision. If the paper prints no arrival
   * number, the point is at our decision.
   */
  ArrayNode points(List<QueueSample> samples) {
    ArrayNode rows = ChartSpec.rows();
    List<QueueMoment> moments = input.queue().moments();
    if (moments.isEmpty()) {
      return rows;
    }
    QueueMoment first = moments.getFirst();
    OptionalDouble queued = printed(first.mark().queued().metric());
    if (queued.isPresent()) {
      OptionalInt ours = QueueCharts.arrivalAt(samples, first.timeNanos());
      rows.addObject()
          .put("arrival", printed(first.mark().arrivals().metric()).orElse(ours.orElse(0)))
          .put("frames", queued.getAsDouble())
          .put(
              "text",
              PAPERS
                  + first.mark().queued().words()
                  + " = "
                  + Figures.number(queued.getAsDouble()));
    }
    return rows;
  }

  private OptionalDouble printed(String metric) {
    String text = input.printed().get(metric);
    if (text == null) {
      return OptionalDouble.empty();
    }
    PaperValue value = PaperValue.of(metric, text);
    return value.isBound() ? OptionalDouble.empty() : OptionalDouble.of(value.value());
  }
}
