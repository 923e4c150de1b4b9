// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.world.NoteDetail;

/**
 * How notes of a service are drawn. Texts may hold names of the note's values in braces, such as
 * {@code {held}}; an address, or a flow, is shown as the name of its node.
 *
 * @param event of the notes
 * @param kind of the mark in the window
 * @param to name of the value that says to which node a message goes as this is noted, an address
 *     or the flow from there; empty if none does
 * @param text of the mark in the window; empty for the note as it is
 * @param chart how it is drawn in the charts of a queue; null if it is not
 */
public record NoteMark(String event, Kind kind, String to, String text, @Nullable QueueMark chart) {
  private static final Pattern VALUE = Pattern.compile("\\{([a-z-]+)}");

  /** What a mark tells of. */
  public enum Kind {
    /** The service has found out that it must act. */
    TRIGGER,
    /** A message travels to another node. */
    MESSAGE,
    /** Something went wrong. */
    FAULT,
    /** Nothing that the window shows, because it comes all the time or is shown in another way. */
    SILENT
  }

  /** A mark of the window alone, with the note as its text. */
  public NoteMark(String event, Kind kind) {
    this(event, kind, "", "", null);
  }

  /**
   * How a decision is drawn in the charts of a queue: as moment A, behind which B follows where the
   * queue's average is back under max_th.
   *
   * @param story what happens at A, behind "At A"
   * @param text at the moment
   * @param brief the same in a small chart
   * @param arrivals what a paper may print of the packets that had arrived by then
   * @param queued what a paper may print of the packets in the queue
   */
  public record QueueMark(
      String story, String text, String brief, Printed arrivals, Printed queued) {
    private static final Printed NOTHING = new Printed("", "");

    /** A decision of which no paper prints a number. */
    public QueueMark(String story, String text, String brief) {
      this(story, text, brief, NOTHING, NOTHING);
    }
  }

  /**
   * A number that a paper may print.
   *
   * @param metric that it is a value of
   * @param words what it is called, behind "the paper's"
   */
  public record Printed(String metric, String words) {}

  /**
   * A text of this record with the values of a note in it.
   *
   * @param names of nodes for what values may be; what has none is its own name
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
