// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.function.UnaryOperator;
import rani.service.metric.NoteMark.QueueMark;
import rani.service.metric.NoteText;
import rani.world.NoteDetail;

/**
 * A decision in charts of a queue, timed from the run's start; the brief text is for small ones.
 */
public record QueueMoment(long timeNanos, QueueMark mark, String text, String brief) {
  /** Returns a decision whose texts contain the values of a note. */
  public static QueueMoment of(
      long timeNanos, QueueMark mark, NoteDetail detail, UnaryOperator<String> names) {
    return new QueueMoment(
        timeNanos,
        mark,
        NoteText.filled(mark.text(), detail, (_, value) -> names.apply(value)),
        NoteText.filled(mark.brief(), detail, (_, value) -> names.apply(value)));
  }
}
