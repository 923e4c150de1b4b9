// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Ends the JVM of a node that cannot go on, and leaves behind why. */
public final class CrashReport {
  /** What the JVM exits with. Without last words, for want of heap, it exits with 3. */
  static final int BROKEN = 4;

  private final Optional<Path> file;

  /**
   * For one node.
   *
   * @param file that takes the verdict, beside standard error
   */
  public CrashReport(Optional<Path> file) {
    this.file = file;
  }

  /** Says it in one line, and ends the JVM at once, whatever its threads are at. */
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
