// SPDX-License-Identifier: Apache-2.0

/** Commands that run experiments and sweeps, and print their outcomes. */
@NullMarked
package rani.tools.experiment;

import org.jspecify.annotations.NullMarked;
