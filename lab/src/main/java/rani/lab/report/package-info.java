// SPDX-License-Identifier: Apache-2.0

/**
 * Reports: what a run measured as one self-contained page with CSV files beside it, the paper's
 * numbers next to ours. {@link rani.lab.report.Report} writes what a {@link
 * rani.lab.report.ReportInput} holds.
 */
@NullMarked
package rani.lab.report;

import org.jspecify.annotations.NullMarked;
