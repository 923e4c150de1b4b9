// SPDX-License-Identifier: Apache-2.0

/** Processor time of a live node at low load. */
@NullMarked
package rani.bench.idle;

import org.jspecify.annotations.NullMarked;
