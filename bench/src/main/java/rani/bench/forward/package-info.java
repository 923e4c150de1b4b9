// SPDX-License-Identifier: Apache-2.0

/** Packet rates of a live node, compared with programs that only forward. */
@NullMarked
package rani.bench.forward;

import org.jspecify.annotations.NullMarked;
