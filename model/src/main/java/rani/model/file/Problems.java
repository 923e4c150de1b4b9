// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong in a file while reading goes on, so that a user sees every mistake at
 * once.
 *
 * <p>Keeps the first {@value #PROBLEMS_MAX} in the order of the file and counts the rest. The same
 * message at the same place counts once: a group is read again for each of its members.
 */
public final class Problems {

  /** How many problems one error shows. */
  public static final int PROBLEMS_MAX = 20;

  /** A hint is worked out only for problems that are shown: the search for a name is not free. */
  private record Found(Location at, String message, Supplier<String> hint)
      implements Comparable<Found> {
    /** By place, then by message. The JDK's comparators of parts make classes as a node starts. */
    @Override
    public int compareTo(Found other) {
      int byPlace = at.compareTo(other.at);
      return byPlace != 0 ? byPlace : message.compareTo(other.message);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Found found && compareTo(found) == 0;
    }

    @Override
    public int hashCode() {
      return Objects.hash(at, message);
    }
  }

  private final TreeSet<Found> first = new TreeSet<>();
  private long more;

  /** Nothing is wrong yet. */
  public Problems() {
    // The lint asks for a constructor that is meant to be public to say so.
  }

  /** Adds a problem without a hint. */
  public void report(Location at, String message) {
    report(at, message, () -> "");
  }

  /** Adds a problem about a name that is none of the known ones; the hint names the nearest. */
  public void reportName(Location at, String message, String name, Collection<String> known) {
    report(at, message, () -> Nearest.hint(name, known));
  }

  /** Adds a problem; the hint is asked for only when the problem is shown. */
  public void report(Location at, String message, Supplier<String> hint) {
    if (first.add(new Found(at, message, hint)) && first.size() > PROBLEMS_MAX) {
      first.pollLast();
      more++;
    }
  }

  /** Adds what was found elsewhere. */
  public void addAll(Problems others) {
    others.first.forEach(found -> report(found.at(), found.message(), found.hint()));
    more += others.more;
  }

  /** Adds what ended the reading of something else. */
  public void addAll(FileError error) {
    error.problems().forEach(each -> report(each.at(), each.message(), each::hint));
  }

  /** Whether nothing is wrong so far. */
  public boolean isEmpty() {
    return first.isEmpty();
  }

  /**
   * Ends reading.
   *
   * @throws FileError when anything was reported
   */
  public void throwIfAny() throws FileError {
    if (first.isEmpty()) {
      return;
    }
    List<Problem> shown = new ArrayList<>();
    for (Found found : first) {
      shown.add(new Problem(found.at(), found.message(), found.hint().get()));
    }
    throw new FileError(shown, more);
  }
}
