// SPDX-License-Identifier: Apache-2.0

/**
 * Observation of runs: the metrics that experiments check and reports show. The entry point is
 * {@link rani.study.observe.Observations}.
 */
@NullMarked
package rani.study.observe;

import org.jspecify.annotations.NullMarked;
