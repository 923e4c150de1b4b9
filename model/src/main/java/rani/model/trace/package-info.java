// SPDX-License-Identifier: Apache-2.0
/** Traces that links follow: their files, and what topology files say of them. */
@NullMarked
package rani.model.trace;

import org.jspecify.annotations.NullMarked;
