// SPDX-License-Identifier: Apache-2.0

/** What one node more costs, where there are many. */
@NullMarked
package rani.bench.scale;

import org.jspecify.annotations.NullMarked;
