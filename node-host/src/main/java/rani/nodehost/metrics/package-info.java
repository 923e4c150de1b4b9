// SPDX-License-Identifier: Apache-2.0

/** What a node shows of itself as metrics, in the way of Prometheus. */
@NullMarked
package rani.nodehost.metrics;

import org.jspecify.annotations.NullMarked;
