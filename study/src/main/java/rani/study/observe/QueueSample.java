// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.world.Verdict;

/**
 * One data packet at the observed queue.
 *
 * @param arrivalIndex counted from 1 over all packets that reached the queue, dropped ones included
 * @param timeNanos since the start of the run
 * @param source virtual address of the packet's source
 * @param queuedFrames frames that waited before this packet joined
 * @param averageFrames RED's average after this arrival
 */
public record QueueSample(
    int arrivalIndex,
    long timeNanos,
    String source,
    int queuedFrames,
    double averageFrames,
    Verdict verdict) {}
