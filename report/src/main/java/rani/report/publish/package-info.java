// SPDX-License-Identifier: Apache-2.0

/**
 * What a document shows of results: tables between comments that hold their templates, and the
 * files in the repository that they are filled from. {@link rani.report.publish.Publication} knows
 * them all.
 */
@NullMarked
package rani.report.publish;

import org.jspecify.annotations.NullMarked;
