// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.function.UnaryOperator;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.QueueMark;
import rani.world.NoteDetail;

/**
 * Something that a service decided, as charts of a queue show it.
 *
 * @param timeNanos since the beginning of the experiment
 * @param mark how it is drawn
 * @param text what was decided
 * @param brief the same in a small chart
 */
public record QueueMoment(long timeNanos, QueueMark mark, String text, String brief) {
  /** One with the values of the note in its texts. */
  public static QueueMoment of(
      long timeNanos, QueueMark mark, NoteDetail detail, UnaryOperator<String> names) {
    return new QueueMoment(
        timeNanos,
        mark,
        NoteMark.filled(mark.text(), detail, names),
        NoteMark.filled(mark.brief(), detail, names));
  }
}
