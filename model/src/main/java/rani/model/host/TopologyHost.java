// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.net.InetAddress;
import java.util.List;

/**
 * Machine on which nodes of a network run.
 *
 * @param name unique in the network
 * @param address real IPv4 or IPv6 address, as a literal; sockets of links to other hosts are bound
 *     to it
 * @param by how it is reached
 * @param ssh the destination for OpenSSH: an address, a name, or an alias of the user's
 *     configuration
 * @param user login name; empty for that of the user's ssh configuration
 * @param port of its OpenSSH server or its agent; 0 for the default
 * @param options for OpenSSH, each as {@code -o} takes it
 * @param folder for the distribution and the files of runs; a relative path starts at the login's
 *     home
 * @param tokenFile file with the token of a listening agent
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
  public static final int HOSTS_MAX = 64;
  public static final int OPTIONS_MAX = 32;
  public static final int AGENT_PORT = 7264;
  public static final String FOLDER = ".rani-agent";

  public enum By {
    /** By the user's OpenSSH. */
    SSH,
    /** By an agent that a user started on the host with {@code rani agent --listen}. */
    AGENT,
    /** Not at all: the host is the machine that starts the network. */
    HERE
  }

  public TopologyHost {
    options = List.copyOf(options);
  }

  /** Returns whether the host starts the network, so that its nodes need no agent. */
  public boolean isHere() {
    return by == By.HERE;
  }

  /** Returns the address to which sockets of links to other hosts are bound. */
  public InetAddress inetAddress() {
    return InetAddress.ofLiteral(address);
  }
}
