// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.queue.Rate;

/**
 * A monitored direction of a link, from a node by its number there: the utilisation of its
 * serializer and the sojourn times of its packets are measured. The name is {@code A->B}, or {@code
 * A->B#2} for the second link. The rate is unlimited if packets wait only in the node's own queue.
 */
public record ObservedLink(String node, int link, String name, Rate rate) {}
