// SPDX-License-Identifier: Apache-2.0

/** Linux's TUN devices and namespaces: what an edge of a node needs of the kernel. */
@NullMarked
package rani.live.edge;

import org.jspecify.annotations.NullMarked;
