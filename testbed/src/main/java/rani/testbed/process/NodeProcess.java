// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.time.Duration;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.jvm.NodeLaunchReply;

/** The process of a node: a child of this JVM, or one that an agent started on another host. */
public interface NodeProcess {
  /** Starts the process; {@link #answer} waits until the node is ready. */
  void start() throws LabFailure;

  boolean isStarted();

  /** Returns the node's launch reply; waits for it. */
  NodeLaunchReply answer() throws LabFailure;

  /** Returns the record for {@code ps} and {@code down}, with the control plane's address. */
  NodeRecord record(String control) throws LabFailure;

  Optional<Duration> cpuTime();

  /** Returns the failure to report when the node does not answer: its death, if it has died. */
  LabFailure failure(Exception cause);

  /** Reports whether the process is a child and can be left alone by {@link NodeJvm#detach}. */
  boolean isOurChild();

  /** Makes the process's end an expected one from now on. */
  void mayEnd();

  /** Ends the process. Idempotent. */
  void close();
}
