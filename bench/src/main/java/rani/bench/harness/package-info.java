// SPDX-License-Identifier: Apache-2.0

/** The parts of every case: alternating windows, processes, sockets, memory, and results. */
@NullMarked
package rani.bench.harness;

import org.jspecify.annotations.NullMarked;
