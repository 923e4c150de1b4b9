// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/** Receives the progress of a run, for people. */
@FunctionalInterface
public interface Progress {
  /** Tells no one. */
  Progress SILENT = line -> {};

  /** One line, without a line feed. */
  void say(String line);

  /** Every link of a live run is up; traffic begins when this returns. */
  default void beforeTraffic() {}
}
