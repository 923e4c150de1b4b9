// SPDX-License-Identifier: Apache-2.0

/** Forwarding rate of a live node under overload. */
@NullMarked
package rani.bench.overload;

import org.jspecify.annotations.NullMarked;
