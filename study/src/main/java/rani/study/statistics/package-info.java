// SPDX-License-Identifier: Apache-2.0

/**
 * Statistics over several trials: means with their confidence intervals, and differences of
 * variants.
 */
@NullMarked
package rani.study.statistics;

import org.jspecify.annotations.NullMarked;
