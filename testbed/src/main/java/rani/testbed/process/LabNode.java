// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.nodehost.conversation.NodeHandle;

/** A node of a live network as its lab sees it: in this JVM, or in one of its own. */
public interface LabNode extends NodeHandle, AutoCloseable {
  /** Begins to bring the node about; {@link #sockets} waits until it has come about. */
  void launch() throws LabFailure;

  /** Where its link ends are bound, by link number. */
  List<LinkSockets> sockets() throws LabFailure;

  /** Connects its link ends. */
  void connect(List<LinkSockets> peers) throws LabFailure;

  /** CPU time of the node so far, where it has a process of its own. */
  default Optional<Duration> cpuTime() {
    return Optional.empty();
  }

  /** Stops it, and everything that was started for it. Closing twice is harmless. */
  @Override
  void close();
}
