// SPDX-License-Identifier: Apache-2.0

/**
 * Experiment files: a network, traffic over it, the length of the run, and the expected results,
 * which are checked against the metrics of a run.
 *
 * <p>{@link rani.study.experiment.SweepFile} reads a whole file. {@code ExperimentTree} joins the
 * files that it names into one tree, {@code TemplateTree} finds its variables, {@code Combinations}
 * counts what the constraints allow, and {@code LazySweep} builds a variant by filling the
 * placeholders with values. {@code ExperimentReader} reads only trees without placeholders.
 */
@NullMarked
package rani.study.experiment;

import org.jspecify.annotations.NullMarked;
