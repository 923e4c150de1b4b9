// SPDX-License-Identifier: Apache-2.0

/** Start-up time and memory of nodes and networks, compared with a JVM that only prints a line. */
@NullMarked
package rani.bench.start;

import org.jspecify.annotations.NullMarked;
