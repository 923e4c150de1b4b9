// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.nodehost.conversation.NodeHandle;

/** A node of a live network, for its lab: in this JVM, or in one of its own. */
public interface LabNode extends NodeHandle, AutoCloseable {
  /** Starts to launch the node; {@link #sockets} waits until it is ready. */
  void launch() throws LabFailure;

  /** The sockets of its link ends, by link number. */
  List<LinkSockets> sockets() throws LabFailure;

  /** Connects its link ends. */
  void connect(List<LinkSockets> peers) throws LabFailure;

  /** CPU time of the node so far, if it has a process of its own. */
  default Optional<Duration> cpuTime() {
    return Optional.empty();
  }

  /** Stops the node, and everything that was started for it. Idempotent. */
  @Override
  void close();
}
