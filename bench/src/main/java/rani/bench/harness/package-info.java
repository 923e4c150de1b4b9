// SPDX-License-Identifier: Apache-2.0

/** What every case is made of: windows in turn, processes, sockets, memory, and what was found. */
@NullMarked
package rani.bench.harness;

import org.jspecify.annotations.NullMarked;
