// SPDX-License-Identifier: Apache-2.0

/** How much RDP carries from node to node, beside transports of the kernel and of others. */
@NullMarked
package rani.bench.rdp;

import org.jspecify.annotations.NullMarked;
