// SPDX-License-Identifier: Apache-2.0

/** Statistics over trials: means with confidence intervals, and differences of variants. */
@NullMarked
package rani.study.statistics;

import org.jspecify.annotations.NullMarked;
