// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.queue.Rate;

/**
 * A monitored direction of a link: the utilisation of its serializer and the sojourn times of its
 * packets are measured.
 *
 * @param node at the sending end
 * @param link number of the link at that node
 * @param name {@code A->B}, or {@code A->B#2} for the second link between the two nodes
 * @param rate of the serializer; unlimited if packets wait only in the node's own queue
 */
public record ObservedLink(String node, int link, String name, Rate rate) {}
