// SPDX-License-Identifier: Apache-2.0

/**
 * Sweeps of many trials: run on all cores or on many machines, resumed after a kill, and merged so
 * that results do not show which process ran which trial.
 */
@NullMarked
package rani.study.sweep;

import org.jspecify.annotations.NullMarked;
