// SPDX-License-Identifier: Apache-2.0

/** Comparisons of finished runs and sweeps. */
@NullMarked
package rani.study.compare;

import org.jspecify.annotations.NullMarked;
