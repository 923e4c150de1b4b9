// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.time.Instant;
import java.util.Optional;

/**
 * A node's process, as it can be found again.
 *
 * @param name of the node
 * @param pid of its process
 * @param startedMillis when that was started, since the epoch; 0 if the system does not tell
 * @param control where its control plane listens; empty while it is not known
 */
public record NodeRecord(String name, long pid, long startedMillis, String control) {
  /** A start time is worked out from the time of boot, which the system corrects now and then. */
  private static final long START_TOLERANCE_MILLIS = 2000;

  static long startedMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /** The process, if it still runs and is no other that was given its number since. */
  public Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(
            found ->
                startedMillis != 0
                    && Math.abs(startedMillis(found) - startedMillis) < START_TOLERANCE_MILLIS);
  }
}
