// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.time.Duration;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.jvm.NodeLaunchReply;

/** The process of a node: a child of this JVM, or one that an agent started on another host. */
public interface NodeProcess {
  /** Starts it; {@link #answer} waits until the node has come about. */
  void start() throws LabFailure;

  /** Whether it was started. */
  boolean isStarted();

  /** What the node says as it has come about, or why it has not. */
  NodeLaunchReply answer() throws LabFailure;

  /**
   * What {@code ps} and {@code down} must know.
   *
   * @param control where its control plane is reached; empty while that is not known
   */
  NodeRecord record(String control) throws LabFailure;

  /** CPU time so far. */
  Optional<Duration> cpuTime();

  /** Why the node does not answer: it is rather dead than silent, if it is dead. */
  LabFailure failure(Exception cause);

  /** Whether it has a life of its own, which {@link NodeJvm#detach} gives it. */
  boolean isOurChild();

  /** From now on its end is no failure. */
  void mayEnd();

  /** Ends it. Closing twice is harmless. */
  void close();
}
