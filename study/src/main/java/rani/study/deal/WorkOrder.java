// SPDX-License-Identifier: Apache-2.0
package rani.study.deal;

import rani.study.sweep.JsonText;
import rani.study.sweep.SweepIdentity;
import tools.jackson.core.JacksonException;

/**
 * The first line to a worker: the sweep of whose trials it is to run some.
 *
 * @param sweep its identity, as the shard of the machine that deals
 * @param experiment the text of its {@code experiment.yaml}
 * @param jobs how many trials the worker runs at a time; 0 for as many as it has cores
 */
public record WorkOrder(SweepIdentity sweep, String experiment, int jobs) {
  /** Limit of the jobs of a worker. */
  public static final int JOBS_MAX = 1_024;

  /** Returns the line, without line feed. */
  public String line() {
    return JsonText.line(this);
  }

  /** Reads a line; throws {@link JacksonException} if it is none. */
  static WorkOrder parse(byte[] line) {
    return JsonText.read(line, WorkOrder.class);
  }

  /**
   * The first line of a worker.
   *
   * @param code version of its code; empty if it cannot run trials
   * @param sweep id of the sweep that it made of the order, see {@link SweepIdentity#id()}
   * @param jobs how many trials it runs at a time
   * @param failure why it cannot run trials; empty if it can
   */
  public record Answer(String code, String sweep, int jobs, String failure) {
    static Answer failed(String why) {
      return new Answer("", "", 0, why);
    }

    String line() {
      return JsonText.line(this);
    }

    /** Reads a line; throws {@link JacksonException} if it is none. */
    public static Answer parse(byte[] line) {
      return JsonText.read(line, Answer.class);
    }
  }
}
