// SPDX-License-Identifier: Apache-2.0

/** The cost of one more node among many. */
@NullMarked
package rani.bench.scale;

import org.jspecify.annotations.NullMarked;
