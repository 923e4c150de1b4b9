// SPDX-License-Identifier: Apache-2.0

/**
 * Experiment files: a network, traffic over it, how long to run, and what must come out, judged
 * over the metrics of a run.
 *
 * <p>{@link rani.study.experiment.SweepFile} reads a file as a whole: {@code ExperimentTree} puts
 * it together from the files that it names, {@code TemplateTree} finds its variables, {@code
 * Combinations} count what the constraints allow, and {@code LazySweep} makes a variant of the tree
 * by putting values into its holes. {@code ExperimentReader} sees trees without holes alone.
 */
@NullMarked
package rani.study.experiment;

import org.jspecify.annotations.NullMarked;
