// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.queue.Rate;

/**
 * One direction of a link, of which it is watched how busy its serializer is and how long packets
 * stay before it.
 *
 * @param node from where
 * @param link its number there
 * @param name {@code A->B}, or {@code A->B#2} for the second link between the two
 * @param rate of the serializer; unlimited where packets wait in the node's own queue alone
 */
public record ObservedLink(String node, int link, String name, Rate rate) {}
