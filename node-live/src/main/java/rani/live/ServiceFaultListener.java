// SPDX-License-Identifier: Apache-2.0
package rani.live;

/** Receives reports of services that block their node, or crash it. */
public interface ServiceFaultListener {
  /** Ignores all reports. */
  ServiceFaultListener NONE =
      new ServiceFaultListener() {
        @Override
        public void blocked(BlockedCall call) {}

        @Override
        public void stuck(BlockedCall call) {}

        @Override
        public void broken(String service, Error error) {}
      };

  /**
   * A call has lasted for nearly {@link BlockedCall#LIMIT_NANOS}, not counting time in which its
   * thread waited for a processor; reported once per call, by the watchdog's thread, while the call
   * still lasts.
   */
  void blocked(BlockedCall call);

  /**
   * A call lasts for longer than {@link BlockedCall#stuckNanos}: it is taken never to return.
   * Reported once per call, by the watchdog's thread.
   */
  void stuck(BlockedCall call);

  /**
   * The JVM itself failed in the node's thread, or the node's own code did when a service called
   * it; the node's state can no longer be relied on. Reported by that thread.
   *
   * @param service that was being called; empty if none was
   */
  void broken(String service, Error error);
}
