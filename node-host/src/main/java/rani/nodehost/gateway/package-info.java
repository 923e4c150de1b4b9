// SPDX-License-Identifier: Apache-2.0

/**
 * The service {@code gateway} of live nodes: real programs' connections and datagrams enter the
 * network at one node and leave it at another.
 */
@NullMarked
package rani.nodehost.gateway;

import org.jspecify.annotations.NullMarked;
