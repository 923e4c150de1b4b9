// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * What an import could not read, or changed. Equal messages count as one, which keeps the first
 * place and a few examples; at most {@value #MESSAGES_MAX} messages are kept.
 */
public final class ImportNotes {
  private static final int MESSAGES_MAX = 100;
  private static final int EXAMPLES_MAX = 3;
  private static final int NAME_MAX = 60;

  /**
   * One message.
   *
   * @param at where it applies first
   * @param hint what the user can do; may be empty
   * @param count how often it applies
   * @param examples what it applies to, at most {@value #EXAMPLES_MAX}, fit for a terminal
   */
  public record Note(Location at, String message, String hint, long count, List<String> examples) {
    /** Returns the note on one line. */
    @Override
    public String toString() {
      StringBuilder line = new StringBuilder(at + ": " + message);
      if (count > 1 || !examples.isEmpty()) {
        line.append(" (").append(count);
        if (!examples.isEmpty()) {
          line.append(": ").append(String.join(", ", examples));
          line.append(count > examples.size() ? ", …" : "");
        }
        line.append(")");
      }
      return hint.isEmpty() ? line.toString() : line.append("; ").append(hint).toString();
    }
  }

  private final SequencedMap<String, Note> notes = new LinkedHashMap<>();
  private long more;

  void add(Location at, String message, String hint) {
    add(at, message, hint, List.of());
  }

  /** Adds a note about something with a name, which is kept as an example. */
  void add(Location at, String message, String hint, String example) {
    add(at, message, hint, List.of(Quoted.of(example)));
  }

  /** Adds a note about something that has another name now. */
  void addChange(Location at, String message, String before, String after) {
    add(at, message, "", List.of(Quoted.of(before) + " is " + Quoted.plain(after, NAME_MAX)));
  }

  private void add(Location at, String message, String hint, List<String> example) {
    Note known = notes.get(message);
    if (known == null) {
      if (notes.size() == MESSAGES_MAX) {
        more++;
      } else {
        notes.put(message, new Note(at, message, hint, 1, example));
      }
      return;
    }
    List<String> examples = new ArrayList<>(known.examples);
    example.stream()
        .filter(each -> examples.size() < EXAMPLES_MAX && !examples.contains(each))
        .forEach(examples::add);
    notes.put(message, new Note(known.at, message, known.hint, known.count + 1, examples));
  }

  /** Returns the notes in the order in which they came up. */
  public List<Note> all() {
    return List.copyOf(notes.sequencedValues());
  }

  /** Returns how often messages beyond those that are kept came up. */
  public long more() {
    return more;
  }
}
