// SPDX-License-Identifier: Apache-2.0

/** How many packets a live node forwards, beside programs that do nothing else. */
@NullMarked
package rani.bench.forward;

import org.jspecify.annotations.NullMarked;
