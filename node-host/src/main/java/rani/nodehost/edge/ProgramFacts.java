// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import java.util.List;
import java.util.Locale;
import rani.world.Facts;

/**
 * What has become of a program at an edge.
 *
 * @param state one of {@link #WAITING}, {@link #RUNNING}, {@link #READY} and {@link #ENDED}
 * @param pid of its first process; 0 before it has one
 * @param exitCode 128 and the signal's number if a signal ended it; {@link #NONE} before its end
 * @param seconds from its start to its end, or until now
 * @param lastLines the end of its output
 */
public record ProgramFacts(
    String program,
    String node,
    String state,
    long pid,
    int exitCode,
    double seconds,
    List<String> lastLines)
    implements Facts {
  public static final int NONE = -1;

  /** Its time has not come. */
  public static final String WAITING = "waiting";

  public static final String RUNNING = "running";

  /** Running, and listening at the port that its file names. */
  public static final String READY = "ready";

  public static final String ENDED = "ended";

  /** Programs of one node, in the order of their start. */
  public record All(List<ProgramFacts> programs) implements Facts {}

  public boolean hasEnded() {
    return state.equals(ENDED);
  }

  /** Returns the state in words: {@code running}, or {@code ended with exit code 1 after 0.5 s}. */
  public String inWords() {
    return hasEnded()
        ? String.format(Locale.ROOT, "ended with exit code %d after %.1f s", exitCode, seconds)
        : state;
  }
}
