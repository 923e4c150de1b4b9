// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.time.Duration;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.jvm.NodeLaunchReply;

/** The process of a node: a child of this JVM, or one that an agent started on another host. */
public interface NodeProcess {
  /** Starts it; {@link #answer} waits until the node is ready. */
  void start() throws LabFailure;

  /** Whether it was started. */
  boolean isStarted();

  /** The node's launch reply, or a failure. */
  NodeLaunchReply answer() throws LabFailure;

  /**
   * The record for {@code ps} and {@code down}.
   *
   * @param control address of its control plane; empty while unknown
   */
  NodeRecord record(String control) throws LabFailure;

  /** CPU time so far. */
  Optional<Duration> cpuTime();

  /** The failure to report when the node does not answer: its death, if it has died. */
  LabFailure failure(Exception cause);

  /** Whether it can outlive this JVM, see {@link NodeJvm#detach}. */
  boolean isOurChild();

  /** Marks its end as intended from now on. */
  void mayEnd();

  /** Ends it. Idempotent. */
  void close();
}
