// SPDX-License-Identifier: Apache-2.0

/** How long a packet takes through a live node. */
@NullMarked
package rani.bench.latency;

import org.jspecify.annotations.NullMarked;
