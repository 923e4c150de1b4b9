// SPDX-License-Identifier: Apache-2.0

/**
 * A look inside one run, packet by packet: where its trace comes from ({@link
 * rani.study.trace.TraceSource}), and which of its lines are asked for ({@link
 * rani.study.trace.TraceQuery}).
 */
@NullMarked
package rani.study.trace;

import org.jspecify.annotations.NullMarked;
