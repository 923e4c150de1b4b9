// SPDX-License-Identifier: Apache-2.0

/** Virtual time beside ns-2: the same network in both, and what differs. */
@NullMarked
package rani.bench.fidelity;

import org.jspecify.annotations.NullMarked;
