// SPDX-License-Identifier: Apache-2.0

/**
 * A look inside one run, packet by packet: where its trace comes from ({@link
 * rani.lab.trace.TraceSource}), and which of its lines are asked for ({@link
 * rani.lab.trace.TraceQuery}).
 */
@NullMarked
package rani.lab.trace;

import org.jspecify.annotations.NullMarked;
