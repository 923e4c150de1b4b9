// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/** Does something when the JVM is told to end, unless it was closed before. */
public final class AtEndOfJvm implements AutoCloseable {
  private final Thread hook;

  /**
   * From now on.
   *
   * @param action what is done then, soon
   */
  public AtEndOfJvm(Runnable action) {
    hook = Thread.ofPlatform().name("rani-end").unstarted(action);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the JVM is ending, and the hook is at work
    }
  }
}
