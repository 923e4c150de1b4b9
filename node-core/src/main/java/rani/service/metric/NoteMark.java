// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.world.NoteDetail;

/**
 * How notes of a service are drawn. Texts may hold names of the note's values in braces, such as
 * {@code {held}}; addresses and flows are shown as the names of their nodes.
 *
 * @param kind kind of the mark in the window
 * @param to name of the value with the destination of a message sent at this event, an address or
 *     flow; empty if no message is sent
 * @param text text of the mark in the window; empty to show the note itself
 * @param chart drawing in the charts of a queue; null for none
 */
public record NoteMark(String event, Kind kind, String to, String text, @Nullable QueueMark chart) {
  private static final Pattern VALUE = Pattern.compile("\\{([a-z-]+)}");

  /** The meaning of a mark. */
  public enum Kind {
    /** The service has detected that it must act. */
    TRIGGER,
    /** A message travels to another node. */
    MESSAGE,
    /** Something went wrong. */
    FAULT,
    /** Not shown in the window, because it is too frequent or shown in another way. */
    SILENT
  }

  /** Makes a mark that is shown in the window alone, with the note as its text. */
  public NoteMark(String event, Kind kind) {
    this(event, kind, "", "", null);
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

  /**
   * Replaces the placeholders of a text by the values of a note.
   *
   * @param names maps a value to a node's name, or to itself
   */
  public static String filled(String text, NoteDetail detail, UnaryOperator<String> names) {
    return VALUE
        .matcher(text)
        .replaceAll(
            name -> {
              String value = detail.word(name.group(1));
              return Matcher.quoteReplacement(value == null ? "?" : names.apply(value));
            });
  }
}
