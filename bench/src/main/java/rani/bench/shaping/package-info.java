// SPDX-License-Identifier: Apache-2.0

/** How even and how punctual a live node's links of a rate are. */
@NullMarked
package rani.bench.shaping;

import org.jspecify.annotations.NullMarked;
