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
 * Identifies the process of a node, so that later commands find it.
 *
 * @param host name of the host if that is another one; else empty
 * @param pid process id on its host; 0 if the process has ended on another host
 * @param startedMillis start time of the process, since the epoch; 0 if unknown, or on another host
 * @param control address of the control plane, as reached from this host; empty while unknown
 */
public record NodeRecord(String name, String host, long pid, long startedMillis, String control) {
  /** Tolerance for start times, because the system computes them from a boot time it corrects. */
  private static final long START_TOLERANCE_MILLIS = 2000;

  public NodeRecord(String name, long pid, long startedMillis, String control) {
    this(name, "", pid, startedMillis, control);
  }

  public boolean listensAtUnixSocket() {
    return control.startsWith(HttpAddress.UNIX);
  }

  /** Removes the control plane's socket, which a killed node leaves behind. */
  public void leave() {
    if (!control.isEmpty()) {
      ControlFolder.end(HttpAddress.parse(control));
    }
  }

  public boolean runsElsewhere() {
    return !host.isEmpty();
  }

  /** Returns the record of the node after its process has ended. */
  public NodeRecord ended() {
    return new NodeRecord(name, host, 0, startedMillis, control);
  }

  public static long startedMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /** Returns the process if it runs on this host; empty if another process reuses the id. */
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
   * Reports whether a process is a zombie, by proc(5), because the JDK takes a zombie for alive.
   * The state follows the last parenthesis: a process name may contain blanks and parentheses.
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
