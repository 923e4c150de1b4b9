// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/** The content of a window: a run that has ended, or one that goes on. */
public interface Feed extends AutoCloseable {
  /** The recording so far, as JSON. */
  String recording() throws LabFailure;

  /** Follows what happens from now on; null if the run has ended. */
  default @Nullable LiveFollower follow() {
    return null;
  }

  /**
   * Carries out a line of the console.
   *
   * @throws LabFailure if there is no network to say it to
   */
  CommandResult execute(String line) throws LabFailure;

  /** Keeps where nodes were dragged to, as JSON. */
  void keep(String positions) throws LabFailure;

  @Override
  default void close() {}

  /**
   * A server-sent event.
   *
   * @param kind its type; {@code message} is the plain one
   * @param json its data
   */
  record News(String kind, String json) {}

  /**
   * The result of a line.
   *
   * @param exit code, of the console
   * @param output what it printed
   */
  record CommandResult(int exit, String output) {}
}
