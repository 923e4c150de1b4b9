// SPDX-License-Identifier: Apache-2.0
package rani.node;

import org.jspecify.annotations.Nullable;
import rani.service.ServiceContext;

/** What is known of one service's failures, and whether it is called any more. */
final class Containment {
  private static final int TEXT_LENGTH_MAX = 300;

  private long failures;
  private int failuresInRow;
  private long blockages;
  private String lastFailure = "";
  private boolean suspended;

  /**
   * Lets go on what is no failure of the service alone: the JVM itself is in trouble, or a call
   * into the node did not end as it should and left the node's state half changed.
   *
   * @param inNode whether the service was in the midst of a call into the node
   * @throws Error that very error
   */
  static void rethrowUnlessOfService(Throwable thrown, boolean inNode) {
    boolean ofJvm =
        thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
    if (thrown instanceof Error error && (ofJvm || inNode)) {
      throw error;
    }
  }

  /** In words, whatever the service has made of its exception. */
  static String text(Throwable thrown) {
    String text;
    try {
      text = String.valueOf(thrown.toString());
    } catch (RuntimeException | StackOverflowError e) {
      text = thrown.getClass().getName();
    }
    return text.length() > TEXT_LENGTH_MAX ? text.substring(0, TEXT_LENGTH_MAX) + "…" : text;
  }

  /** A handler of packets, timers and the like has returned as it should. */
  void succeeded() {
    failuresInRow = 0;
  }

  /** Counts a failure; whether it was one too many. */
  boolean failed(String what) {
    failures++;
    failuresInRow++;
    lastFailure = what;
    return failuresInRow >= ServiceContext.FAILURES_MAX && !suspended;
  }

  /** Counts a call that held the node up. */
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
