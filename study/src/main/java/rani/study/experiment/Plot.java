// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Optional;

/**
 * A chart of a sweep: a metric's mean and 95 % interval over the trials of each variant. The
 * variable {@code by} gives each line its colour; empty for a single line.
 */
public record Plot(String title, String x, String metric, Optional<String> by) {}
