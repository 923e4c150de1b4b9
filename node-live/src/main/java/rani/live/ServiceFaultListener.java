// SPDX-License-Identifier: Apache-2.0
package rani.live;

/** Receives reports of services that block their node, or crash it. */
public interface ServiceFaultListener {
  /** Ignores all reports. */
  ServiceFaultListener NONE = new ServiceFaultListener() {};

  /**
   * Reports a call that has lasted for nearly {@link BlockedCall#LIMIT_NANOS}, not counting time in
   * which its thread waited for a processor. Called once per call, by the watchdog's thread, while
   * the call still lasts.
   */
  default void blocked(BlockedCall call) {}

  /**
   * Reports a call that has lasted for longer than {@link BlockedCall#stuckNanos}, and is assumed
   * never to return. Called once per call, by the watchdog's thread.
   */
  default void stuck(BlockedCall call) {}

  /**
   * Reports an error of the JVM in the node's thread, or of the node's own code when a service
   * called it; the node's state is no longer reliable. Called by the node's thread.
   *
   * @param service the service being called; empty if none was
   */
  default void broken(String service, Error error) {}
}
