// SPDX-License-Identifier: Apache-2.0

/** What several trials say together: means with their intervals, and differences of variants. */
@NullMarked
package rani.study.statistics;

import org.jspecify.annotations.NullMarked;
