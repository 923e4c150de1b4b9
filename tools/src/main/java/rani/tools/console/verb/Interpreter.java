// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.io.PrintWriter;
import java.util.List;

/** Executes lines of the console, each of which is one verb. */
@FunctionalInterface
public interface Interpreter {
  /**
   * Executes one verb and returns its exit code. The verb applies to {@code nodes} and those named
   * before it; without any, to all. The result is JSON by {@code asJson}, or {@code --json} in the
   * words.
   */
  int execute(
      List<String> words, List<String> nodes, boolean asJson, PrintWriter out, PrintWriter err);
}
