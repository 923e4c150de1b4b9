// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.capture.FileCapture;
import rani.model.file.FileFormat;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.nodehost.jvm.WarmUp;
import tools.jackson.core.JacksonException;

/**
 * The launch parameters that all nodes of a live run share, also those added later.
 *
 * @param timeBaseNanos this host's monotonic clock at node time 0
 * @param wallBaseNanos wall-clock time, in nanoseconds since 1970, at node time 0
 * @param transport {@code mmsg}, {@code epoll} or {@code nio}
 * @param traceBytesMax the limit of each node's trace in the run's folder; 0 if nodes write none
 * @param rehearsal the warm-up traffic of a node before it is ready
 * @param keyNumber the number of the key that keyed links use now
 * @param tcp whether control planes listen at TCP ports of the loopback
 */
public record RunStart(
    long seed,
    long timeBaseNanos,
    long wallBaseNanos,
    String transport,
    long traceBytesMax,
    WarmUp rehearsal,
    int keyNumber,
    boolean tcp) {
  /** Returns the launch request of one node of the run. */
  public NodeLaunchRequest order(
      String token, RunDirectory directory, String name, List<FileCapture> captures, boolean late) {
    return new NodeLaunchRequest(
        token,
        (tcp ? HttpAddress.loopback() : ControlFolder.socket(directory, name)).text(),
        keyNumber,
        seed,
        timeBaseNanos,
        wallBaseNanos,
        transport,
        traceBytesMax > 0 ? directory.trace(name).toAbsolutePath().toString() : "",
        traceBytesMax,
        directory.lastCall(name).toAbsolutePath().toString(),
        directory.verdict(name).toAbsolutePath().toString(),
        captures.stream().map(NodeLaunchRequest.Kept::of).toList(),
        rehearsal,
        late);
  }

  /** Returns a copy with another key number. */
  RunStart withKey(int number) {
    return new RunStart(
        seed, timeBaseNanos, wallBaseNanos, transport, traceBytesMax, rehearsal, number, tcp);
  }

  String text() {
    return Json.print(FileFormat.START.headed(this)) + "\n";
  }

  /** Reads the parameters; fails if they are missing or malformed. */
  public static RunStart read(Path file) throws LabFailure {
    try {
      return FileFormat.START.read(file, RunStart.class);
    } catch (IOException e) {
      throw unknown(file, e, e.getMessage());
    } catch (JacksonException e) {
      throw unknown(file, e, e.getOriginalMessage());
    }
  }

  private static LabFailure unknown(Path file, Exception cause, @Nullable String why) {
    return new LabFailure(
        "nodes cannot be added to this run: %s does not say how it was started: %s"
            .formatted(file, why),
        cause);
  }
}
