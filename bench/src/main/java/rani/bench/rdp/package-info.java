// SPDX-License-Identifier: Apache-2.0

/** Goodput of RDP between nodes, compared with transports of the kernel and of others. */
@NullMarked
package rani.bench.rdp;

import org.jspecify.annotations.NullMarked;
