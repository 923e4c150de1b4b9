// SPDX-License-Identifier: Apache-2.0
package rani.model.edge;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A real program at the edge of a node, which a live network starts and ends.
 *
 * @param node at whose edge it runs
 * @param run the command line for {@code sh -c}; of a container empty if its image says it
 * @param image of a container; empty for a program of the node's machine
 * @param environment variables beside those of the node's process
 * @param folder working folder; empty for that of the node's process, or of the image
 * @param congestion the kernel's congestion control for TCP at this edge; empty for its default
 */
public record EdgeProgram(
    String name,
    String node,
    Kind kind,
    String run,
    String image,
    Start start,
    SequencedMap<String, String> environment,
    String folder,
    String congestion) {
  public static final int PROGRAMS_MAX = 64;
  public static final int VARIABLES_MAX = 64;

  /** Limit of characters of a command line, and of a variable's value. */
  public static final int TEXT_LENGTH_MAX = 8_000;

  public enum Kind {
    /** A command line of the node's machine, with its files. */
    PROGRAM,
    /** An image of podman. */
    CONTAINER
  }

  /**
   * When a program starts, and when it has.
   *
   * @param readyPort TCP port at which it listens as soon as it is ready; 0 if nothing waits for it
   * @param readyWithinNanos time that it may take to be ready
   * @param after programs that are ready, or have started if they have no port, before it starts
   * @param delayNanos from the start of the run, or from the start of those in {@code after} that
   *     have no port, until it starts; 0 for a program with a port
   */
  public record Start(int readyPort, long readyWithinNanos, List<String> after, long delayNanos) {
    public static final long READY_WITHIN_NANOS = 10_000_000_000L;
    public static final long READY_WITHIN_NANOS_MAX = 600_000_000_000L;

    /** At the start of the run. */
    public static final Start AT_ONCE = new Start(0, READY_WITHIN_NANOS, List.of(), 0);

    public Start {
      after = List.copyOf(after);
    }
  }

  public EdgeProgram {
    environment = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(environment));
  }

  /** Returns whether it serves until the run ends; any other is expected to end by itself. */
  public boolean isServer() {
    return start.readyPort() != 0;
  }
}
