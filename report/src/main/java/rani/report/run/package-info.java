// SPDX-License-Identifier: Apache-2.0

/** Experiments and sweeps run to their reports. */
@NullMarked
package rani.report.run;

import org.jspecify.annotations.NullMarked;
