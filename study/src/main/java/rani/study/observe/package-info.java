// SPDX-License-Identifier: Apache-2.0

/** Metrics and series of runs; the entry point is {@link rani.study.observe.Observations}. */
@NullMarked
package rani.study.observe;

import org.jspecify.annotations.NullMarked;
