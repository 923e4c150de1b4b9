// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.util.List;
import rani.nodehost.conversation.LinkAddresses;

/**
 * What a node's JVM tells its lab, as the one line of its standard output.
 *
 * @param failure why the node did not come about; empty if it did
 * @param control where its control plane listens
 * @param sockets of its link ends, by link number
 */
public record NodeLaunchReply(String failure, String control, List<LinkAddresses> sockets) {
  public static NodeLaunchReply failed(String failure) {
    return new NodeLaunchReply(failure, "", List.of());
  }
}
