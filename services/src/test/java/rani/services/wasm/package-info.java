// SPDX-License-Identifier: Apache-2.0

/** Tests of services that were written again in WebAssembly. */
@NullMarked
package rani.services.wasm;

import org.jspecify.annotations.NullMarked;
