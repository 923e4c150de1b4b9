// SPDX-License-Identifier: Apache-2.0
package rani.node;

import org.jspecify.annotations.Nullable;
import rani.service.ServiceContext;

/** The failures of one service, and whether it is suspended. */
final class Containment {
  private static final int TEXT_LENGTH_MAX = 300;

  private long failures;
  private int failuresInRow;
  private long blockages;
  private String lastFailure = "";
  private boolean suspended;

  /**
   * Rethrows what is not the service's own failure: an error of the JVM, or one during a call into
   * the node ({@code inNode}), whose state may be inconsistent.
   */
  static void rethrowUnlessOfService(Throwable thrown, boolean inNode) {
    boolean ofJvm =
        thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
    if (thrown instanceof Error error && (ofJvm || inNode)) {
      throw error;
    }
  }

  /** Returns the exception as text, even if its own methods throw. */
  static String text(Throwable thrown) {
    String text;
    try {
      text = String.valueOf(thrown.toString());
    } catch (RuntimeException | StackOverflowError e) {
      text = thrown.getClass().getName();
    }
    return text.length() > TEXT_LENGTH_MAX ? text.substring(0, TEXT_LENGTH_MAX) + "…" : text;
  }

  void succeeded() {
    failuresInRow = 0;
  }

  /** Counts a failure; true if the service must be suspended. */
  boolean failed(String what) {
    failures++;
    failuresInRow++;
    lastFailure = what;
    return failuresInRow >= ServiceContext.FAILURES_MAX && !suspended;
  }

  void blocked(String what) {
    failures++;
    blockages++;
    lastFailure = what;
  }

  void suspend() {
    suspended = true;
  }

  boolean isSuspended() {
    return suspended;
  }

  long failures() {
    return failures;
  }

  @Nullable String lastFailure() {
    return failures > 0 ? lastFailure : null;
  }

  NodeFacts.Failures facts() {
    return new NodeFacts.Failures(
        suspended, failures, lastFailure(), blockages > 0 ? blockages : null);
  }
}
