// SPDX-License-Identifier: Apache-2.0

/** Traces as text: parsing lines, and merging the files of nodes. */
@NullMarked
package rani.study.tracefile;

import org.jspecify.annotations.NullMarked;
