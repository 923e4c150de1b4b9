// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory of processes, on Linux. */
public final class Memory {

  private static final long KIB = 1024;

  private Memory() {}

  /** Returns the PSS of a process in bytes (proc(5), {@code smaps_rollup}). */
  public static long pssBytes(long pid) throws IOException {
    return bytes(Path.of("/proc", Long.toString(pid), "smaps_rollup"), "Pss:");
  }

  /** Returns the available memory in bytes (proc(5), {@code meminfo}). */
  public static long availableBytes() throws IOException {
    return bytes(Path.of("/proc/meminfo"), "MemAvailable:");
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
