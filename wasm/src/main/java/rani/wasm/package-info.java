// SPDX-License-Identifier: Apache-2.0

/** Services in WebAssembly: checked, metered, and run beside those in Java. */
@NullMarked
package rani.wasm;

import org.jspecify.annotations.NullMarked;
