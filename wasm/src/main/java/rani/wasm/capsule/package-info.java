// SPDX-License-Identifier: Apache-2.0

/** Code in packets: capsules, and the fetching, keeping and running of their code. */
@NullMarked
package rani.wasm.capsule;

import org.jspecify.annotations.NullMarked;
