// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.net.InetAddress;
import java.util.List;

/**
 * A machine on which nodes of a {@code Topology} run.
 *
 * @param name unique in the network
 * @param address the real IPv4 or IPv6 address, as a literal, at which links to other hosts are
 *     bound
 * @param by how it is reached
 * @param ssh the destination for OpenSSH: an address, a name, or an alias of the user's
 *     configuration
 * @param user of the login; empty for what the user's own configuration says
 * @param port of its OpenSSH server or its agent; 0 for the usual one
 * @param options for OpenSSH, each as {@code -o} takes it
 * @param folder where the distribution and the files of runs are put; a relative one is below the
 *     login's home
 * @param tokenFile holds the token of an agent that listens; relative to the topology's file
 */
public record TopologyHost(
    String name,
    String address,
    By by,
    String ssh,
    String user,
    int port,
    List<String> options,
    String folder,
    String tokenFile) {
  /** The most hosts of a network. */
  public static final int HOSTS_MAX = 64;

  /** The most options for one host's OpenSSH. */
  public static final int OPTIONS_MAX = 32;

  /** Where a listening agent is looked for unless a port is given. */
  public static final int AGENT_PORT = 7264;

  /** The folder of a host that does not say. */
  public static final String FOLDER = ".rani-agent";

  /** How a host is reached. */
  public enum By {
    /** By the user's own OpenSSH. */
    SSH,
    /** By an agent that was started there by hand, with {@code rani agent --listen}. */
    AGENT,
    /** It is the machine that starts the network. */
    HERE
  }

  public TopologyHost {
    options = List.copyOf(options);
  }

  /** Whether its nodes are started without an agent. */
  public boolean isHere() {
    return by == By.HERE;
  }

  /** Where links to other hosts are bound. */
  public InetAddress inetAddress() {
    return InetAddress.ofLiteral(address);
  }
}
