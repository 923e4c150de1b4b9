// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import org.jspecify.annotations.Nullable;

/**
 * How notes of a service are drawn and described. Texts are filled in by {@link NoteText}.
 *
 * @param kind kind of the mark in the window
 * @param to name of the value with the destination of a message sent at this event, an address or
 *     flow; empty if no message is sent
 * @param text sentence that describes the event, in the window and the console; empty to list the
 *     note's values
 * @param chart drawing in the charts of a queue; null for none
 */
public record NoteMark(String event, Kind kind, String to, String text, @Nullable QueueMark chart) {
  /** The meaning of a mark. */
  public enum Kind {
    /** The service has detected that it must act. */
    TRIGGER,
    /** A message travels to another node. */
    MESSAGE,
    /** Something went wrong. */
    FAULT,
    /** A connection was opened or closed. */
    CONNECTION,
    /** An operator or the schedule changed the network. */
    CHANGE,
    /** Any other event. */
    NOTE,
    /** Not shown in the window, because it is too frequent or shown in another way. */
    SILENT
  }

  /** Makes a mark that is shown in the window and the console alone. */
  public NoteMark(String event, Kind kind, String text) {
    this(event, kind, "", text, null);
  }

  /**
   * Drawing of a decision in the charts of a queue: as moment A. Moment B follows when the queue's
   * average falls below max_th.
   *
   * @param story the event at A, a phrase behind "At A"
   * @param text label at the moment
   * @param brief label in a small chart
   * @param arrivals number a paper may print for packets that had arrived by then
   * @param queued number a paper may print for packets in the queue
   */
  public record QueueMark(
      String story, String text, String brief, Printed arrivals, Printed queued) {
    private static final Printed NOTHING = new Printed("", "");

    /** Makes a mark of which no paper prints a number. */
    public QueueMark(String story, String text, String brief) {
      this(story, text, brief, NOTHING, NOTHING);
    }
  }

  /**
   * A number that a paper may print.
   *
   * @param metric name of the metric with that value
   * @param words name behind "the paper's"
   */
  public record Printed(String metric, String words) {}
}
