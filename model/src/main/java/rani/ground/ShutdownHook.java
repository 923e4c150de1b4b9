// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/** A shutdown hook of the JVM. Closing this object removes the hook. */
public final class ShutdownHook implements AutoCloseable {
  private final Thread hook;

  /** Registers an action to run at shutdown; it must be short. */
  public ShutdownHook(Runnable action) {
    hook = Thread.ofPlatform().name("rani-end").unstarted(action);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the JVM is shutting down, and the hook runs already
    }
  }
}
