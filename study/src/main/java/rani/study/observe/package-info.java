// SPDX-License-Identifier: Apache-2.0

/**
 * What happened in a run, as the numbers that experiments assert and reports show: {@link
 * rani.study.observe.Observations}.
 */
@NullMarked
package rani.study.observe;

import org.jspecify.annotations.NullMarked;
