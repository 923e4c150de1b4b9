// SPDX-License-Identifier: Apache-2.0

/** Queues that know their flows, and the disciplines that judge arrivals. */
@NullMarked
package rani.queue;

import org.jspecify.annotations.NullMarked;
