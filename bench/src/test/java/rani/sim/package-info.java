// SPDX-License-Identifier: Apache-2.0

/** A benchmark of what this package keeps to itself. */
@NullMarked
package rani.sim;

import org.jspecify.annotations.NullMarked;
