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
 * A node's process, as it can be found again.
 *
 * @param name of the node
 * @param host the other host that it runs on; empty if it is this one
 * @param pid of its process, on its host; 0 if it has ended there
 * @param startedMillis when that was started, since the epoch; 0 if the system does not tell, or on
 *     another host
 * @param control where its control plane is reached from here; empty while it is not known
 */
public record NodeRecord(String name, String host, long pid, long startedMillis, String control) {
  /** A start time is worked out from the time of boot, which the system corrects now and then. */
  private static final long START_TOLERANCE_MILLIS = 2000;

  /** A node on this host. */
  public NodeRecord(String name, long pid, long startedMillis, String control) {
    this(name, "", pid, startedMillis, control);
  }

  public boolean listensAtUnixSocket() {
    return control.startsWith(HttpAddress.UNIX);
  }

  /** Removes what its control plane has left if it was killed. */
  public void leave() {
    if (!control.isEmpty()) {
      ControlFolder.end(HttpAddress.parse(control));
    }
  }

  /** Whether an agent runs it on another host. */
  public boolean runsElsewhere() {
    return !host.isEmpty();
  }

  /** The same of a node that has ended on its host. */
  public NodeRecord ended() {
    return new NodeRecord(name, host, 0, startedMillis, control);
  }

  public static long startedMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /**
   * The process, if it is on this host, still runs, and is no other that was given its number
   * since.
   */
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
   * Whether the process has ended, and only keeps its number until someone asks how: Linux says so
   * (proc(5)), and the JDK takes it for alive. The name may hold blanks and parentheses.
   */
  private static boolean hasEnded(long pid) {
    try {
      String stat =
          Files.readString(Path.of("/proc", "" + pid, "stat"), StandardCharsets.ISO_8859_1);
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false; // another system than Linux, or gone since
    }
  }
}
