// SPDX-License-Identifier: Apache-2.0

/** Queues that count the packets of each flow, and the disciplines that judge their packets. */
@NullMarked
package rani.queue;

import org.jspecify.annotations.NullMarked;
