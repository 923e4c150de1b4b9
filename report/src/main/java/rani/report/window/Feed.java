// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/** Source of what a window shows: a running network, or a run that has ended. */
public interface Feed extends AutoCloseable {
  /** Returns the recording up to now, as JSON. */
  String recording() throws LabFailure;

  /** Subscribes to all later events; null if the run has ended. */
  default @Nullable LiveFollower follow() {
    return null;
  }

  /** Returns a page with the charts of a run that has ended; empty if there are none. */
  default Optional<String> charts() throws IOException {
    return Optional.empty();
  }

  /** Executes a console command; fails if there is no running network. */
  CommandResult execute(String line) throws LabFailure;

  /** Saves the positions of nodes that a user has dragged, given as JSON. */
  void keep(String positions) throws LabFailure;

  @Override
  default void close() {}

  /** A server-sent event; the kind {@code message} is an incremental update. */
  record News(String kind, String json) {}

  /** The exit code and the output of a console command. */
  record CommandResult(int exit, String output) {}
}
