// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import rani.model.file.InputFile;

/**
 * Tells from the kernel's tables whether a port is listened at in a network namespace, without a
 * connection to it.
 */
final class TcpListeners {
  /** Of proc(5): where a line has the local address and port, and the state. */
  private static final int LOCAL = 1;

  private static final int STATE = 3;
  private static final String LISTEN = "0A";
  private static final int HEXADECIMAL = 16;

  private TcpListeners() {}

  /**
   * Returns whether some process listens at a TCP port of the namespace that a process is in. False
   * as long as the process has not joined it.
   *
   * @param namespace descriptor that this process has of the network namespace
   */
  static boolean at(int port, long pid, int namespace) {
    Path process = Path.of("/proc", "" + pid);
    try {
      Path joined = Files.readSymbolicLink(process.resolve("ns/net"));
      return joined.equals(Files.readSymbolicLink(Path.of("/proc/self/fd", "" + namespace)))
          && (isIn(process.resolve("net/tcp"), port) || isIn(process.resolve("net/tcp6"), port));
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  private static boolean isIn(Path table, int port) throws IOException {
    return isIn(InputFile.lines(table), port);
  }

  /** Returns whether a table of proc(5) has a listener at a port. */
  static boolean isIn(List<String> table, int port) {
    return table.stream()
        .skip(1)
        .map(line -> line.strip().split("\\s+"))
        .anyMatch(
            fields ->
                fields.length > STATE
                    && fields[STATE].equals(LISTEN)
                    && port(fields[LOCAL]) == port);
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEXADECIMAL);
  }
}
