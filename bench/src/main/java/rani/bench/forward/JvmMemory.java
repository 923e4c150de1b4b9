// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.bench.harness.Child;
import rani.ground.LabFailure;

/** The used heap of a JVM, exact to some ten kilobytes, and its number of garbage collections. */
record JvmMemory(long usedBytes, long collections) {
  private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");
  private static final long KILO = 1024;

  /** Reads both numbers now. */
  static JvmMemory of(long pid, Path log) throws LabFailure, IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Child.Ended info = Child.run(List.of("" + jcmd, "" + pid, "GC.heap_info"));
    Matcher used = USED.matcher(info.output());
    long bytes = 0;
    while (used.find()) {
      bytes += KILO * Long.parseLong(used.group(1));
    }
    if (info.exit() != 0 || bytes == 0) {
      throw new LabFailure(
          "`" + jcmd + " " + pid + " GC.heap_info` says: " + info.output().strip());
    }
    try (var lines = Files.lines(log)) {
      return new JvmMemory(bytes, lines.filter(line -> line.contains("Pause")).count());
    }
  }
}
