// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** What it is measured on. */
public final class Machine {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** For programs; {@code load} is the number of runnable threads in the last minute. */
  public static SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("processor", processor());
    facts.put("cores", cores());
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("jdk", Runtime.version().toString());
    facts.put("load", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    return facts;
  }

  /** Processors that may be used. */
  static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static String processor() {
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
