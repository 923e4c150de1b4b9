// SPDX-License-Identifier: Apache-2.0

/** Runs the trials of a sweep as array jobs of Slurm: {@code rani sweep --on slurm}. */
@NullMarked
package rani.report.slurm;

import org.jspecify.annotations.NullMarked;
