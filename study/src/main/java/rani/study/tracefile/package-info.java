// SPDX-License-Identifier: Apache-2.0

/** Traces as text: lines, their merging over nodes, and what is wrong with them. */
@NullMarked
package rani.study.tracefile;

import org.jspecify.annotations.NullMarked;
