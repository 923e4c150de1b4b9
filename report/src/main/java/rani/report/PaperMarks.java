// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import rani.report.paper.Figures;
import rani.report.paper.PaperValue;
import rani.study.observe.LgcTrigger;
import rani.study.observe.QueueSample;
import tools.jackson.databind.node.ArrayNode;

/** What a paper prints about its figure of a queue, as marks in ours. */
final class PaperMarks {
  private static final String ENTERED = "lgc.trigger.entered.total";
  private static final String QUEUED = "lgc.trigger.p";

  private final ReportInput input;

  PaperMarks(ReportInput input) {
    this.input = input;
  }

  /** At which arrival the paper's trigger came, if it prints that and the chart reaches so far. */
  ArrayNode rules(int lastArrival) {
    ArrayNode rows = ChartSpec.rows();
    OptionalDouble entered = printed(ENTERED);
    if (entered.isPresent() && entered.getAsDouble() <= lastArrival) {
      String text = "the paper\u2019s trigger, after " + Figures.number(entered.getAsDouble());
      rows.addObject().put("arrival", entered.getAsDouble()).put("text", text + " arrivals");
    }
    return rows;
  }

  /** How long the paper's queue was at its trigger, at our trigger if it does not say when. */
  ArrayNode points(List<QueueSample> samples) {
    ArrayNode rows = ChartSpec.rows();
    OptionalDouble queued = printed(QUEUED);
    List<LgcTrigger> triggers = input.queue().triggers();
    if (queued.isEmpty() || triggers.isEmpty()) {
      return rows;
    }
    OptionalInt ours = QueueCharts.arrivalAt(samples, triggers.getFirst().timeNanos());
    double at = printed(ENTERED).orElse(ours.orElse(0));
    rows.addObject()
        .put("arrival", at)
        .put("frames", queued.getAsDouble())
        .put("text", "the paper\u2019s p = " + Figures.number(queued.getAsDouble()));
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
