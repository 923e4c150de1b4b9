// SPDX-License-Identifier: Apache-2.0
package rani.model.picture;

import java.util.List;

/**
 * Stop of a packet on its path through the network.
 *
 * @param node name of the node
 * @param lines short labels of the stop
 */
public record PathStop(String node, List<String> lines) {}
