// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.nodehost.conversation.NodeHandle;

/** A node of a live network, in this JVM or in a JVM of its own. */
public interface LabNode extends NodeHandle, AutoCloseable {
  /** Starts the node; {@link #sockets} waits until it is ready. */
  void launch() throws LabFailure;

  /** Returns the sockets of the node's link ends, by link number. */
  List<LinkSockets> sockets() throws LabFailure;

  /** Connects the node's link ends to the sockets of its neighbours. */
  void connect(List<LinkSockets> peers) throws LabFailure;

  /** Returns the node's CPU time so far; empty if it has no process of its own. */
  default Optional<Duration> cpuTime() {
    return Optional.empty();
  }

  /** Stops the node, and everything that was started for it. Idempotent. */
  @Override
  void close();
}
