// SPDX-License-Identifier: Apache-2.0

/** The cost that services, queues and filters add to a packet within a node. */
@NullMarked
package rani.bench.served;

import org.jspecify.annotations.NullMarked;
