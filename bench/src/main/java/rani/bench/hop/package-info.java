// SPDX-License-Identifier: Apache-2.0

/** One forwarder between a generator with a timetable and a sink, shared by several cases. */
@NullMarked
package rani.bench.hop;

import org.jspecify.annotations.NullMarked;
