// SPDX-License-Identifier: Apache-2.0

/**
 * Edges: network namespaces on this machine whose packets are a node's packets, so that programs
 * keep their own TCP.
 */
@NullMarked
package rani.nodehost.edge;

import org.jspecify.annotations.NullMarked;
