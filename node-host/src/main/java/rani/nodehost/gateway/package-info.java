// SPDX-License-Identifier: Apache-2.0

/**
 * The live service {@code gateway}: real programs' connections, datagrams and files enter the
 * network at one node and leave it at another.
 */
@NullMarked
package rani.nodehost.gateway;

import org.jspecify.annotations.NullMarked;
