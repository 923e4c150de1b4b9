// SPDX-License-Identifier: Apache-2.0

/**
 * Services that measure the network with packets of their own: {@code ping}, {@code traceroute} and
 * {@code echo}.
 */
@NullMarked
package rani.services.probe;

import org.jspecify.annotations.NullMarked;
