// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.world.Verdict;

/**
 * One data packet at the observed queue; its time is since the start of the run. The index counts
 * from 1 over all packets that reached the queue, dropped ones included. {@code queuedFrames}
 * waited before the packet joined; the average is RED's after the arrival.
 */
public record QueueSample(
    int arrivalIndex,
    long timeNanos,
    String source,
    int queuedFrames,
    double averageFrames,
    Verdict verdict) {}
