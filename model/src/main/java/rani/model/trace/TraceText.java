// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import rani.link.DeliveryTrace;
import rani.link.StepTrace;
import rani.model.file.Units;
import rani.queue.Rate;

/** Prints traces as files. */
public final class TraceText {
  private TraceText() {}

  /** Prints opportunities in Mahimahi's format, which has no comments; its unit is 1 ms. */
  public static String mahimahi(DeliveryTrace trace) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < trace.opportunities(); i++) {
      text.append(trace.time(i)).append('\n');
    }
    return text.toString();
  }

  /** Prints steps that have rate, delay and loss as CSV, with a comment of one line. */
  public static String csv(StepTrace trace, String comment) {
    StringBuilder text = new StringBuilder("# " + comment.replace('\n', ' ') + "\n");
    text.append("time,rate,delay,loss\n");
    for (int i = 0; i < trace.steps(); i++) {
      text.append(Units.printDuration(trace.nanos(i)))
          .append(',')
          .append(Units.printRate(Rate.bitsPerSecond(trace.bitsPerSecond(i))))
          .append(',')
          .append(Units.printDuration(trace.delayNanos(i)))
          .append(',')
          .append(Units.printFraction(trace.loss(i)))
          .append('\n');
    }
    return text.toString();
  }
}
