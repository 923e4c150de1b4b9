// SPDX-License-Identifier: Apache-2.0
package rani.live;

/** What is told of services that hold up their node, or bring it down. */
public interface ServiceFaultListener {
  /** Tells no one. */
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
   * A call has lasted for nearly {@link BlockedCall#LIMIT_NANOS}, not counting what its thread
   * waited for a processor; told once for each, by the watchdog's own thread, while the call still
   * lasts.
   */
  void blocked(BlockedCall call);

  /**
   * A call lasts for longer than {@link BlockedCall#stuckNanos}: it is taken never to return. Told
   * once for each, by the watchdog's own thread.
   */
  void stuck(BlockedCall call);

  /**
   * The JVM itself failed in the node's thread, or the node's own code did when a service called
   * it; what the node knows is not to be relied on any more. Told by that thread.
   *
   * @param service that was being called; empty if none was
   */
  void broken(String service, Error error);
}
