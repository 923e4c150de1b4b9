// SPDX-License-Identifier: Apache-2.0

/** One forwarder between a generator that keeps to a timetable and a sink, for several cases. */
@NullMarked
package rani.bench.hop;

import org.jspecify.annotations.NullMarked;
