// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.util.List;
import rani.nodehost.conversation.LinkAddresses;

/**
 * The reply of a node's JVM to its supervisor, the only line of its standard output.
 *
 * @param failure why the node could not be started; empty if it was
 * @param control address of the control plane
 * @param sockets sockets of the link ends, by link number
 */
public record NodeLaunchReply(String failure, String control, List<LinkAddresses> sockets) {
  public static NodeLaunchReply failed(String failure) {
    return new NodeLaunchReply(failure, "", List.of());
  }
}
