// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The life of one ingress filter.
 *
 * @param node where it sat
 * @param link on which link's receive side; absent where it stops what begins at the node itself
 * @param flow what it dropped: a source's address, or a connection
 * @param installNanos since the beginning of the experiment
 * @param untilNanos when it was to end by itself, as last set
 * @param endNanos when it expired or was removed; absent if it outlived the run
 * @param caughtFrames how many it dropped; what a diversion caught it need not have
 */
public record FilterSpan(
    String node,
    OptionalInt link,
    String flow,
    long installNanos,
    long untilNanos,
    OptionalLong endNanos,
    long caughtFrames) {}
