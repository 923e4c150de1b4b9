// SPDX-License-Identifier: Apache-2.0

/**
 * Experiment files: a network, traffic over it, how long to run, and what must come out, judged
 * over the metrics of a run.
 */
@NullMarked
package rani.lab.experiment;

import org.jspecify.annotations.NullMarked;
