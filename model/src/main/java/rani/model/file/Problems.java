// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.Collection;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the problems of a file while it is read, so that a user sees every mistake at once.
 * Keeps the first {@value #PROBLEMS_MAX} in the order of the file and counts the rest. The same
 * message at the same location counts once, because a group is read again for each of its members.
 */
public final class Problems {
  public static final int PROBLEMS_MAX = 20;

  /** Problem with a hint that is computed only for display, because the search is slow. */
  private record Found(Location at, String message, Supplier<String> hint)
      implements Comparable<Found> {
    /** Compares location, then message, without comparators that slow down a node's start. */
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

  public void report(Location at, String message) {
    report(at, message, () -> "");
  }

  /** Adds a problem about an unknown name. The hint suggests the nearest known name. */
  public void reportName(Location at, String message, String name, Collection<String> known) {
    report(at, message, () -> Nearest.hint(name, known));
  }

  /** Adds a problem about an unknown name of a kind, such as a node. */
  public void reportUnknown(Location at, String kind, String name, Collection<String> known) {
    reportName(at, "unknown " + kind + " " + Quoted.of(name), name, known);
  }

  /** Adds a problem. The hint is computed only if the problem is shown. */
  public void report(Location at, String message, Supplier<String> hint) {
    if (first.add(new Found(at, message, hint)) && first.size() > PROBLEMS_MAX) {
      first.pollLast();
      more++;
    }
  }

  public void addAll(Problems others) {
    others.first.forEach(found -> report(found.at(), found.message(), found.hint()));
    more += others.more;
  }

  public void addAll(FileError error) {
    error.problems().forEach(each -> report(each.at(), each.message(), each::hint));
  }

  public boolean isEmpty() {
    return first.isEmpty();
  }

  /** Throws the collected problems, if there are any. */
  public void throwIfAny() throws FileError {
    if (!first.isEmpty()) {
      throw new FileError(
          first.stream().map(each -> new Problem(each.at, each.message, each.hint.get())).toList(),
          more);
    }
  }
}
