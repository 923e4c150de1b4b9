// SPDX-License-Identifier: Apache-2.0
package rani.report.place;

import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.power.Power;
import rani.report.run.SweepRun;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepWatch;

/**
 * Where the trials of a sweep run, the value of {@code --on}. Results are the same bytes at every
 * place. A place has its words and options in its own file, as a {@link Kind}; it is parsed once.
 */
public sealed interface SweepPlace permits LocalPlace, SlurmPlace, HostsPlace {
  /**
   * Returns all kinds of places; one that takes any text is last. It is no constant, since a place
   * that is initialised first would find this interface, and so the list, before its own kind.
   */
  private static List<Kind> kinds() {
    return List.of(LocalPlace.KIND, SlurmPlace.KIND, HostsPlace.KIND);
  }

  /** A kind of place, and its form in commands. */
  interface Kind {
    /** Returns how it is written, such as {@code local} or {@code FILE}. */
    String form();

    /** Returns the word by which it begins, which a mistyped one is compared with; may be empty. */
    Optional<String> word();

    /**
     * Returns the place that a text names, or empty if the text names none of this kind.
     *
     * @throws UnitError if it is of this kind and wrong
     */
    Optional<SweepPlace> parse(String text) throws UnitError, FileError;
  }

  /** Returns the place that a text names; an error names the nearest right one. */
  static SweepPlace parse(String text) throws UnitError, FileError {
    for (Kind kind : kinds()) {
      Optional<SweepPlace> place = kind.parse(text);
      if (place.isPresent()) {
        return place.get();
      }
    }
    List<String> forms = kinds().stream().map(Kind::form).toList();
    throw new UnitError(
        Quoted.of(text) + " is no place for trials",
        Nearest.to(text, words())
            .map(near -> "did you mean " + Quoted.of(near) + "?")
            .orElse("write one of " + String.join(", ", forms)));
  }

  /** Returns the words that name a place which is no file. */
  static List<String> words() {
    return kinds().stream().flatMap(kind -> kind.word().stream()).toList();
  }

  /** Returns the place as typed, for the command that goes on with a sweep. */
  String text();

  /** Returns what the place runs beyond this machine and may need the user's consent. */
  default List<Power> powers() {
    return List.of();
  }

  /**
   * Returns the jobs of an order.
   *
   * @param jobs of --jobs, or the cores of this machine
   * @param asked whether the command has --jobs
   */
  default int jobs(int jobs, boolean asked) {
    return jobs;
  }

  /** Runs a sweep, or goes on with one. Failed trials do not throw. */
  SweepOutcome run(SweepRun.Order order, SweepWatch watch) throws LabFailure;

  /** Returns whether the place runs trials without the process that asked for them. */
  default boolean mayDetach() {
    return false;
  }

  /**
   * Begins a sweep, or goes on with one, and does not wait for its end. The outcome is there only
   * if no trial was open.
   */
  default Optional<SweepOutcome> submit(SweepRun.Order order, SweepWatch watch) throws LabFailure {
    throw new UnsupportedOperationException(text());
  }
}
