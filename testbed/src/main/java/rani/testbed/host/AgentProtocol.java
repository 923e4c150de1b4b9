// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.util.List;
import rani.ground.SocketText;
import rani.nodehost.jvm.NodeLaunchReply;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.testbed.session.LinkProbe;

/**
 * The messages between a {@link HostSupervisor} and an {@link Agent}, as JSON: the arguments and
 * answers of the verbs.
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
   * Facts about an agent.
   *
   * @param pid of its process
   * @param distribution that it runs; empty if unknown
   * @param java its JVM
   * @param system the host's
   * @param processors of the host
   */
  record Begun(long pid, String distribution, String java, String system, int processors) {}

  /**
   * A node to be started.
   *
   * @param order to an agent with paths relative to the run's folder, and times of the host's
   *     clock; to the supervisor with those of this host
   */
  record Launch(String host, String node, NodeLaunchRequest order) {}

  /**
   * A node's launch reply and its process; from the supervisor with the address of a relay on this
   * host.
   */
  record Launched(long pid, NodeLaunchReply answer) {}

  /** An empty answer. */
  record Done() {}

  /** A node's process has ended. */
  record Ended(String node, long pid, int exit) {}

  /** A link end to be tested. */
  record Bind(String end, String address, int receivePort, int sendPort) {}

  /** The sockets that it is bound to. */
  record Bound(int receivePort, int sendPort) {}

  /**
   * A request to test a link end.
   *
   * @param number of the test
   * @param toReceive the other end's receiving socket, such as {@code 192.168.1.7:40001}
   * @param fromSend the other end's sending socket
   * @param bytes of the longest frame
   */
  record Try(String end, long number, String toReceive, String fromSend, int bytes) {
    /** The end of a test, which frees the ports. */
    LinkProbe.Heard with(LinkProbe probe) throws IOException {
      try (probe) {
        return probe.test(number, SocketText.parse(toReceive), SocketText.parse(fromSend), bytes);
      }
    }
  }

  /** The findings of the host's {@code rani doctor}. */
  record Findings(List<HostCheck.Finding> findings) {}

  /** CPU times of all nodes. */
  record Cpu(List<NodeCpu> nodes) {}

  /** CPU time of a node. */
  record NodeCpu(String node, long nanos) {}
}
