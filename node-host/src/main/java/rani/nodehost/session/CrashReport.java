// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reports why a node cannot go on, to standard error and a file, and halts the JVM. */
public record CrashReport(Optional<Path> file) {
  /** Exit code of the JVM. It is 3, without a report, after an exhausted heap. */
  static final int BROKEN = 4;

  void end(String node, String verdict, List<String> stack) {
    try {
      if (file.isPresent()) {
        Files.write(file.get(), verdict.getBytes(StandardCharsets.UTF_8));
      }
      System.err.println("rani: node " + node + " ends: " + verdict);
      stack.forEach(frame -> System.err.println("  at " + frame));
      System.err.flush();
    } catch (IOException e) {
      System.err.println("rani: node " + node + " ends: " + verdict + " (" + e + ")");
    } finally {
      Runtime.getRuntime().halt(BROKEN);
    }
  }
}
