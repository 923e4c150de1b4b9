// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import rani.nodehost.http.HttpAddress;

/**
 * The record by which a node's process is found again.
 *
 * @param name of the node
 * @param host the other host that it runs on; empty for this host
 * @param pid of its process, on its host; 0 if it has ended there
 * @param startedMillis start time of the process, since the epoch; 0 if unknown, or on another host
 * @param control address of its control plane, seen from here; empty while unknown
 */
public record NodeRecord(String name, String host, long pid, long startedMillis, String control) {
  /**
   * Tolerance of start times, which are computed from the boot time that the system corrects now
   * and then.
   */
  private static final long START_TOLERANCE_MILLIS = 2000;

  /** A node on this host. */
  public NodeRecord(String name, long pid, long startedMillis, String control) {
    this(name, "", pid, startedMillis, control);
  }

  public boolean listensAtUnixSocket() {
    return control.startsWith(HttpAddress.UNIX);
  }

  /** Removes the socket of its control plane if the node was killed. */
  public void leave() {
    if (!control.isEmpty()) {
      ControlFolder.end(HttpAddress.parse(control));
    }
  }

  /** Whether an agent runs it on another host. */
  public boolean runsElsewhere() {
    return !host.isEmpty();
  }

  /** The record after the node has ended on its host. */
  public NodeRecord ended() {
    return new NodeRecord(name, host, 0, startedMillis, control);
  }

  public static long startedMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /** The process, if it is on this host and still runs; empty if its number was reused. */
  public Optional<ProcessHandle> process() {
    if (runsElsewhere()) {
      return Optional.empty();
    }
    return ProcessHandle.of(pid)
        .filter(found -> found.isAlive() && !hasEnded(found.pid()))
        .filter(
            found ->
                startedMillis != 0
                    && Math.abs(startedMillis(found) - startedMillis) < START_TOLERANCE_MILLIS);
  }

  /**
   * Whether the process is a zombie, by Linux's proc(5); the JDK takes a zombie for alive. The name
   * may hold blanks and parentheses.
   */
  private static boolean hasEnded(long pid) {
    try {
      String stat =
          Files.readString(Path.of("/proc", "" + pid, "stat"), StandardCharsets.ISO_8859_1);
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false; // another system than Linux, or the process has gone
    }
  }
}
