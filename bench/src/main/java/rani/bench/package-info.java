// SPDX-License-Identifier: Apache-2.0

/** Benchmarks that measure rani against comparable programs, alternately, in one run. */
@NullMarked
package rani.bench;

import org.jspecify.annotations.NullMarked;
