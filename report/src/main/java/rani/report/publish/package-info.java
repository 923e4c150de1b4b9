// SPDX-License-Identifier: Apache-2.0

/**
 * Tables of results in documents: their templates, which are comments in the documents, and the
 * result files in the repository that fill them.
 */
@NullMarked
package rani.report.publish;

import org.jspecify.annotations.NullMarked;
