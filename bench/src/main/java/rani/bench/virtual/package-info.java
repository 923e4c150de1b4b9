// SPDX-License-Identifier: Apache-2.0

/** Virtual time: a chain and a bottleneck, compared with other simulators. */
@NullMarked
package rani.bench.virtual;

import org.jspecify.annotations.NullMarked;
