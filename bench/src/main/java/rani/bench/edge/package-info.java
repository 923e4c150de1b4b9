// SPDX-License-Identifier: Apache-2.0

/** Real TCP and datagrams between edges, beside the kernel's own ways of joining namespaces. */
@NullMarked
package rani.bench.edge;

import org.jspecify.annotations.NullMarked;
