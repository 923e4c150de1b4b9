// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.ground.LabFailure;

/**
 * What a JVM has taken of its heap, to a thread's buffer of some ten kilobytes, and how often it
 * was collected: as {@code jcmd} tells, and a garbage collection log of the JVM.
 *
 * @param usedBytes of the heap
 * @param collections since it began
 */
record JvmMemory(long usedBytes, long collections) {
  private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");
  private static final long KILO = 1024;

  /** The option by which a JVM keeps the log. */
  static String logged(Path file) {
    return "-Xlog:gc:file=" + file;
  }

  /** How it is now. */
  static JvmMemory of(long pid, Path log) throws LabFailure, IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        new ProcessBuilder(List.of("" + jcmd, "" + pid, "GC.heap_info"))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher used = USED.matcher(said);
    long bytes = 0;
    while (used.find()) {
      bytes += KILO * Long.parseLong(used.group(1));
    }
    if (process.waitFor() != 0 || bytes == 0) {
      throw new LabFailure("`" + jcmd + " " + pid + " GC.heap_info` says: " + said.strip());
    }
    try (var lines = Files.lines(log)) {
      return new JvmMemory(bytes, lines.filter(line -> line.contains("Pause")).count());
    }
  }
}
