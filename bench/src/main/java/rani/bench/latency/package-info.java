// SPDX-License-Identifier: Apache-2.0

/** The latency of a packet through a live node. */
@NullMarked
package rani.bench.latency;

import org.jspecify.annotations.NullMarked;
