// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.util.List;
import rani.ground.SocketText;
import rani.nodehost.jvm.NodeLaunchReply;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.testbed.session.LinkProbe;

/**
 * What a {@link HostSupervisor} and an {@link Agent} say to each other, as JSON, beside the verbs:
 * what stands behind them.
 */
final class AgentProtocol {
  private AgentProtocol() {}

  /**
   * The first call of a session.
   *
   * @param run its name
   * @param topology the network's file; empty if no nodes will be started
   */
  record Begin(String run, String topology) {}

  /**
   * What an agent is.
   *
   * @param pid of its process
   * @param distribution that it runs; empty if it does not know
   * @param java its JVM
   * @param system the host's
   * @param processors of the host
   */
  record Begun(long pid, String distribution, String java, String system, int processors) {}

  /**
   * A node to be started.
   *
   * @param order to an agent with paths below the run's folder, and times of the host's own clock;
   *     to the keeper with those of this host
   */
  record Launch(String host, String node, NodeLaunchRequest order) {}

  /**
   * What a node said as it came about, and its process; from the keeper with the address of a relay
   * on this host.
   */
  record Launched(long pid, NodeLaunchReply answer) {}

  /** The answer where there is nothing to say. */
  record Done() {}

  /** A node's process has ended. */
  record Ended(String node, long pid, int exit) {}

  /** An end of a link that is to be tried out. */
  record Bind(String end, String address, int receivePort, int sendPort) {}

  /** Where it is bound. */
  record Bound(int receivePort, int sendPort) {}

  /**
   * Try it out.
   *
   * @param number of the test
   * @param toReceive where the other end receives, such as {@code 192.168.1.7:40001}
   * @param fromSend where that sends from
   * @param bytes of the longest frame
   */
  record Try(String end, long number, String toReceive, String fromSend, int bytes) {
    /** Does so at the end, and frees its ports. */
    LinkProbe.Heard with(LinkProbe probe) throws IOException {
      try (probe) {
        return probe.test(number, SocketText.parse(toReceive), SocketText.parse(fromSend), bytes);
      }
    }
  }

  /** What the host's doctor found. */
  record Findings(List<HostCheck.Finding> findings) {}

  /** Of each node how much CPU time it has had. */
  record Cpu(List<NodeCpu> nodes) {}

  /** Of one. */
  record NodeCpu(String node, long nanos) {}
}
