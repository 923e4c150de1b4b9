// SPDX-License-Identifier: Apache-2.0

/**
 * The world of virtual time: one thread, an event heap, and invariants checked after every event.
 */
@NullMarked
package rani.sim;

import org.jspecify.annotations.NullMarked;
