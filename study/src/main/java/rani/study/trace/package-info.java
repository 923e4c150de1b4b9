// SPDX-License-Identifier: Apache-2.0

/** Traces of single runs: where they come from, and which of their events are selected. */
@NullMarked
package rani.study.trace;

import org.jspecify.annotations.NullMarked;
