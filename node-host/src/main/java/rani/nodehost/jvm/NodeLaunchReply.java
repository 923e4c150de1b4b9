// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.util.List;
import rani.nodehost.conversation.LinkAddresses;

/**
 * Reply of a node's JVM to its supervisor, the only line of its standard output. The failure is
 * empty if the node has started.
 */
public record NodeLaunchReply(String failure, String control, List<LinkAddresses> sockets) {
  public static NodeLaunchReply failed(String failure) {
    return new NodeLaunchReply(failure, "", List.of());
  }
}
