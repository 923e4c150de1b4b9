// SPDX-License-Identifier: Apache-2.0

/** Parts that cases share: alternating windows, processes, sockets, memory, and results. */
@NullMarked
package rani.bench.harness;

import org.jspecify.annotations.NullMarked;
