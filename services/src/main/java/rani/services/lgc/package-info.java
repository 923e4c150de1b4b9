// SPDX-License-Identifier: Apache-2.0

/** The limiter of greedy connections, and the filters that it asks for. */
@NullMarked
package rani.services.lgc;

import org.jspecify.annotations.NullMarked;
