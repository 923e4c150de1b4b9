// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import rani.world.Facts;

/**
 * The machine of a measurement.
 *
 * @param load runnable threads in the last minute, on average
 */
public record Machine(String processor, int cores, String system, String jdk, double load)
    implements Facts {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /** This machine, now. */
  public static Machine here() {
    return new Machine(
        processorName(),
        coresHere(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.version().toString(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  /** Processors that may be used. */
  static int coresHere() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static String processorName() {
    try {
      return Files.readAllLines(CPU_INFO).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch"); // another system than Linux
    }
  }
}
