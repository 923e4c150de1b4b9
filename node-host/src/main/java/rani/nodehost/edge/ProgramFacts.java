// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import java.util.List;
import java.util.Locale;
import rani.world.Facts;

/**
 * What has become of a program at an edge.
 *
 * @param pid of its first process; 0 before it has one
 * @param exitCode 128 and the signal's number if a signal ended it; {@link #NONE} before its end
 * @param seconds from its start to its end, or until now
 * @param lastLines the end of its output
 */
public record ProgramFacts(
    String program,
    String node,
    State state,
    long pid,
    int exitCode,
    double seconds,
    List<String> lastLines)
    implements Facts {
  public static final int NONE = -1;

  public enum State {
    /** Its time has not come. */
    WAITING,
    RUNNING,
    /** Running, and listening at the port that its file names. */
    READY,
    ENDED
  }

  /** Programs of one node, in the order of their start. */
  public record All(List<ProgramFacts> programs) implements Facts {}

  public boolean hasEnded() {
    return state == State.ENDED;
  }

  /** Returns the state in words: {@code running}, or {@code ended with exit code 1 after 0.5 s}. */
  public String inWords() {
    return switch (state) {
      case WAITING, RUNNING, READY -> state.name().toLowerCase(Locale.ROOT);
      case ENDED ->
          String.format(Locale.ROOT, "ended with exit code %d after %.1f s", exitCode, seconds);
    };
  }
}
