// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory of processes, on Linux. */
public final class Memory {
  private static final String PSS = "Pss:";
  private static final String AVAILABLE = "MemAvailable:";
  private static final long KIB = 1024;

  private Memory() {}

  /**
   * The memory of a process, in bytes: of a page that several have, its share (proc(5), {@code
   * smaps_rollup}).
   *
   * @throws IOException where the system does not say
   */
  public static long pssBytes(long pid) throws IOException {
    return bytes(Path.of("/proc", Long.toString(pid), "smaps_rollup"), PSS);
  }

  /**
   * Available memory, in bytes (proc(5), {@code meminfo}).
   *
   * @throws IOException where the system does not say
   */
  public static long availableBytes() throws IOException {
    return bytes(Path.of("/proc/meminfo"), AVAILABLE);
  }

  private static long bytes(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("\\D", "")) * KIB;
      }
    }
    throw new IOException(file + " says nothing of " + name);
  }
}
