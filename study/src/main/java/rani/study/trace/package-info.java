// SPDX-License-Identifier: Apache-2.0

/**
 * Traces of single runs: their sources ({@link rani.study.trace.TraceSource}) and filters ({@link
 * rani.study.trace.TraceQuery}).
 */
@NullMarked
package rani.study.trace;

import org.jspecify.annotations.NullMarked;
