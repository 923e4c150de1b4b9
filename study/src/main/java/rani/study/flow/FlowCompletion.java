// SPDX-License-Identifier: Apache-2.0
package rani.study.flow;

import org.jspecify.annotations.Nullable;

/**
 * A transfer of a source, from its arrival to the arrival of its last byte at the sink.
 *
 * @param connection name of the connection at the source: {@code 10.0.0.1:49152-10.0.0.5:7000}
 * @param startNanos since the start of the run
 * @param bytes data of the flow
 * @param nanos flow completion time; null if the flow did not end within the run
 * @param idealNanos least time on the empty path; null if there is no path, or it takes no time
 */
public record FlowCompletion(
    String from,
    String to,
    String connection,
    long startNanos,
    long bytes,
    @Nullable Long nanos,
    @Nullable Double idealNanos) {

  /** The literature's classes of flows by their size, as of pFabric (SIGCOMM 2013, §5.2). */
  public enum SizeClass {
    SMALL(100_000),
    MEDIUM(10_000_000),
    LARGE(Long.MAX_VALUE);

    private final long endBytes;

    SizeClass(long endBytes) {
      this.endBytes = endBytes;
    }

    public static SizeClass of(long bytes) {
      return bytes < SMALL.endBytes ? SMALL : bytes < MEDIUM.endBytes ? MEDIUM : LARGE;
    }

    public String text() {
      return switch (this) {
        case SMALL -> "small";
        case MEDIUM -> "medium";
        case LARGE -> "large";
      };
    }
  }

  /** Returns the completion time over the least time; null if either is unknown. */
  public @Nullable Double slowdown() {
    return nanos == null || idealNanos == null ? null : nanos / idealNanos;
  }
}
