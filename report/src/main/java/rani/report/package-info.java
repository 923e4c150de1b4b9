// SPDX-License-Identifier: Apache-2.0

/**
 * Reports: what a run measured as one self-contained page with CSV files beside it, the paper's
 * numbers next to ours. {@link rani.report.Report} writes what a {@link rani.report.ReportInput}
 * holds.
 */
@NullMarked
package rani.report;

import org.jspecify.annotations.NullMarked;
