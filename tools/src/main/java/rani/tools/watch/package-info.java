// SPDX-License-Identifier: Apache-2.0

/** Watching a running network: captures, events, and its counters as they change. */
@NullMarked
package rani.tools.watch;

import org.jspecify.annotations.NullMarked;
