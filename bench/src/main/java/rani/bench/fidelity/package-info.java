// SPDX-License-Identifier: Apache-2.0

/** Comparison of virtual time with ns-2: the same networks in both. */
@NullMarked
package rani.bench.fidelity;

import org.jspecify.annotations.NullMarked;
