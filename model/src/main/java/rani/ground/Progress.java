// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/** Receives progress messages of a run, for users. */
@FunctionalInterface
public interface Progress {
  Progress SILENT = line -> {};

  /** Shows one line, which contains no line feed. */
  void say(String line);

  /** Called when every link of a live run is up. Traffic begins when this method returns. */
  default void beforeTraffic() {}
}
