// SPDX-License-Identifier: Apache-2.0

/** How soon nodes and networks stand, and what they hold, beside a JVM that only says hello. */
@NullMarked
package rani.bench.start;

import org.jspecify.annotations.NullMarked;
