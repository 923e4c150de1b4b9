// SPDX-License-Identifier: Apache-2.0

/** Benchmarks: each case is measured against its peers, alternately, in one run. */
@NullMarked
package rani.bench;

import org.jspecify.annotations.NullMarked;
