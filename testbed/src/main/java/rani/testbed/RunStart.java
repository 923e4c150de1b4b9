// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import rani.ground.LabFailure;
import rani.ground.WallClock;
import rani.json.Json;
import rani.live.Transport;
import rani.model.capture.FileCapture;
import rani.model.file.InputFile;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.nodehost.jvm.WarmUp;
import tools.jackson.core.JacksonException;

/**
 * The launch parameters that all nodes of a live run share, also those added later.
 *
 * @param seed of the run
 * @param timeBaseNanos of the nodes' time
 * @param wallBaseNanos wall-clock time, in nanoseconds since 1970, at node time 0
 * @param transport {@code mmsg}, {@code epoll} or {@code nio}
 * @param traceBytesMax the limit of each node's trace in the run's folder; 0 if nodes write none
 * @param rehearsal the traffic before they are ready
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
  private static final int TOKEN_BYTES = 16;

  /** A new random token. */
  static String newToken() {
    byte[] secret = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(secret);
    return HexFormat.of().formatHex(secret);
  }

  /** The parameters of a node outside a run, without files. */
  static NodeLaunchRequest alone(String token, HttpAddress control, Transport transport) {
    long baseNanos = System.nanoTime();
    return new NodeLaunchRequest(
        token,
        control.text(),
        0,
        1,
        baseNanos,
        WallClock.baseNanos(baseNanos),
        transport.text(),
        "",
        0,
        "",
        "",
        List.of(),
        WarmUp.BRIEF,
        false);
  }

  /** The launch request of one node. */
  public NodeLaunchRequest order(
      String token, RunDirectory directory, String name, List<FileCapture> captures, boolean late) {
    return new NodeLaunchRequest(
        token,
        control(directory, name).text(),
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

  /** A copy with another key in use. */
  RunStart withKey(int number) {
    return new RunStart(
        seed, timeBaseNanos, wallBaseNanos, transport, traceBytesMax, rehearsal, number, tcp);
  }

  private HttpAddress control(RunDirectory directory, String name) {
    return tcp ? HttpAddress.loopback() : ControlFolder.socket(directory, name);
  }

  String text() {
    return Json.print(this) + "\n";
  }

  static RunStart read(Path file) throws LabFailure {
    try {
      return Json.read(InputFile.text(file), RunStart.class);
    } catch (IOException | JacksonException e) {
      throw new LabFailure(
          "nodes cannot be added to this run: " + file + " does not say how it was started", e);
    }
  }
}
