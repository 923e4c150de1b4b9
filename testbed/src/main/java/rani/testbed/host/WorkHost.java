// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import rani.ground.LabFailure;
import rani.model.host.TopologyHost;
import rani.testbed.session.Session;

/** A host that runs workers. Once it is closed or lost, none of them is left, and no file. */
public interface WorkHost extends AutoCloseable {
  /** Time without a sign of life after which another host is lost, in seconds. */
  int SILENCE_SECONDS_MAX = Session.SILENCE_SECONDS_MAX;

  /**
   * Facts about a host.
   *
   * @param java its version and vendor
   * @param system its operating system
   */
  record About(String name, String java, String system) {}

  /** Opens a host: this machine, or another one by its agent, which is given this build by ssh. */
  static WorkHost open(TopologyHost host, Consumer<String> progress) throws LabFailure {
    return host.isHere() ? LocalWorkHost.open(host.name()) : AgentWorkHost.open(host, progress);
  }

  About about();

  /** Starts a worker. */
  WorkerChannel worker() throws IOException;

  /** Returns why the host is lost; empty if it is not. */
  Optional<String> lost();

  /** Ends all workers and waits for that, unless the host is lost. */
  @Override
  void close();

  /** Ends everything at once, by the end of the connection. */
  void abandon();
}
