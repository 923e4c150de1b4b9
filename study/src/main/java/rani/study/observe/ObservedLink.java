// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.queue.Rate;

/**
 * A monitored direction of a link: the utilisation of its serializer, and how long packets wait for
 * it.
 *
 * @param node from where
 * @param link its number there
 * @param name {@code A->B}, or {@code A->B#2} for the second link between the two
 * @param rate of the serializer; unlimited where packets wait in the node's own queue alone
 */
public record ObservedLink(String node, int link, String name, Rate rate) {}
