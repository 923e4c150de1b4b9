// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.OptionalLong;

/**
 * An interval during which the average queue was above max_th: from A to B in charts.
 *
 * @param aboveNanos time when the average was first seen above max_th (A), since the start of the
 *     experiment
 * @param belowNanos time when it was first seen at max_th or below (B); absent if the run ended
 *     before
 */
public record Crossing(long aboveNanos, OptionalLong belowNanos) {}
