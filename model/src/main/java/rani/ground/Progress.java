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

  /**
   * Called when traffic of a live run begins. What is shown of its passing is shown until the
   * result is closed.
   *
   * @param nanosMax the longest that traffic may last
   */
  default Shown running(long nanosMax, int nodes) {
    return () -> {};
  }

  /** What is shown for a while. */
  @FunctionalInterface
  interface Shown extends AutoCloseable {
    @Override
    void close();
  }
}
