// SPDX-License-Identifier: Apache-2.0

/** What services, queues and filters add to a packet's cost within a node. */
@NullMarked
package rani.bench.served;

import org.jspecify.annotations.NullMarked;
