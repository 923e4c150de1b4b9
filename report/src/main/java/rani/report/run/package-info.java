// SPDX-License-Identifier: Apache-2.0

/** Runs experiments and sweeps, and writes their results and reports. */
@NullMarked
package rani.report.run;

import org.jspecify.annotations.NullMarked;
