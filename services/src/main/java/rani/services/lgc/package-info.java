// SPDX-License-Identifier: Apache-2.0

/** Limiter of greedy connections (LGC), and the filters that it asks for. */
@NullMarked
package rani.services.lgc;

import org.jspecify.annotations.NullMarked;
