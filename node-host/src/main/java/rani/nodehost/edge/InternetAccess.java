// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import rani.ground.LabFailure;
import rani.live.edge.EdgeSetup;

/**
 * A way from an edge to what this machine reaches, by slirp4netns, a program with a TCP and UDP of
 * its own that uses sockets of its user. It ends with this process, whose pipe it watches.
 */
public final class InternetAccess implements AutoCloseable {
  /** The program. */
  public static final String PROGRAM = "slirp4netns";

  /** What it writes when all is set up. */
  private static final int READY = '1';

  private final Process process;

  private InternetAccess(Process process) {
    this.process = process;
  }

  /** Whether this machine has the program. */
  public static boolean isThere() {
    return ProgramCommand.isThere(PROGRAM);
  }

  /**
   * Opens a way, for all programs at an edge. Names are resolved as this machine does; servers on
   * its loopback are out of reach. Throws if the program is missing, or fails.
   */
  public static InternetAccess open(EdgeNamespace edge) throws LabFailure {
    if (!isThere()) {
      throw new LabFailure(
          "`--internet` takes " + PROGRAM + " (Debian: " + PROGRAM + "), which is not installed");
    }
    String descriptors = "/proc/" + edge.process() + "/fd/";
    String device = "slirp" + ProcessHandle.current().pid();
    ProcessBuilder command =
        new ProcessBuilder(
            "setsid", // so that Ctrl-C is the program's
            "sh",
            "-c",
            "exec \"$0\" \"$@\" --exit-fd=0 --ready-fd=3 3>&1 >&2",
            PROGRAM,
            "--configure",
            "--disable-host-loopback",
            "--cidr=" + EdgeSetup.INTERNET + "/" + EdgeSetup.NETWORK_BITS,
            "--netns-type=path",
            "--userns-path=" + descriptors + edge.user(),
            descriptors + edge.net(),
            device);
    try {
      Process process = command.start();
      InputStream errors = process.getErrorStream();
      if (process.getInputStream().read() != READY) {
        process.destroyForcibly();
        throw new LabFailure(PROGRAM + " fails: " + new String(errors.readAllBytes(), UTF_8));
      }
      Thread.ofVirtual().name("rani-" + PROGRAM).start(() -> drain(errors));
      return new InternetAccess(process);
    } catch (IOException e) {
      throw new LabFailure(PROGRAM + " cannot be started: " + e.getMessage(), e);
    }
  }

  private static void drain(InputStream words) {
    try {
      words.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      return; // its end
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
