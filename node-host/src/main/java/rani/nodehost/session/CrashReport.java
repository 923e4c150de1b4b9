// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Ends the JVM of a node that cannot go on, and writes the reason to a file. */
public final class CrashReport {
  /** The JVM's exit code. After an exhausted heap, without a report, it is 3. */
  static final int BROKEN = 4;

  private final Optional<Path> file;

  /**
   * For one node.
   *
   * @param file that the reason is written to, besides standard error
   */
  public CrashReport(Optional<Path> file) {
    this.file = file;
  }

  /** Writes the reason in one line, and halts the JVM at once. */
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
