// SPDX-License-Identifier: Apache-2.0

/** Benchmarks. */
@NullMarked
package rani.bench;

import org.jspecify.annotations.NullMarked;
