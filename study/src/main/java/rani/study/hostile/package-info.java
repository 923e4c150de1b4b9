// SPDX-License-Identifier: Apache-2.0

/** Services in WebAssembly that do harm on purpose, and what becomes of others beside them. */
@NullMarked
package rani.study.hostile;

import org.jspecify.annotations.NullMarked;
