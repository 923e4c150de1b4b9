// SPDX-License-Identifier: Apache-2.0

/** What a live node takes of a processor while it has little to do. */
@NullMarked
package rani.bench.idle;

import org.jspecify.annotations.NullMarked;
