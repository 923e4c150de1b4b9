// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.OptionalLong;

/**
 * A stretch during which the average queue was over max_th: in charts from A to B.
 *
 * @param aboveNanos when the average was first seen over max_th (A), since the beginning of the
 *     experiment
 * @param belowNanos when it was first seen back (B); absent if the run ended before
 */
public record Crossing(long aboveNanos, OptionalLong belowNanos) {}
