// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import rani.world.Facts;

/** The machine of a measurement, with the mean number of runnable threads in the last minute. */
public record Machine(String processor, int cores, String system, String jdk, double load)
    implements Facts {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /** Describes this machine. */
  public static Machine here() {
    return new Machine(
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.version().toString(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static String processorName() {
    try {
      return Files.readAllLines(CPU_INFO).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch"); // no Linux
    }
  }
}
