// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The lifetime of one ingress filter.
 *
 * @param link arrival link that it filters; absent for packets that originate at the node
 * @param flow what it dropped: a source's address, or a connection
 * @param installNanos time since the start of the experiment
 * @param untilNanos last set expiry
 * @param endNanos time when it expired or was removed; absent if it outlived the run
 * @param caughtFrames number of frames it caught; a diversion need not have dropped them
 */
public record FilterSpan(
    String node,
    OptionalInt link,
    String flow,
    long installNanos,
    long untilNanos,
    OptionalLong endNanos,
    long caughtFrames) {}
