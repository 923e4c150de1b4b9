// SPDX-License-Identifier: Apache-2.0

/**
 * Reports: the results of a run or sweep as a self-contained page with CSV files, and the paper's
 * numbers compared with ours.
 */
@NullMarked
package rani.report;

import org.jspecify.annotations.NullMarked;
