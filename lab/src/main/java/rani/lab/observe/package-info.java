// SPDX-License-Identifier: Apache-2.0

/**
 * What happened in a run, read from its trace: its lines ({@link rani.lab.observe.TraceParser}),
 * their merging over nodes ({@link rani.lab.observe.TraceFiles}), and the numbers that experiments
 * assert and reports show ({@link rani.lab.observe.Observations}).
 */
@NullMarked
package rani.lab.observe;

import org.jspecify.annotations.NullMarked;
