// SPDX-License-Identifier: Apache-2.0

/** Sweeps of many trials, on all cores or many machines, resumed after a kill, and merged. */
@NullMarked
package rani.study.sweep;

import org.jspecify.annotations.NullMarked;
