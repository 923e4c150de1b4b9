// SPDX-License-Identifier: Apache-2.0

/**
 * Services that look at the network by packets of their own: {@code ping}, {@code traceroute},
 * {@code echo}.
 */
@NullMarked
package rani.services.probe;

import org.jspecify.annotations.NullMarked;
