// SPDX-License-Identifier: Apache-2.0

/** The world of virtual time: one thread, an event heap, and a check of invariants. */
@NullMarked
package rani.sim;

import org.jspecify.annotations.NullMarked;
