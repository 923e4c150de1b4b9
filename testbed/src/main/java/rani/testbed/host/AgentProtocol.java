// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.util.List;
import rani.ground.SocketText;
import rani.nodehost.jvm.NodeLaunchReply;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.testbed.session.LinkProbe;

/** Arguments and answers of the verbs of a {@link HostSupervisor} to an {@link Agent}. */
final class AgentProtocol {
  /** The target of a stream that leads to a new worker; no node has such a name. */
  static final String WORKER = "worker:";

  private AgentProtocol() {}

  /** The first call of a session. The topology file is empty if no nodes will be started. */
  record Begin(String run, String topology) {}

  /** Facts about an agent and its host. The distribution's id is empty if unknown. */
  record Begun(long pid, String distribution, String java, String system, int processors) {
    /** Reports whether the agent is known to be of another build than this process. */
    boolean isOfAnotherBuild() {
      String ours = Distribution.id();
      return !ours.isEmpty() && !distribution.isEmpty() && !ours.equals(distribution);
    }
  }

  /** Returns what is wrong with a host whose agent is of another build. */
  static String anotherBuild(String host) {
    return "host %s: its agent is of another rani than this one; start it again from the same build"
        .formatted(host);
  }

  /** Returns the version and vendor of this JVM. */
  static String java() {
    return Runtime.version() + ", " + System.getProperty("java.vendor");
  }

  /** Returns the operating system of this JVM. */
  static String system() {
    return String.join(
        " ",
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("os.arch"));
  }

  /** A request to start a node, by times of the receiver's clock; an agent's paths are relative. */
  record Launch(String host, String node, NodeLaunchRequest order) {}

  /** Result of starting a node; the supervisor's reply has the address of a relay. */
  record Launched(long pid, NodeLaunchReply answer) {}

  record Done() {}

  /** A notification that a node's process has ended. */
  record Ended(String node, long pid, int exit) {}

  /** A request to bind sockets like those of a link end, for a test. */
  record Bind(String end, String address, int receivePort, int sendPort) {}

  /** The ports of the bound sockets. */
  record Bound(int receivePort, int sendPort) {}

  /**
   * A request to test a bound link end. Both ends get the same test number and length of the link's
   * longest frame, and the other end's two sockets, such as {@code 192.168.1.7:40001}.
   */
  record Try(String end, long number, String toReceive, String fromSend, int bytes) {
    /** Executes the test, and closes the sockets. */
    LinkProbe.Heard with(LinkProbe probe) throws IOException {
      try (probe) {
        return probe.test(number, SocketText.parse(toReceive), SocketText.parse(fromSend), bytes);
      }
    }
  }

  /** The findings of {@code rani doctor} on the host. */
  record Findings(List<HostCheck.Finding> findings) {}

  record Cpu(List<NodeCpu> nodes) {}

  record NodeCpu(String node, long nanos) {}
}
