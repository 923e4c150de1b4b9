// SPDX-License-Identifier: Apache-2.0

/** Regularity and lateness of a live node's rate-limited links. */
@NullMarked
package rani.bench.shaping;

import org.jspecify.annotations.NullMarked;
