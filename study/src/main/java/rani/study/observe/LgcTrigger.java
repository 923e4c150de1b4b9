// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * LGC found a node congested and looked for the greedy connection (LGC paper, §3.1.1).
 *
 * @param timeNanos since the beginning of the experiment
 * @param node the congested node
 * @param p packets in the queue
 * @param n connections in the queue
 * @param r permissible packets of one connection, ⌈ln(3n)·p/n⌉
 * @param gci virtual address of the connection that held the most
 * @param held packets of it in the queue
 */
public record LgcTrigger(long timeNanos, String node, int p, int n, int r, String gci, int held) {}
