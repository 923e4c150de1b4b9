// SPDX-License-Identifier: Apache-2.0

/** Services in WebAssembly that a topology names: their files, and what a run holds of them. */
@NullMarked
package rani.model.code;

import org.jspecify.annotations.NullMarked;
