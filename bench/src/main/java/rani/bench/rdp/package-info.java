// SPDX-License-Identifier: Apache-2.0

/** Goodput of RDP between nodes, compared with kernel TCP and Aeron. */
@NullMarked
package rani.bench.rdp;

import org.jspecify.annotations.NullMarked;
